import type { TimeRange } from '@fieldwatch/contract/time/times'
import { timeAt, valueAt } from '../sensor-records.ts'
import type { SensorSource } from '../stretches.ts'
import type { SeriesTable } from './arrow-table.ts'
import { readingsIn } from './sent-records.ts'
import { insist } from './wrong-answer.ts'

/** Every record of the range and no other, each value exactly. Returns how many. @throws WrongAnswer */
export function checkRaw(source: SensorSource, range: TimeRange, { t, columns }: SeriesTable): number {
  let row = 0
  for (const index of readingsIn(source, range)) {
    const at = timeAt(source.sensor, index)
    insist(t[row] === at, () => `record ${row} has time ${t[row]} instead of ${at}`)
    for (const [field, column] of columns.entries()) {
      const value = valueAt(source.sensor, field, index)
      insist(column[row] === value, () => `${source.fields[field]} at ${at} is ${column[row]} instead of ${value}`)
    }
    row += 1
  }
  insist(t.length === row, () => `${t.length} records instead of ${row}`)
  return row
}
