import type { SourceName } from '@fieldwatch/contract/ids'
import type { DataDocument } from '@fieldwatch/contract/units'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useDeleteSource } from '#shared/deletion/deletion-queries.ts'

interface DeleteSourceProps {
  unit: DataDocument
  source: SourceName
  onClose: () => void
}

/** Asks before a source goes with its records. */
export function DeleteSource({ unit, source, onClose }: DeleteSourceProps) {
  const remove = useDeleteSource(unit.dataID)
  return (
    <DeleteDialog
      thing={{ kind: 'source', id: unit.dataID, source }}
      title={`Delete ${source} of ${unit.friendlyName}?`}
      typed={source}
      busy={remove.isPending}
      failure={remove.isError ? { text: 'The source was not deleted.', advice: remove.error.message } : undefined}
      onConfirm={() => remove.mutate(source, { onSuccess: onClose })}
      onClose={onClose}
    >
      All of its records are deleted. You cannot undo this. If the unit sends to it again, a new source begins.
    </DeleteDialog>
  )
}
