import { type Alert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { ALERTS_KEY } from '#shared/alerts/alert-keys.ts'
import { isUnheard, UnheardNote } from '#shared/alerts/unheard-note.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { AlarmSign } from '#ui/components/alarm-sign.tsx'
import { IconCircleCheck, IconCircleOff } from '#ui/icons/icons.ts'
import { Panel, PanelData } from '../panel.tsx'
import { REFRESH_MS } from './health-query.ts'
import classes from './health.module.css'
import { t } from './texts.ts'

interface GlanceProps {
  alerts: readonly Alert[]
  total: number
  dataId: DataId
}

interface AlertsGlanceProps {
  dataId: DataId
}

/** So many alerts are read, and so many of them named; the section has all of them. */
const READ_MAX = 100
const NAMED_MAX = 5

/** The alerts on a unit that a person may see, the triggered ones first: an admin sees those of others too. */
function glanceQuery(api: Api, dataId: DataId, { isAdmin }: { isAdmin: boolean }) {
  const query = { dataID: dataId, page: 1, pageSize: READ_MAX, ...(isAdmin ? { all: 'true' as const } : {}) }
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'glance', { dataId, isAdmin }] as const,
    queryFn: async ({ signal }) => {
      const { details, pagination } = await api.call(listAlerts, { query }, { signal })
      return { alerts: details, total: pagination.total }
    },
    staleTime: 0,
  })
}

/** Which alerts are triggered on a unit, and how many there are. */
export function AlertsGlance({ dataId }: AlertsGlanceProps) {
  const isAdmin = useMe().role === 'admin'
  const query = useQuery(glanceQuery(useApi(), dataId, { isAdmin }))
  const all = isAdmin ? { all: true as const } : {}
  return (
    <Panel
      title={t('unit-health.alerts')}
      tools={
        <Link
          to="/dashboard/$dataID/management/alerts"
          params={{ dataID: dataId }}
          search={all}
          className={classes['link']}
        >
          {t('unit-health.alerts.all')}
        </Link>
      }
    >
      <PanelData query={query} failed={t('unit-health.alerts.failed')} height="4rem">
        {(data) => <Glance {...data} dataId={dataId} />}
      </PanelData>
    </Panel>
  )
}

/** How the alerts on a unit are, and which of them notify nobody. */
function Glance(props: GlanceProps) {
  const unheard = props.alerts.filter((alert) => isUnheard(alert) && !isIdle(alert))
  return (
    <>
      <Standing {...props} />
      {unheard.length === 0 ? undefined : (
        <>
          <UnheardNote />
          <AlertLinks alerts={unheard.slice(0, NAMED_MAX)} dataId={props.dataId} />
        </>
      )}
    </>
  )
}

function Standing({ alerts, total, dataId }: GlanceProps) {
  const triggered = alerts.filter(({ states: [state] }) => state?.status === 'high')
  if (total === 0) {
    return (
      <>
        <div className={classes['headline']} data-status="none">
          <IconCircleOff aria-hidden="true" /> {t('unit-health.none')}
        </div>
        <Text>{t('unit-health.alerts.none.help')}</Text>
      </>
    )
  }
  if (triggered.length === 0 && total === alerts.length && alerts.every(isIdle)) {
    return (
      <>
        <div className={classes['headline']} data-status="none">
          <IconCircleOff aria-hidden="true" /> {t('unit-health.alerts.idle')}
        </div>
        <Text>{t('unit-health.alerts.idle.help', { count: total })}</Text>
      </>
    )
  }
  if (triggered.length === 0) {
    return (
      <>
        <div className={classes['headline']} data-status="ok">
          <IconCircleCheck aria-hidden="true" /> {t('unit-health.ok')}
        </div>
        <Text>{t('unit-health.alerts.not-triggered', { count: total })}</Text>
      </>
    )
  }
  const isCut = triggered.length === alerts.length && total > alerts.length
  return (
    <>
      <div className={classes['headline']}>
        <AlarmSign />
        {t(isCut ? 'unit-health.alerts.triggered-at-least' : 'unit-health.alerts.triggered', {
          count: triggered.length,
        })}
      </div>
      <AlertLinks alerts={triggered.slice(0, NAMED_MAX)} dataId={dataId} withAge />
    </>
  )
}

interface AlertLinksProps {
  alerts: readonly Alert[]
  dataId: DataId
  /** Says since when they are triggered. */
  withAge?: boolean
}

function AlertLinks({ alerts, dataId, withAge = false }: AlertLinksProps) {
  const now = useNow(REFRESH_MS)
  return (
    <ul className={classes['alerts']}>
      {alerts.map(({ id, name, states: [state] }) => (
        <li key={id}>
          <Link
            to="/dashboard/$dataID/management/alerts"
            params={{ dataID: dataId }}
            search={{ alert: id }}
            className={classes['link']}
          >
            {name}
          </Link>
          {!withAge || state?.sinceUTC == null ? undefined : (
            <Text span c="dimmed">
              {formatAgo(Date.parse(state.sinceUTC), now)}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Whether it judges nothing on the unit: it ended, or rests. */
function isIdle({ ended, states: [state] }: Alert): boolean {
  return ended !== null || (state !== undefined && (state.ended !== null || state.resting !== null))
}
