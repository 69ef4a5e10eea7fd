import { setTimeout as delay } from 'node:timers/promises'
import { DataId, SourceName } from '@fieldwatch/contract/ids'
import { type LiveAdded, streamLive } from '@fieldwatch/contract/live'
import { formatLiveSources } from '@fieldwatch/contract/live-addresses'
import type { BenchContext } from '../bench-context.ts'
import { insist } from '../checks/wrong-answer.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import { timeAt } from '../sensor-records.ts'
import type { SensorSource } from '../stretches.ts'
import { createEventReader } from '../transport/event-reader.ts'
import type { MqttLane } from '../transport/mqtt-lane.ts'
import { createSeriesReader, WIDTH, wholeOf } from './series-reader.ts'
import { addMqttUnits, connectUnits, packetsOf } from './mqtt-units.ts'

const MESSAGES_A_SECOND = 2000
/** How long the last records may take. */
const PATIENCE_MILLISECONDS = 10_000

/** From the publish of a unit to the page that follows it, under a steady load of which the page sees every message. */
export async function measureLive(context: BenchContext): Promise<Result[]> {
  const { portal, watch, sizes } = context
  const readings = Math.ceil((sizes.liveSeconds * MESSAGES_A_SECOND) / 50) + 1
  const sources = await addMqttUnits(context, { prefix: 'bench-live', readings })
  const packets = sources.map(packetsOf)
  const lanes = await connectUnits(portal, sources)
  // A page reads what there is and follows from there: the first reading of each is there before it opens.
  for (const [place, lane] of lanes.entries()) lane.publish(packets[place]?.[0] as Buffer)
  await Promise.all(lanes.map((lane) => lane.acknowledged()))

  const follower = await followSources(portal, sources)
  const sent = await watch.during('live', () => publishSteadily(lanes, packets))
  await Promise.all(lanes.map((lane) => lane.acknowledged()))
  const delays = await follower.delaysOf(sent)
  for (const lane of lanes) lane.close()
  const row = { unit: 'ms' } as const
  const work = `message to browser under ${MESSAGES_A_SECOND.toLocaleString('en-GB')} messages/s`
  return [
    { ...row, work: `${work}, p50`, measured: percentile(delays, 0.5) },
    { ...row, work: `${work}, p99`, target: 150, measured: percentile(delays, 0.99) },
  ]
}

/** When each message went out, by unit and time of its record. */
type Moments = Map<string, number>

function keyOf(unit: string, at: number): string {
  return `${unit} ${at}`
}

const TICK_MILLISECONDS = 5

/** Sends the second and later packets of all units in turn, evenly. */
async function publishSteadily(lanes: readonly MqttLane[], packets: readonly Buffer[][]): Promise<number[][]> {
  const sent = packets.map((): number[] => [])
  const total = packets.reduce((sum, { length }) => sum + length - 1, 0)
  const started = performance.now()
  for (let number = 0; number < total; await delay(TICK_MILLISECONDS)) {
    const due = Math.min(total, ((performance.now() - started) * MESSAGES_A_SECOND) / 1000)
    for (; number < due; number += 1) {
      const unit = number % lanes.length
      const index = 1 + Math.floor(number / lanes.length)
      sent[unit]?.push(performance.now())
      lanes[unit]?.publish(packets[unit]?.[index] as Buffer)
    }
  }
  return sent
}

interface Follower {
  /** Milliseconds from sending to arrival of each message. @throws WrongAnswer when one came twice or not at all */
  delaysOf(sent: readonly number[][]): Promise<number[]>
}

async function followSources(portal: BenchContext['portal'], sources: readonly SensorSource[]): Promise<Follower> {
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
  const arrived: Moments = new Map()
  const reading = readEvents(response.body, arrived)
  return {
    delaysOf: async (sent) => {
      const total = sent.reduce((sum, { length }) => sum + length, 0)
      const end = performance.now() + PATIENCE_MILLISECONDS
      while (arrived.size < total && performance.now() < end) await Promise.race([delay(50), reading])
      aborter.abort()
      await reading
      return sent.flatMap((times, place) => times.map((time, number) => arrivalOf(number + 1, sources[place]) - time))
    },
  }

  function arrivalOf(index: number, source: SensorSource | undefined): number {
    if (source === undefined) throw new Error('a message of no source')
    const key = keyOf(source.unit, timeAt(source.sensor, index))
    const time = arrived.get(key)
    insist(time !== undefined, () => `the stream never carried the record ${key}`)
    return time ?? Number.NaN
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, arrived: Moments): Promise<void> {
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

function note({ dataID, records }: LiveAdded, now: number, arrived: Moments): void {
  for (const { messageUTC } of records) {
    const key = keyOf(dataID, Date.parse(messageUTC))
    insist(!arrived.has(key), () => `the stream carried the record ${key} twice`)
    arrived.set(key, now)
  }
}
