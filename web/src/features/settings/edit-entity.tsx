import type { EntityId } from '@fieldwatch/contract/ids'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#api/api-context.tsx'
import { entityQuery } from '#people/entity-queries.ts'
import { EntityDialog, ENTITY_FAILED } from './entity-dialog.tsx'
import { peopleFailure } from './people-failure.ts'
import { useChangeEntity } from './people-queries.ts'
import { NO_ENTITY } from './person-values.ts'
import type { People } from './use-people.ts'

interface EditEntityProps {
  entity: EntityId
  name: string
  people: People
}

/** The button to change a sub-entity, and its dialog; the entity is read when the button is pressed. */
export function EditEntity({ entity, name, people }: EditEntityProps) {
  const api = useApi()
  const client = useQueryClient()
  const change = useChangeEntity(entity)
  const read = useMutation({
    mutationFn: () => client.fetchQuery(entityQuery(api, entity)),
    onError: (error) => people.say({ kind: 'failure', ...peopleFailure(error, ENTITY_FAILED) }),
  })
  const close = () => {
    change.reset()
    read.reset()
  }
  return (
    <>
      <Button variant="default" aria-label={`Edit ${name}`} loading={read.isPending} onClick={() => read.mutate()}>
        Edit
      </Button>
      {read.data === undefined ? undefined : (
        <EntityDialog
          title="Edit Entity"
          submit="Save"
          initialValues={{ ...NO_ENTITY, name: read.data.name, url: read.data.url, status: read.data.status }}
          pictures={read.data}
          save={change}
          onDone={(message) => {
            close()
            people.finish(message)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
