import type { IncidentState } from '@fieldwatch/contract/incidents/incident-facts'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'

export interface StateRow {
  readonly source: string
  readonly field: string
  /** One a state; undefined where the record of the state does not have the field. */
  readonly values: readonly (FieldValue | undefined)[]
}

const TIMES: readonly string[] = ['messageUTC', 'recieveUTC']

/** The fields of all states, by source, each with its value in each of them. */
export function stateRows(states: readonly Pick<IncidentState, 'records'>[]): StateRow[] {
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
