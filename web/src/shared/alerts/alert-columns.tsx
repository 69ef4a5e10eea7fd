import type { Measures } from '@fieldwatch/contract/measures/measure'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import type { Alert, AlertState } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Anchor } from '@mantine/core'
import { formatAgo, formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import type { Column } from '#ui/table/column.ts'
import type { AlertListKind } from './alert-page-query.ts'
import { AlertStatus } from './alert-status.tsx'
import { idleOf, idleText, type Quiet, quietOf, ruleText, statusText, whereText } from './alert-text.ts'
import { QuietNote } from './quiet-note.tsx'
import { isUnheard, UnheardNote } from './unheard-note.tsx'
import { tShared } from './shared-texts.ts'
import classes from './alerts.module.css'
import { t } from './texts.ts'

/** The unit whose page shows its alerts. */
export type AlertedUnit = Pick<DataDocument, 'dataID' | 'lastActivityUTC'>

interface Setting {
  readonly kind: AlertListKind
  /** On the page of a unit the row shows the state of the alert for that unit. */
  readonly dataId: DataId | undefined
  /** When that unit sent its last message, which is known sooner than the state of its alerts. */
  readonly heardUTC: string | null
  readonly timeFormat: TimeFormat
  readonly measures: Measures
  readonly now: number
  readonly onOpen: (alert: Alert) => void
}

/** The columns of a list of alerts. The server has the triggered ones first. */
export function alertColumns(setting: Setting): readonly Column<Alert>[] {
  const { kind, dataId } = setting
  const columns = [
    statusColumn(dataId),
    nameColumn(setting),
    ...(dataId === undefined ? [whereColumn()] : [lastValueColumn(setting)]),
    sinceColumn(setting),
    ...(kind === 'all' ? [mineColumn()] : []),
    noteColumn(setting),
  ]
  return columns.map((column) => ({ ...column, sortable: false }))
}

/** The state of the alert for the unit of the page, or as a whole. */
function statusOf(alert: Alert, dataId: DataId | undefined): Alert['status'] {
  return dataId === undefined ? alert.status : (alert.states[0]?.status ?? alert.status)
}

function statusWord(alert: Alert, dataId: DataId | undefined): string {
  const idle = idleOf(alert, dataId)
  return idle === undefined ? statusText(statusOf(alert, dataId)) : idleText(idle.kind)
}

function statusColumn(dataId: DataId | undefined): Column<Alert> {
  return {
    id: 'status',
    title: t('alerts.column.status'),
    value: (alert) => statusWord(alert, dataId),
    cell: (alert) => <AlertStatus status={statusOf(alert, dataId)} idle={idleOf(alert, dataId)} />,
  }
}

function nameColumn({ onOpen, measures }: Setting): Column<Alert> {
  return {
    id: 'alert',
    title: t('alerts.column.alert'),
    value: ({ name }) => name,
    cell: (alert) => (
      <span className={classes['name']}>
        <Anchor component="button" type="button" ta="start" onClick={() => onOpen(alert)}>
          {alert.name}
        </Anchor>
        <span className={classes['rule']}>{ruleText(alert, measures)}</span>
      </span>
    ),
  }
}

function whereColumn(): Column<Alert> {
  return {
    id: 'devices',
    title: t('alerts.column.devices'),
    value: whereText,
    cell: (alert) => <span className={classes['where']}>{whereText(alert)}</span>,
  }
}

/** The last value of the source; an alert on silence shows the time of the last message. */
function lastValueColumn({ heardUTC, ...setting }: Setting): Column<Alert> {
  return {
    id: 'last',
    title: t('alerts.column.last-value'),
    value: ({ states: [state] }) => state?.lastValue,
    cell: ({ type, source, states: [state], unitOfMeasure }) => {
      const isOfWholeUnit = type === 'silence' && source === null
      const shown = state && isOfWholeUnit ? { ...state, lastUTC: later(state.lastUTC, heardUTC) } : state
      return lastValueCell(shown, { ...setting, unitOfMeasure })
    },
  }
}

function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one
}

/** How a last value is shown. */
export type LastValueSetting = Pick<Setting, 'timeFormat' | 'measures' | 'now'> & Pick<Alert, 'unitOfMeasure'>

/** The last value of a unit and how old it is. */
export function lastValueCell(
  state: AlertState | undefined,
  { timeFormat, measures, now, unitOfMeasure }: LastValueSetting,
) {
  if (state === undefined || state.lastUTC === null) return EMPTY_CELL
  const { lastValue, lastUTC } = state
  const at = Date.parse(lastUTC)
  return (
    <span title={formatMoment(at, timeFormat)}>
      {lastValue === null ? t('alerts.message') : measuredText(lastValue, measures(unitOfMeasure))}{' '}
      <span className={classes['rule']}>{formatAgo(at, now)}</span>
    </span>
  )
}

function sinceColumn({ dataId, timeFormat, now }: Setting): Column<Alert> {
  const sinceOf = (alert: Alert) => (statusOf(alert, dataId) === 'high' ? (alert.states[0]?.sinceUTC ?? null) : null)
  return {
    id: 'triggered',
    title: t('alerts.column.triggered'),
    value: sinceOf,
    cell: (alert) => sinceCell(sinceOf(alert), { timeFormat, now }),
  }
}

/** How long ago, with the moment on hover. */
export function sinceCell(utc: string | null, { timeFormat, now }: Pick<Setting, 'timeFormat' | 'now'>) {
  if (utc === null) return EMPTY_CELL
  const at = Date.parse(utc)
  return <span title={formatMoment(at, timeFormat)}>{formatAgo(at, now)}</span>
}

function mineColumn(): Column<Alert> {
  return {
    id: 'mine',
    title: t('alerts.column.mine'),
    value: ({ mine }) => (mine === 'none' ? undefined : t(`alerts.mine.${mine}`)),
  }
}

function noteColumn({ dataId, timeFormat, now }: Setting): Column<Alert> {
  const quietOfAlert = ({ states }: Alert): Quiet | undefined => {
    // Of several units no single note would be true.
    const relevant = dataId === undefined ? states.filter(({ status }) => status === 'high') : states
    const [state] = relevant
    return state === undefined || relevant.length > 1 ? undefined : quietOf(state, now)
  }
  return {
    id: 'note',
    title: t('alerts.column.note'),
    value: (alert) =>
      isUnheard(alert) ? tShared('alerts-text.notifies-nobody') : alert.unsubscribed ? t('alerts.muted') : undefined,
    cell: (alert) => {
      const quiet = quietOfAlert(alert)
      if (quiet === undefined && !alert.unsubscribed && !isUnheard(alert)) return EMPTY_CELL
      return (
        <span className={classes['name']}>
          {isUnheard(alert) ? <UnheardNote /> : undefined}
          {alert.unsubscribed ? <span className={classes['quiet']}>{t('alerts.muted')}</span> : undefined}
          {quiet === undefined ? undefined : <QuietNote quiet={quiet} timeFormat={timeFormat} />}
        </span>
      )
    },
  }
}
