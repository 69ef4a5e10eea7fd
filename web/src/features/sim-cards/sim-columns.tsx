import type { DataId } from '@fieldwatch/contract/ids'
import type { Sim } from '@fieldwatch/contract/sims'
import { Progress, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '#ui/icons/icons.ts'
import { Link } from '@tanstack/react-router'
import { simStatusText, usageText } from '#shared/sims/sim-text.ts'
import type { Column } from '#ui/table/column.ts'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { formatMoment } from '@fieldwatch/contract/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/users'
import classes from './sim-cards.module.css'

/** From this share of the limit on a card is marked. */
const NEARLY_USED = 0.9

interface SimColumnsSetting {
  timeFormat: TimeFormat
  /** Names the entity of each card; left out for users of a single entity. */
  entityName?: (sim: Sim) => string
}

/** What the table of SIM cards shows. */
export function simColumns({ timeFormat, entityName }: SimColumnsSetting): readonly Column<Sim>[] {
  return [
    {
      id: 'label',
      value: ({ label }) => label,
      cell: ({ label }) =>
        label === '' ? (
          EMPTY_CELL
        ) : (
          <span className={classes['label']} title={label}>
            {label}
          </span>
        ),
    },
    { id: 'iccid', heading: 'ICCID', value: ({ iccid }) => iccid },
    {
      id: 'unit',
      value: ({ friendlyName }) => friendlyName,
      cell: ({ dataID, friendlyName }) =>
        dataID === null ? EMPTY_CELL : <UnitLink dataID={dataID} name={friendlyName ?? dataID} />,
    },
    ...(entityName === undefined ? [] : [{ id: 'entity', value: entityName }]),
    { id: 'status', value: ({ status }) => simStatusText(status), cell: (sim) => <Status sim={sim} /> },
    { id: 'operator', value: ({ operator }) => operator },
    {
      id: 'data',
      heading: 'data_this_month',
      value: ({ dataUsed }) => dataUsed,
      cell: (sim) => (usageText(sim) === undefined ? EMPTY_CELL : <Usage sim={sim} />),
    },
    {
      id: 'lastSession',
      heading: 'last_session',
      value: ({ lastSessionUTC }) => lastSessionUTC,
      cell: ({ lastSessionUTC }) =>
        lastSessionUTC === null ? EMPTY_CELL : formatMoment(Date.parse(lastSessionUTC), timeFormat),
    },
    { id: 'msisdn', heading: 'MSISDN', value: ({ msisdn }) => msisdn },
    { id: 'imsi', heading: 'IMSI', value: ({ imsi }) => imsi },
    { id: 'imei', heading: 'IMEI', value: ({ imei }) => imei },
    { id: 'ip', heading: 'IP', value: ({ ip }) => ip },
  ]
}

interface CellProps {
  sim: Sim
}

interface UnitLinkProps {
  dataID: DataId
  name: string
}

function UnitLink({ dataID, name }: UnitLinkProps) {
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
        {usageText(sim)}
        {share !== undefined && share >= NEARLY_USED ? (
          <Mark text={share >= 1 ? 'Used up' : 'Nearly used up'} />
        ) : undefined}
      </span>
      {share === undefined ? undefined : (
        <Progress
          size="xs"
          value={Math.min(100, share * 100)}
          color={share >= NEARLY_USED ? 'var(--fw-status-late)' : 'var(--fw-status-current)'}
          aria-label={`${Math.round(share * 100)} % used`}
        />
      )}
    </span>
  )
}

interface MarkProps {
  text: string
}

/** The meaning of the bar's colour, for those who do not see it. */
function Mark({ text }: MarkProps) {
  return (
    <span title={text}>
      <IconAlertTriangle size="1rem" stroke={1.5} className={classes['mark']} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
