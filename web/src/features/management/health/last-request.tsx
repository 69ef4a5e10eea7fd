import { type ActionRequest, listActionRequests } from '@fieldwatch/contract/actions/actions'
import { OK } from '@fieldwatch/contract/actions/action-messages'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { formatAgo, formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { actionOptionsQuery } from '#shared/requests/request-queries.ts'
import { hasEnded, placeText } from '#shared/requests/request-text.ts'
import { useLiveRequests } from '#shared/requests/use-live-requests.ts'
import { useNow } from '#ui/components/use-now.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconClockExclamation } from '#ui/icons/icons.ts'
import { Panel, PanelData } from '../panel.tsx'
import { REFRESH_MS } from './health-query.ts'
import classes from './health.module.css'
import { t } from './texts.ts'

interface LastRequestProps {
  unit: DataDocument
}

function lastRequestQuery(api: Api, dataId: DataDocument['dataID']) {
  return queryOptions({
    queryKey: ['requests', dataId, 'last'] as const,
    queryFn: async ({ signal }): Promise<ActionRequest | null> => {
      const query = { dataID: dataId, page: 1, pageSize: 1 }
      return (await api.call(listActionRequests, { query }, { signal })).details.requests[0] ?? null
    },
    staleTime: 0,
  })
}

/** What the unit was asked for last and what became of it (admin). */
export function LastRequest({ unit }: LastRequestProps) {
  const client = useQueryClient()
  const asked = lastRequestQuery(useApi(), unit.dataID)
  const query = useQuery(asked)
  useLiveRequests(unit.dataID, () => void client.invalidateQueries({ queryKey: asked.queryKey }))
  return (
    <Panel
      title={t('unit-health.request')}
      tools={
        <Link to="/dashboard/$dataID/management/requests" params={{ dataID: unit.dataID }} className={classes['link']}>
          {t('unit-health.request.all')}
        </Link>
      }
    >
      <PanelData query={query} failed={t('unit-health.failed')} height="4rem">
        {(request) =>
          request === null ? (
            <>
              <div className={classes['headline']} data-status="none">
                <IconCircleOff aria-hidden="true" /> {t('unit-health.request.none')}
              </div>
              <Text>{t('unit-health.request.none.help')}</Text>
            </>
          ) : (
            <Request request={request} connected={unit.connected} />
          )
        }
      </PanelData>
    </Panel>
  )
}

function Request({ request, connected }: { request: ActionRequest; connected: boolean }) {
  const { timeFormat } = useMe()
  const now = useNow(REFRESH_MS)
  const { data: options } = useQuery(actionOptionsQuery(useApi()))
  const isUnderWay = !hasEnded(request)
  const status = isUnderWay ? 'none' : request.status === OK ? 'ok' : 'bad'
  const Icon = isUnderWay ? IconClockExclamation : status === 'ok' ? IconCircleCheck : IconAlertTriangle
  const at = Date.parse(request.createdUTC)
  const ago = formatAgo(at, now)
  return (
    <>
      <div className={classes['headline']} data-status={status}>
        <Icon aria-hidden="true" />
        {request.status}
      </div>
      <Text>
        {options?.[request.actionClass]?.name ?? request.actionClass} {request.action}
      </Text>
      <Text>{placeText(request, { timeFormat, connected })}</Text>
      <Text c="dimmed" title={formatMoment(at, timeFormat)}>
        {request.createdBy === null
          ? t('unit-health.request.sent', { ago })
          : t('unit-health.request.sent.by', { ago, by: request.createdBy })}
      </Text>
    </>
  )
}
