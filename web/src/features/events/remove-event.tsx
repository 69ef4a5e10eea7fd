import type { EventTable } from '@fieldwatch/contract/events/events'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { useRemoveEvent } from './event-queries.ts'
import { t } from './texts.ts'

interface RemoveEventProps {
  table: EventTable
  /** It is done with; with a sentence where not all of it worked. */
  onRemoved: (missing: string | undefined) => void
  onClose: () => void
}

/** Asks before an event table goes with its occurrences and tags, and names the alerts that end with it. */
export function RemoveEvent({ table: { name, title }, onRemoved, onClose }: RemoveEventProps) {
  const { unit } = useUnit()
  const remove = useRemoveEvent(unit.dataID, name)
  return (
    <DeleteDialog
      change={{ kind: 'event-table-deleted', dataID: unit.dataID, event: name }}
      title={t('events.delete.title', { title })}
      busy={remove.isPending}
      failure={remove.error === null ? undefined : { text: t('events.failed.delete'), advice: remove.error.message }}
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
      {t('events.delete.help', { unit: unit.friendlyName })}
    </DeleteDialog>
  )
}
