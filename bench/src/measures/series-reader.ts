import { CURSOR_HEADER, getSeries, SAMPLING_HEADER } from '@fieldwatch/contract/telemetry/data'
import type { BenchPortal } from '../bench-portal.ts'
import { readArrow } from '../checks/arrow-table.ts'
import { checkDrawn } from '../checks/check-drawn.ts'
import { insist } from '../checks/wrong-answer.ts'
import type { SourceRange } from '../stores/store.ts'
import type { SensorSource } from '../stretches.ts'
import { getRequest } from '../transport/http-lane.ts'

/** Pixel columns of a chart that fills a screen. */
export const WIDTH = 1200

export interface SeriesReply {
  readonly bytes: Buffer
  readonly sampling: string | undefined
  /** Where a live stream carries on. */
  readonly cursor: string | undefined
  readonly entityTag: string | undefined
  /** Whether the bytes came over the wire; if not, they are those of the answer that is known. */
  readonly wasSent: boolean
}

/** With an answer that is known, as a browser asks that still has it. */
export type ReadSeries = (range: SourceRange, width: number, known?: SeriesReply) => Promise<SeriesReply>

const NOT_MODIFIED = 304

/** Asks the portal for series, until the last byte of the answer. */
export async function createSeriesReader(portal: BenchPortal): Promise<ReadSeries> {
  const authorization = `Bearer ${await portal.signIn()}`
  return async ({ unit, source, fields, from, to }, width, known) => {
    const path = getSeries.path.replace(':dataID', unit).replace(':subject', source)
    const query = new URLSearchParams({ fields: fields.join(','), from: `${from}`, to: `${to}`, width: `${width}` })
    const validator = known?.entityTag === undefined ? {} : { 'if-none-match': known.entityTag }
    const url = `${portal.url}${path}?${query.toString()}`
    const { status, headers, body } = await portal.lanes.send(getRequest(url, { authorization, ...validator }))
    const isStillGood = known !== undefined && status === NOT_MODIFIED
    if (status !== 200 && !isStillGood) throw new Error(`the series answered ${status}: ${body.toString()}`)
    return {
      bytes: isStillGood ? known.bytes : body,
      sampling: headers.get(SAMPLING_HEADER),
      cursor: headers.get(CURSOR_HEADER),
      entityTag: headers.get('etag'),
      wasSent: !isStillGood,
    }
  }
}

/** All the time of a source. */
export function wholeOf({ unit, source, fields, sensor, readings }: SensorSource): SourceRange {
  return { unit, source, fields, from: sensor.start, to: sensor.start + readings * 1000 }
}

/** Returns the share of extremes that lie in their own pixel column, 0 to 1. @throws WrongAnswer */
export function checkReduced(source: SensorSource, range: SourceRange, { bytes, sampling }: SeriesReply): number {
  insist(sampling === 'm4', () => `a reduced series came as ${sampling}`)
  return checkDrawn(source, { from: range.from, to: range.to, width: WIDTH }, readArrow(bytes, range.fields))
}

/** @throws WrongAnswer */
export function insistSame(first: SeriesReply, again: SeriesReply): void {
  insist(first.bytes.equals(again.bytes), () => 'a repeated request was answered otherwise')
}
