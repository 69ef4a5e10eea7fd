import { SourceName } from '@fieldwatch/contract/api/ids'
import { coordinatesText, positionText } from '@fieldwatch/contract/reports/report-rows'
import type { RecordReader } from '#records/store/record-reader.ts'

/** Where the coordinates of reports come from. */
export const COORDINATE_SOURCE = SourceName.parse('gpgga_Internal')

/** Positions of one cell: as many as the cells of all spreadsheets can hold. */
const MOST_POSITIONS = 1_000

/** Reading the positions between two periods is cheaper than asking once more. */
const SHORT_GAP_MS = 10 * 60_000

export interface Period {
  readonly startAt: number
  /** Itself included. */
  readonly endAt: number
}

interface Positions {
  readonly reader: Pick<RecordReader, 'readNumbers'>
  readonly sourceKey: number
  readonly signal: AbortSignal
}

/**
 * Where a unit was in each of some periods, as `latitude longitude` by time; of many positions evenly chosen ones. The periods come by
 * time, and none begins before the one before has ended.
 */
export async function* readCoordinates(positions: Positions, periods: readonly Period[]): AsyncGenerator<string> {
  for (const group of groupsOf(periods)) yield* readGroup(positions, group)
}

function groupsOf(periods: readonly Period[]): Period[][] {
  const groups: Period[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const period of periods) {
    if (period.startAt - end > SHORT_GAP_MS) groups.push([])
    groups.at(-1)?.push(period)
    end = period.endAt
  }
  return groups
}

/** Reads from the start of the first to the end of the last at once. */
async function* readGroup(
  { reader, sourceKey, signal }: Positions,
  periods: readonly Period[],
): AsyncGenerator<string> {
  const range = { from: periods[0]?.startAt ?? 0, to: (periods.at(-1)?.endAt ?? 0) + 1 }
  let index = 0
  let track = createTrack()
  const request = { ...range, fields: ['lat', 'lon'] }
  for await (const { at, columns } of reader.readNumbers(sourceKey, request, signal)) {
    for (let place = 0; place < at.length; place += 1) {
      const time = at[place] ?? Number.NaN
      let period = periods[index]
      while (period !== undefined && time > period.endAt) {
        yield track.text()
        track = createTrack()
        period = periods[(index += 1)]
      }
      if (period === undefined || time < period.startAt) continue
      track.add(columns[0]?.[place] ?? Number.NaN, columns[1]?.[place] ?? Number.NaN)
    }
  }
  for (; index < periods.length; index += 1) {
    yield track.text()
    track = createTrack()
  }
}

function createTrack() {
  let kept: string[] = []
  let every = 1
  let count = 0
  return {
    add(latitude: number, longitude: number): void {
      if (Number.isNaN(latitude) || Number.isNaN(longitude)) return
      if (count % every === 0) kept.push(positionText(latitude, longitude))
      count += 1
      if (kept.length <= MOST_POSITIONS) return
      kept = kept.filter((_, place) => place % 2 === 0)
      every *= 2
    },
    text: () => coordinatesText(kept),
  }
}
