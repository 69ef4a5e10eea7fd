import type { Entity } from '@fieldwatch/contract/entities'
import { Stack, Text } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { ENTITY_FAILED } from '../entity-dialog.tsx'
import { inPlaceFailure } from '../user-failure.ts'
import { useRequireFactor } from './required-factor-queries.ts'

interface StopRequiringDialogProps {
  entity: Entity
  onDone: (message: string) => void
  onClose: () => void
}

/** Asks before a password alone is enough again. */
export function StopRequiringDialog({ entity, onDone, onClose }: StopRequiringDialogProps) {
  const { timeFormat } = useMe()
  const stop = useRequireFactor(entity)
  return (
    <ConfirmDialog
      opened
      title={`Stop requiring a second factor of ${entity.name}?`}
      confirm="Stop requiring it"
      busy={stop.isPending}
      onConfirm={() =>
        stop.mutate(false, { onSuccess: ({ name }) => onDone(`${name} requires no second factor any more.`) })
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          Whoever has a second factor is asked for it as before, and may remove it then. Whoever has none signs in with
          the password alone.
        </Text>
        {stop.isError ? <FormFailure {...inPlaceFailure(stop.error, timeFormat, ENTITY_FAILED)} /> : undefined}
      </Stack>
    </ConfirmDialog>
  )
}
