import type { EntityId } from '@fieldwatch/contract/api/ids'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { entityQuery } from '#shared/users/entity-queries.ts'
import { EditEntityDialog, ENTITY_FAILED } from '../people/entity-dialog.tsx'
import { userFailure } from '../people/user-failure.ts'
import type { UserDialogs } from '../people/use-user-dialogs.ts'

interface EditEntityProps {
  entity: EntityId
  name: string
  dialogs: UserDialogs
}

/** The button to change a sub-entity, and its dialog; the entity is read when the button is pressed. */
export function EditEntity({ entity, name, dialogs }: EditEntityProps) {
  const api = useApi()
  const client = useQueryClient()
  const read = useMutation({
    mutationFn: () => client.fetchQuery({ ...entityQuery(api, entity), staleTime: 0 }),
    onError: (error) => dialogs.say({ kind: 'failure', ...userFailure(error, ENTITY_FAILED) }),
  })
  return (
    <>
      <Button variant="default" aria-label={`Edit ${name}`} loading={read.isPending} onClick={() => read.mutate()}>
        Edit
      </Button>
      {read.data === undefined ? undefined : (
        <EditEntityDialog
          title="Edit Entity"
          entity={read.data}
          withStatus
          onDone={(message) => {
            read.reset()
            dialogs.finish(message)
          }}
          onClose={read.reset}
        />
      )}
    </>
  )
}
