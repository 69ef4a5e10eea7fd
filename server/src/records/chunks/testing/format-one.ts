import type { ChunkRecords } from '../chunk.ts'
import type { ColumnValues } from '../column.ts'

const COUNT = 400

/** The records of `format-one.json`, which holds their blocks as the first version of the format stored them. */
export function formatOneRecords(): ChunkRecords {
  const at = Float64Array.from(
    { length: COUNT },
    (_, index) => 1_700_000_000_000 + index * 1000 + (index % 50 === 7 ? 3 : 0),
  )
  const of = <T>(value: (index: number) => T): T[] => Array.from({ length: COUNT }, (_, index) => value(index))
  const columns = new Map<string, ColumnValues>([
    ['decimals', Float64Array.from(of((index) => (2150 + ((index * 7919) % 31)) / 100))],
    ['doubles', Float64Array.from(of((index) => Math.sqrt(index + 2)))],
    ['counter', Float64Array.from(of((index) => 5_000_000 + 3 * index))],
    [
      'exceptions',
      of((index) => (index === 20 ? -0 : index === 90 ? 1e300 : index === 95 ? 2 ** 53 + 2 : (index % 9) / 10)),
    ],
    ['flags', of((index) => (index % 60 < 20 ? true : index % 7 === 0 ? null : false))],
    ['texts', of((index) => (index % 100 < 97 ? 'OK' : 'fault \u{1F525}'))],
    ['mixed', of((index) => [1.5, 'off', true, undefined, null][index % 5])],
  ])
  return { at, receivedAt: at.map((time, index) => time + 40 + (index % 3)), columns }
}
