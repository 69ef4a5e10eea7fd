import type { EntityId } from '@fieldwatch/contract/api/ids'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { entityQuery } from '#shared/users/entity-queries.ts'
import { EditEntityDialog } from '../people/entity-dialog.tsx'
import { failedText, userFailure } from '../people/user-failure.ts'
import type { UserDialogs } from '../people/use-user-dialogs.ts'
import { t } from './texts.ts'

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
    onError: (error) => dialogs.say({ kind: 'failure', ...userFailure(error, failedText('entity')) }),
  })
  return (
    <>
      <Button
        variant="default"
        aria-label={t('people.entities.edit.one', { name })}
        loading={read.isPending}
        onClick={() => read.mutate()}
      >
        {t('people.edit')}
      </Button>
      {read.data === undefined ? undefined : (
        <EditEntityDialog
          title={t('people.entity.edit')}
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
