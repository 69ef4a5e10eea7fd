import { SourceName } from '@fieldwatch/contract/ids'
import type { RecordReader } from '#records/store/record-reader.ts'

/** Where the coordinates of reports come from. */
export const COORDINATE_SOURCE = SourceName.parse('gpgga_Internal')

/** Positions of one cell: as many as the cells of all spreadsheets can hold. */
const MOST_POSITIONS = 1_000

interface Period {
  readonly startAt: number
  /** Itself included. */
  readonly endAt: number
}

/** Where a unit was, as `latitude longitude` by time; of many positions evenly chosen ones. */
export async function readCoordinates(reader: RecordReader, key: number, { startAt, endAt }: Period): Promise<string> {
  let kept: string[] = []
  let every = 1
  let count = 0
  for await (const { at, columns } of reader.readNumbers(key, {
    from: startAt,
    to: endAt + 1,
    fields: ['lat', 'lon'],
  })) {
    for (let index = 0; index < at.length; index += 1) {
      const [latitude = Number.NaN, longitude = Number.NaN] = columns.map((column) => column[index])
      if (Number.isNaN(latitude) || Number.isNaN(longitude)) continue
      if (count % every === 0) kept.push(`${latitude} ${longitude}`)
      count += 1
      if (kept.length <= MOST_POSITIONS) continue
      kept = kept.filter((_, place) => place % 2 === 0)
      every *= 2
    }
  }
  return kept.join('; ')
}
