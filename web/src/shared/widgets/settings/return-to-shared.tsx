import { removeOwnTemplate } from '@fieldwatch/contract/templates/templates'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { useTitleConsequences } from '#shared/templates/use-title-consequences.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { fetchShownTemplate, showSharedTemplate, templateQuery } from '#shared/units/unit-queries.ts'
import { TemplateFailure } from './template-failure.tsx'
import classes from './widget-settings.module.css'
import { t } from '../texts.ts'

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
  const { ready, list } = useTitleConsequences(
    looked && shared.data ? { before: looked, after: shared.data, dataID: unit.dataID } : undefined,
  )
  const error = returning.error ?? loading.error

  return (
    <Stack>
      <Text>
        {shared.data
          ? t('widgets.own.return.help.named', { unitName: unit.friendlyName, template: shared.data.title })
          : t('widgets.own.return.help', { unitName: unit.friendlyName })}
      </Text>
      {list}
      {error !== null && (
        <TemplateFailure
          error={error}
          kept={t('widgets.delete.kept')}
          newer={{ loading: loading.isPending, loadNewer: () => loading.mutate() }}
        />
      )}
      <div className={classes['foot']}>
        <Button variant="default" onClick={onDone} data-autofocus>
          {t('widgets.cancel')}
        </Button>
        <Button
          color="red"
          disabled={returning.isPending || !(ready || shared.isError)}
          onClick={() => returning.mutate()}
        >
          {t(returning.isPending ? 'widgets.own.return.busy' : 'widgets.own.return.submit')}
        </Button>
      </div>
    </Stack>
  )
}
