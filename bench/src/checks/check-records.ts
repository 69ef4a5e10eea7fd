import { recordOf, type SensorSource } from '../stretches.ts'
import { insist } from './wrong-answer.ts'

/** Checks that the records from the Data API are these readings, each value exactly. @throws WrongAnswer */
export function checkRecords(
  source: SensorSource,
  { first, count }: { first: number; count: number },
  records: readonly Readonly<Record<string, unknown>>[],
): void {
  const name = `${source.unit}/${source.source}`
  insist(records.length === count, () => `${name} has ${records.length} instead of ${count} records`)
  for (const [place, record] of records.entries()) {
    const { at, values } = recordOf(source, first + place)
    const time = String(record['messageUTC'])
    insist(Date.parse(time) === at, () => `${name} has ${time} instead of ${at} at place ${place}`)
    for (const [field, value] of values.entries()) {
      const key = source.fields[field] ?? ''
      insist(
        record[key] === value,
        () => `${name} has ${key} ${String(record[key])} instead of ${value} at place ${place}`,
      )
    }
  }
}
