import type { Alert, AlertState } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { useNow } from '#ui/components/use-now.ts'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import type { Column, RowAction } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { actedOn } from './acted-on.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { lastValueCell, type LastValueSetting, sinceCell } from './alert-columns.tsx'
import { alertLink } from './alert-link.ts'
import { mayAct } from './alert-rights.ts'
import { AlertStatus } from './alert-status.tsx'
import { acknowledgementOf, idleOnUnit, idleText, quietOf, statusText } from './alert-text.ts'
import { QuietNote } from './quiet-note.tsx'
import type { AlertActs } from './use-alert-acts.ts'
import classes from './alerts.module.css'
import { t } from './texts.ts'

interface AlertUnitsProps {
  alert: Alert
  /** Only this unit. */
  dataId: DataId | undefined
  acts: AlertActs
}

const REFRESH_MS = 10_000

/** The state of an alert for its units, the triggered ones first. */
export function AlertUnits({ alert, dataId, acts }: AlertUnitsProps) {
  const me = useMe()
  const now = useNow(REFRESH_MS)
  const navigate = useNavigate()
  const { timeFormat } = me
  const measures = useMeasures()
  const columns = useMemo(
    () => columnsFor({ timeFormat, measures, now, unitOfMeasure: alert.unitOfMeasure }),
    [timeFormat, measures, now, alert.unitOfMeasure],
  )
  const rows = useMemo(
    () => alert.states.filter(({ dataID }) => dataId === undefined || dataID === dataId),
    [alert.states, dataId],
  )
  const acting = mayAct(alert, me)

  function actionsOf(state: AlertState): RowAction[] {
    const target = actedOn(alert, state)
    const seen = state.sinceUTC ?? state.lastUTC
    return [
      ...(seen === null
        ? []
        : [
            {
              label: t('alerts.show-in-time-series'),
              onSelect: () => void navigate(alertLink(alert.id, state.dataID, seen)),
            },
          ]),
      ...(acting && state.status === 'high' && acknowledgementOf(state) === undefined
        ? [{ label: t('alerts.acknowledge'), onSelect: () => acts.begin({ kind: 'acknowledge', target }) }]
        : []),
      ...(acting && state.ended === null
        ? [{ label: t('alerts.snooze'), onSelect: () => acts.begin({ kind: 'snooze', target }) }]
        : []),
      ...(acting && quietOf(state, now)?.kind === 'snoozed'
        ? [{ label: t('alerts.snooze.end'), onSelect: () => acts.wake(target) }]
        : []),
    ]
  }

  return (
    <>
      <DataTable
        label={t('alerts.units.label')}
        title={t('alerts.devices')}
        compact={rows.length === 1}
        columns={columns}
        rows={rows}
        rowId={({ dataID }) => dataID}
        rowLabel={({ friendlyName }) => friendlyName}
        actions={actionsOf}
        emptyText={t('alerts.units.none')}
      />
      {dataId === undefined || alert.devices.length < 2 ? undefined : (
        <Link to="/settings" search={{ tab: 'alerts', alert: alert.id }} className={classes['link']}>
          {t('alerts.units.show-all', { count: alert.devices.length })}
        </Link>
      )}
    </>
  )
}

function statusWord(state: AlertState): string {
  const idle = idleOnUnit(state)
  return idle === undefined ? statusText(state.status) : idleText(idle.kind)
}

function columnsFor(setting: LastValueSetting): readonly Column<AlertState>[] {
  const { timeFormat, now } = setting
  return [
    {
      id: 'device',
      title: t('alerts.column.device'),
      value: ({ friendlyName }) => friendlyName,
      cell: ({ dataID, friendlyName }) => (
        <Link to="/dashboard/$dataID" params={{ dataID }} className={`${classes['link']} ${classes['name']}`}>
          {friendlyName}
        </Link>
      ),
    },
    {
      id: 'status',
      title: t('alerts.column.status'),
      value: statusWord,
      cell: (state) => <AlertStatus status={state.status} idle={idleOnUnit(state)} />,
    },
    {
      id: 'since',
      title: t('alerts.column.since'),
      value: ({ sinceUTC }) => sinceUTC,
      cell: ({ sinceUTC }) => sinceCell(sinceUTC, setting),
    },
    {
      id: 'last',
      title: t('alerts.column.last-value'),
      value: ({ lastValue }) => lastValue,
      cell: (state) => lastValueCell(state, setting),
    },
    {
      id: 'note',
      title: t('alerts.column.note'),
      value: ({ comment }) => comment,
      cell: (state) => {
        const idle = idleOnUnit(state)
        if (idle !== undefined) return <span className={classes['quiet']}>{idle.reason}</span>
        const quiet = quietOf(state, now)
        return quiet === undefined ? EMPTY_CELL : <QuietNote quiet={quiet} timeFormat={timeFormat} />
      },
    },
  ]
}
