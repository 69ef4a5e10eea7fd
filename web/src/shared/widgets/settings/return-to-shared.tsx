import { removeOwnTemplate } from '@fieldwatch/contract/templates/templates'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { fetchShownTemplate, showSharedTemplate, templateQuery } from '#shared/units/unit-queries.ts'
import { TemplateFailure } from './template-failure.tsx'
import classes from './widget-settings.module.css'

/** Asks before a unit gives up its own template for the one that it shares with others. */
export function ReturnToShared({ onDone }: { onDone: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const { unit, template } = useUnit()
  const [looked, setLooked] = useState(template)
  const shared = useQuery(templateQuery(api, unit.defaultTemplate))
  const version = looked?.version
  const returning = useAction({
    once: true,
    mutationFn: async () => {
      const body = { dataID: unit.dataID, ...(version === undefined ? {} : { version }) }
      return (await api.call(removeOwnTemplate, { body })).details
    },
    onSuccess: (next) => {
      showSharedTemplate(client, unit.dataID, next)
      onDone()
    },
  })
  const loading = useMutation({
    mutationFn: () => fetchShownTemplate(client, api, unit.dataID),
    onSuccess: (newer) => {
      setLooked(newer)
      returning.reset()
      // The own copy is gone already.
      if (newer?.dataID !== unit.dataID) onDone()
    },
  })
  const error = returning.error ?? loading.error

  return (
    <Stack>
      <Text>
        {unit.friendlyName} shows the shared template{shared.data ? ` “${shared.data.title}”` : ''} again, and changes
        with it from then on. Its own template is deleted; the records of the unit are kept.
      </Text>
      {error !== null && (
        <TemplateFailure
          error={error}
          kept="Nothing was deleted."
          newer={{ loading: loading.isPending, loadNewer: () => loading.mutate() }}
        />
      )}
      <div className={classes['foot']}>
        <Button variant="default" onClick={onDone} data-autofocus>
          Cancel
        </Button>
        <Button color="red" disabled={returning.isPending} onClick={() => returning.mutate()}>
          {returning.isPending ? 'Changing...' : 'Use the shared template'}
        </Button>
      </div>
    </Stack>
  )
}
