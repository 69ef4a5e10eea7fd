import type { Sim } from '@fieldwatch/contract/units/sims'
import { Progress, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '#ui/icons/icons.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dataText, simStatusText } from '#shared/sims/sim-text.ts'
import type { Column } from '#ui/table/column.ts'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { formatClock, formatDate } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'
import classes from './sim-cards.module.css'

/** From this share of the limit on a card is marked. */
const NEARLY_USED = 0.9

interface SimColumnsSetting {
  timeFormat: TimeFormat
  /** Names the entity of each card; left out for users of a single entity. */
  entityName?: (sim: Sim) => string
}

/** What the table of SIM cards shows: two facts in a column, so that all of it is in sight on a laptop. */
export function simColumns({ timeFormat, entityName }: SimColumnsSetting): readonly Column<Sim>[] {
  return [
    {
      id: 'label',
      title: t('sim-cards.column.label'),
      value: ({ label, iccid }) => both(label, iccid),
      cell: ({ label, iccid }) => <Pair first={label} second={iccid} />,
    },
    {
      id: 'unit',
      title: entityName === undefined ? t('sim-cards.column.unit') : t('sim-cards.column.unit-entity'),
      value: (sim) => both(sim.friendlyName ?? sim.dataID ?? '', entityName?.(sim) ?? ''),
      cell: (sim) => <Pair first={<UnitLink sim={sim} />} second={entityName?.(sim)} />,
    },
    {
      id: 'status',
      title: t('sim-cards.column.status'),
      value: ({ status, operator }) => both(simStatusText(status), operator),
      cell: (sim) => <Pair first={<Status sim={sim} />} second={sim.operator} />,
    },
    {
      id: 'data',
      title: t('sim-cards.column.data'),
      value: ({ dataUsed }) => dataUsed,
      cell: (sim) => (sim.dataUsed === null && sim.dataLimit === null ? EMPTY_CELL : <Usage sim={sim} />),
    },
    {
      id: 'lastSession',
      title: t('sim-cards.column.session'),
      value: ({ lastSessionUTC }) => lastSessionUTC,
      cell: ({ lastSessionUTC }) =>
        lastSessionUTC === null ? EMPTY_CELL : <Session at={lastSessionUTC} timeFormat={timeFormat} />,
    },
    {
      id: 'msisdn',
      title: t('sim-cards.column.phone'),
      value: ({ msisdn, ip }) => both(msisdn, ip),
      cell: ({ msisdn, ip }) => <Pair small first={msisdn} second={ip} />,
    },
    {
      id: 'imsi',
      title: t('sim-cards.column.subscription'),
      value: ({ imsi, imei }) => both(imsi, imei),
      cell: ({ imsi, imei }) => <Pair small first={imsi} second={imei} />,
    },
  ]
}

/** Sorts by the first, then by the second. */
function both(first: string, second: string): string {
  return `${first} ${second}`.trim()
}

interface PairProps {
  first: ReactNode
  /** Smaller, below it. */
  second: string | undefined
  /** Both are small: numbers that no one reads every day. */
  small?: boolean
}

function Pair({ first, second = '', small = false }: PairProps) {
  return (
    <span className={classes['pair']} data-small={small}>
      {typeof first === 'string' ? (
        <span className={classes['first']} title={first}>
          {first === '' ? EMPTY_CELL : first}
        </span>
      ) : (
        first
      )}
      {second === '' ? undefined : (
        <span className={classes['second']} title={second}>
          {second}
        </span>
      )}
    </span>
  )
}

function Session({ at, timeFormat }: { at: string; timeFormat: TimeFormat }) {
  const moment = Date.parse(at)
  return <Pair first={formatDate(moment)} second={formatClock(moment, { timeFormat, seconds: true })} />
}

interface CellProps {
  sim: Sim
}

function UnitLink({ sim: { dataID, friendlyName } }: CellProps) {
  if (dataID === null) return EMPTY_CELL
  const name = friendlyName ?? dataID
  return (
    <Link to="/dashboard/$dataID" params={{ dataID }} className={classes['link'] ?? ''} title={name}>
      {name}
    </Link>
  )
}

function Status({ sim: { status } }: CellProps) {
  return (
    <span className={classes['status']} data-status={status}>
      {simStatusText(status)}
    </span>
  )
}

function Usage({ sim }: CellProps) {
  const { dataUsed, dataLimit } = sim
  const share = dataUsed === null || dataLimit === null || dataLimit === 0 ? undefined : dataUsed / dataLimit
  return (
    <span className={classes['usage']}>
      <span>
        {dataUsed === null ? t('sim-cards.usage.unknown') : dataText(dataUsed)}
        {share !== undefined && share >= NEARLY_USED ? (
          <Mark text={share >= 1 ? t('sim-cards.usage.used-up') : t('sim-cards.usage.nearly-used-up')} />
        ) : undefined}
      </span>
      {dataLimit === null ? undefined : (
        <span className={classes['second']}>{t('sim-cards.usage.limit', { limit: dataText(dataLimit) })}</span>
      )}
      {share === undefined ? undefined : (
        <Progress
          size="xs"
          value={Math.min(100, share * 100)}
          color={share >= NEARLY_USED ? 'var(--fw-status-late)' : 'var(--fw-status-current)'}
          aria-label={t('sim-cards.usage.share', { share })}
        />
      )}
    </span>
  )
}

/** The meaning of the bar's colour, for those who do not see it. */
function Mark({ text }: { text: string }) {
  return (
    <span title={text}>
      <IconAlertTriangle size="1rem" stroke={1.5} className={classes['mark']} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
