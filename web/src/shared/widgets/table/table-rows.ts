import type { DataRecord, FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { ReadSource, SourceState } from '#shared/latest/source-state.ts'
import { widgetValue } from '../widget-value.ts'
import type { ValueColumn } from '../value-columns.ts'

export interface TableRow {
  readonly messageUTC: string
  /** One a column. */
  readonly cells: readonly (FieldValue | undefined)[]
}

/** One row for each time at which one of the sources has a record: the newest `limit`, newest first. */
export function tableRows(columns: readonly ValueColumn[], read: ReadSource, limit: number): TableRow[] {
  const sources = new Set(columns.map(({ source }) => source))
  const times = new Set([...sources].flatMap((source) => recordsOf(read(source)).map(({ messageUTC }) => messageUTC)))
  return [...times]
    .sort()
    .reverse()
    .slice(0, limit)
    .map((messageUTC) => ({ messageUTC, cells: columns.map((column) => cellOf(column, messageUTC, read)) }))
}

/** A field is shown in the row of its own record; a formula uses the newest values at that time. */
function cellOf(column: ValueColumn, messageUTC: string, read: ReadSource): FieldValue | undefined {
  if (column.calculate === undefined) {
    const record = recordsOf(read(column.source)).find((one) => one.messageUTC === messageUTC)
    return column.field === undefined ? undefined : record?.[column.field]
  }
  const value = widgetValue(column, column.source, (source) => upTo(read(source), messageUTC))
  return value.kind === 'value' ? value.value : undefined
}

function upTo(state: SourceState, messageUTC: string): SourceState {
  if (state.kind !== 'records') return state
  const { records, older = [] } = state
  const isBefore = (record: DataRecord): boolean => record.messageUTC <= messageUTC
  return { kind: 'records', records: records.filter(isBefore), older: older.filter(isBefore) }
}

function recordsOf(state: SourceState) {
  return state.kind === 'records' ? state.records : []
}
