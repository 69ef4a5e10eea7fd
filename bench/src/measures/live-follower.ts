import { setTimeout as delay } from 'node:timers/promises'
import { DataId, SourceName } from '@fieldwatch/contract/ids'
import { type LiveAdded, streamLive } from '@fieldwatch/contract/live'
import { formatLiveSources } from '@fieldwatch/contract/live-addresses'
import type { BenchContext } from '../bench-context.ts'
import { insist } from '../checks/wrong-answer.ts'
import type { SensorSource } from '../stretches.ts'
import { createEventReader } from '../transport/event-reader.ts'
import { createSeriesReader, WIDTH, wholeOf } from './series-reader.ts'

/** How long nothing may come. */
const PATIENCE_MILLISECONDS = 10_000

/** When each record arrived, by unit and time of the record. */
export type Moments = ReadonlyMap<string, number>

export function keyOf(unit: string, at: number): string {
  return `${unit} ${at}`
}

export interface Follower {
  /** Ends the stream when so many records have arrived, or nothing comes any more. @throws WrongAnswer when one came twice */
  untilArrived(count: number): Promise<Moments>
}

/** Follows sources as a page does: from the end of the series that it has read. */
export async function followSources(
  portal: BenchContext['portal'],
  sources: readonly SensorSource[],
): Promise<Follower> {
  const aborter = new AbortController()
  const read = await createSeriesReader(portal)
  const from = await Promise.all(sources.map((source) => read(wholeOf(source), WIDTH)))
  const data = formatLiveSources(
    sources.map(({ unit, source }, place) => ({
      dataId: DataId.parse(unit),
      subject: SourceName.parse(source),
      cursor: from[place]?.cursor ?? '',
    })),
  )
  const response = await fetch(`${portal.url}${streamLive.path}?${new URLSearchParams({ data }).toString()}`, {
    headers: { authorization: `Bearer ${await portal.signIn()}` },
    signal: aborter.signal,
  })
  if (!response.ok || response.body === null) throw new Error(`the live stream answered ${response.status}`)
  const arrived = new Map<string, number>()
  const reading = readEvents(response.body, arrived)
  return {
    untilArrived: async (count) => {
      for (let size = -1, quiet = performance.now(); arrived.size < count; size = arrived.size) {
        if (arrived.size > size) quiet = performance.now()
        else if (performance.now() - quiet > PATIENCE_MILLISECONDS) break
        await Promise.race([delay(50), reading])
      }
      aborter.abort()
      await reading
      return arrived
    },
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, arrived: Map<string, number>): Promise<void> {
  const read = createEventReader()
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream()) as AsyncIterable<string>) {
      const now = performance.now()
      for (const { event, data } of read(text)) if (event === 'added') note(JSON.parse(data) as LiveAdded, now, arrived)
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
  }
}

function note({ dataID, records }: LiveAdded, now: number, arrived: Map<string, number>): void {
  for (const { messageUTC } of records) {
    const key = keyOf(dataID, Date.parse(messageUTC))
    insist(!arrived.has(key), () => `the stream carried the record ${key} twice`)
    arrived.set(key, now)
  }
}
