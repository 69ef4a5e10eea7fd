import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { describe, expect, it } from 'vitest'
import { valueColumns } from '../value-columns.ts'
import { tableRows } from './table-rows.ts'
import type { SourceState } from '#shared/latest/source-state.ts'

function records(...all: [minute: number, fields: Record<string, FieldValue>][]): SourceState {
  return {
    kind: 'records',
    records: all.map(([minute, fields]) => ({ messageUTC: utc(minute), recieveUTC: utc(minute), ...fields })),
  }
}

function utc(minute: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
}

const SOURCES: Record<string, SourceState> = {
  tank: records([3, { level: 30 }], [1, { level: 10 }]),
  pump: records([3, { rate: 2 }], [2, { rate: 5 }]),
}
const read = (source: string): SourceState => SOURCES[source] ?? { kind: 'retrieving' }

describe('the rows of a table', () => {
  it('are one for each time of any source, newest first, with nothing where a source was silent', () => {
    const columns = valueColumns({
      tank: [{ field: 'level', friendlyName: 'Level' }],
      pump: [{ field: 'rate', friendlyName: 'Rate' }],
    })

    expect(tableRows(columns, read, 10)).toEqual([
      { messageUTC: utc(3), cells: [30, 2] },
      { messageUTC: utc(2), cells: [undefined, 5] },
      { messageUTC: utc(1), cells: [10, undefined] },
    ])
  })

  it('are no more than asked for', () => {
    const columns = valueColumns({ tank: [{ field: 'level', friendlyName: 'Level' }] })

    expect(tableRows(columns, read, 1)).toHaveLength(1)
  })

  it('compute a formula from what was newest at their time', () => {
    const columns = valueColumns({
      pump: [{ calculate: { formula: 'tank.level * pump.rate', denominators: [] }, friendlyName: 'Product' }],
    })

    expect(tableRows(columns, read, 10)).toEqual([
      { messageUTC: utc(3), cells: [60] },
      { messageUTC: utc(2), cells: [50] },
    ])
  })
})
