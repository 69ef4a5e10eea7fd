import type { IncidentState, IncidentUnit } from '../../contract/incident-facts.ts'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import { type ReportedIncident, type ReportReader, valueText, whenText } from './report-reader.ts'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'

interface ReportUnitsProps {
  incident: ReportedIncident
  reader: ReportReader
  name: (dataID: string) => ReactNode
}

/** What was true of each unit at the start, at the moment in view and at the end. */
export function ReportUnits({ incident, reader, name }: ReportUnitsProps) {
  const { details } = incident
  return (
    <section aria-labelledby="incident-units">
      <h2 id="incident-units">{t('incidents.units')}</h2>
      {details.length === 0 ? <p className="quiet">{t('incidents.units.none')}</p> : undefined}
      {details.map((unit) => (
        <section key={unit.dataID} className="unit" aria-label={unit.deviceName}>
          <h3>{name(unit.dataID)}</h3>
          <UnitTable unit={unit} incident={incident} reader={reader} />
        </section>
      ))}
    </section>
  )
}

interface UnitTableProps extends Pick<ReportUnitsProps, 'incident' | 'reader'> {
  unit: IncidentUnit
}

function UnitTable({ unit: { states, measures }, incident, reader }: UnitTableProps) {
  const units = new Map(measures.map(({ source, field, unit }) => [`${source} ${field}`, unit]))
  return (
    <div className="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('incidents.state.field')}</th>
            {states.map((state) => (
              <th key={state.atUTC} scope="col">
                {momentName(state, incident)}
                <div className="quiet">{whenText(state.atUTC, reader)}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stateRows(states).map(({ source, field, values }) => (
            <tr key={`${source} ${field}`}>
              <th scope="row">
                {source} · {field}
              </th>
              {states.map(({ atUTC }, place) => (
                <td key={atUTC} dir="auto">
                  {valueText(values[place], units.get(`${source} ${field}`) ?? null, reader)}
                </td>
              ))}
            </tr>
          ))}
          {THINGS.map(({ key, title, text }) => (
            <tr key={key}>
              <th scope="row">{title()}</th>
              {states.map((state) => (
                <td key={state.atUTC} dir="auto">
                  {text(state, reader) || t('incidents.state.none')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function momentName({ atUTC }: IncidentState, { fromUTC, toUTC }: ReportedIncident): string {
  if (atUTC === fromUTC) return t('incidents.state.start')
  return atUTC === toUTC ? t('incidents.state.end') : t('incidents.state.moment')
}

interface Thing {
  readonly key: string
  readonly title: () => string
  /** Empty: there was none. */
  readonly text: (state: IncidentState, reader: ReportReader) => string
}

/** What a state has besides its records. */
const THINGS: readonly Thing[] = [
  {
    key: 'position',
    title: () => t('incidents.state.position'),
    text: ({ position }) => (position === null ? '' : `${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}`),
  },
  {
    key: 'active',
    title: () => t('incidents.state.active'),
    text: ({ active }) => (active ? t('incidents.state.yes') : t('incidents.state.no')),
  },
  {
    key: 'last-activity',
    title: () => t('incidents.state.last-activity'),
    text: ({ lastActivityUTC }, reader) => (lastActivityUTC === null ? '' : whenText(lastActivityUTC, reader)),
  },
  {
    key: 'alerts',
    title: () => t('incidents.state.alerts'),
    text: ({ alerts }) => alerts.map(({ name }) => name).join(', '),
  },
  {
    key: 'occurrences',
    title: () => t('incidents.state.occurrences'),
    text: ({ occurrences }) => occurrences.map(({ title }) => title).join(', '),
  },
  {
    key: 'requests',
    title: () => t('incidents.state.requests'),
    text: ({ requests }) => requests.map(({ action }) => action).join(', '),
  },
]

interface StateRow {
  readonly source: string
  readonly field: string
  /** One a state; undefined where the record of the state does not have the field. */
  readonly values: readonly (FieldValue | undefined)[]
}

const TIMES: readonly string[] = ['messageUTC', 'recieveUTC']

/** The fields of all states, by source, each with its value in each of them. */
function stateRows(states: readonly Pick<IncidentState, 'records'>[]): StateRow[] {
  const rows = new Map<string, { source: string; field: string }>()
  for (const { records } of states)
    for (const { subject, record } of records)
      for (const field of Object.keys(record))
        if (!TIMES.includes(field)) rows.set(`${subject} ${field}`, { source: subject, field })
  return [...rows.values()].map(({ source, field }) => ({
    source,
    field,
    values: states.map(({ records }) => records.find(({ subject }) => subject === source)?.record[field]),
  }))
}
