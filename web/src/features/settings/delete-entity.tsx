import type { EntityId } from '@fieldwatch/contract/ids'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useDeleteEntity } from '#shared/deletion/deletion-queries.ts'
import type { UserDialogs } from './use-user-dialogs.ts'

interface DeleteEntityProps {
  entity: EntityId
  name: string
  dialogs: UserDialogs
}

/** The button to delete a sub-entity, and its question. */
export function DeleteEntity({ entity, name, dialogs }: DeleteEntityProps) {
  const [asking, ask] = useDisclosure(false)
  const remove = useDeleteEntity(entity, name)
  const finish = (): void => {
    ask.close()
    dialogs.finish(`${name} was deleted.`)
  }
  return (
    <>
      <Button variant="default" aria-label={`Delete ${name}`} onClick={ask.open}>
        Delete
      </Button>
      {asking ? (
        <DeleteDialog
          thing={{ kind: 'entity', id: entity }}
          title={`Delete ${name}?`}
          typed={name}
          busy={remove.isPending}
          failure={remove.isError ? { text: 'The entity was not deleted.', advice: remove.error.message } : undefined}
          onConfirm={() => remove.mutate(undefined, { onSuccess: finish })}
          onClose={ask.close}
        >
          Its people are signed out at once, and its units can no longer send. You cannot undo this.
        </DeleteDialog>
      ) : undefined}
    </>
  )
}
