import { setTimeout as delay } from 'node:timers/promises'
import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { type LiveAdded, streamLive } from '@fieldwatch/contract/telemetry/live'
import { formatLiveSources } from '@fieldwatch/contract/api/live-addresses'
import type { BenchContext } from '../bench-context.ts'
import { createPatience } from '../checks/patience.ts'
import { insist } from '../checks/wrong-answer.ts'
import type { SensorSource } from '../stretches.ts'
import { createEventReader } from '../transport/event-reader.ts'
import { createSeriesReader, WIDTH, wholeOf } from './series-reader.ts'

/** How long nothing may arrive before the follower gives up. */
const PATIENCE_MS = 30_000

/** When each record arrived, by unit and time of the record. */
export type Moments = ReadonlyMap<string, number>

export function keyOf(unit: string, at: number): string {
  return `${unit} ${at}`
}

export interface Followed {
  readonly arrived: Moments
  /** How often the server ended the stream and the follower resumed it behind the last record. */
  readonly resumed: number
}

export interface Follower {
  /** Ends the stream when so many records have arrived. @throws WrongAnswer when one came twice, or nothing comes any more */
  untilArrived(count: number): Promise<Followed>
}

/** Follows sources as a page does: from the end of the series that it has read, and again from there when the stream ends. */
export async function followSources(
  portal: BenchContext['portal'],
  sources: readonly SensorSource[],
): Promise<Follower> {
  const aborter = new AbortController()
  const read = await createSeriesReader(portal)
  const from = await Promise.all(sources.map((source) => read(wholeOf(source), WIDTH)))
  const cursors = new Map(sources.map(({ unit, source }, place) => [`${unit}/${source}`, from[place]?.cursor ?? '']))
  const arrived = new Map<string, number>()
  const first = await openStream(portal, cursors, aborter.signal)
  let resumed = 0
  const reading = readAll()
  return { untilArrived }

  async function readAll(): Promise<void> {
    try {
      await readEvents(first, arrived, cursors)
      while (!aborter.signal.aborted) {
        resumed += 1
        await readEvents(await openStream(portal, cursors, aborter.signal), arrived, cursors)
      }
    } catch (error) {
      if (!aborter.signal.aborted) throw error
    }
  }

  async function untilArrived(count: number): Promise<Followed> {
    const patience = createPatience(PATIENCE_MS)
    while (arrived.size < count && !patience.isOver(arrived.size)) await Promise.race([delay(50), reading])
    aborter.abort()
    await reading
    insist(
      arrived.size >= count,
      () =>
        `the stream carried ${arrived.size} records of ${count}, then none for ${PATIENCE_MS / 1000} s; ` +
        `the server ended it ${resumed} times`,
    )
    return { arrived, resumed }
  }
}

async function openStream(
  portal: BenchContext['portal'],
  cursors: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const data = formatLiveSources(
    [...cursors].map(([address, cursor]) => {
      const [unit, source] = address.split('/')
      return { dataId: DataId.parse(unit), subject: SourceName.parse(source), cursor }
    }),
  )
  const response = await fetch(`${portal.url}${streamLive.path}?${new URLSearchParams({ data }).toString()}`, {
    headers: { authorization: `Bearer ${await portal.signIn()}` },
    signal,
  })
  if (!response.ok || response.body === null) throw new Error(`the live stream answered ${response.status}`)
  return response.body
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  arrived: Map<string, number>,
  cursors: Map<string, string>,
): Promise<void> {
  const read = createEventReader()
  for await (const text of body.pipeThrough(new TextDecoderStream()) as AsyncIterable<string>) {
    const now = performance.now()
    for (const { event, data } of read(text)) {
      if (event !== 'added') continue
      const added = JSON.parse(data) as LiveAdded
      cursors.set(`${added.dataID}/${added.subject}`, added.cursor)
      note(added, now, arrived)
    }
  }
}

function note({ dataID, records }: LiveAdded, now: number, arrived: Map<string, number>): void {
  for (const { messageUTC } of records) {
    const key = keyOf(dataID, Date.parse(messageUTC))
    insist(!arrived.has(key), () => `the stream carried the record ${key} twice`)
    arrived.set(key, now)
  }
}
