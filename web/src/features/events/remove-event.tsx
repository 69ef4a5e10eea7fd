import type { EventTable } from '@fieldwatch/contract/events/events'
import { Stack, Text } from '@mantine/core'
import { useUnit } from '#shared/units/unit-context.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useRemoveEvent } from './event-queries.ts'

interface RemoveEventProps {
  table: EventTable
  /** It is done with; with a sentence where not all of it worked. */
  onRemoved: (missing: string | undefined) => void
  onClose: () => void
}

/** Asks before an event table goes with its occurrences and tags. */
export function RemoveEvent({ table: { name, title }, onRemoved, onClose }: RemoveEventProps) {
  const { unit } = useUnit()
  const remove = useRemoveEvent(unit.dataID, name)
  return (
    <ConfirmDialog
      opened
      title={`Delete ${title}?`}
      confirm="Delete"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: ({ status, message }) => {
            onClose()
            onRemoved(status === 'partial_success' ? message : undefined)
          },
        })
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          The events of {unit.friendlyName} in this table are deleted with their tags. Its records stay, and other units
          keep their event tables.
        </Text>
        {remove.error === null ? undefined : (
          <FormFailure text="Failed to delete the table." advice={remove.error.message} />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
