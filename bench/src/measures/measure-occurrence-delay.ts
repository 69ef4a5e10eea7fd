import { formatCount } from '@fieldwatch/contract/text/number-text'
import { setTimeout as delay } from 'node:timers/promises'
import { createEvent } from '@fieldwatch/contract/events/events'
import { DataId } from '@fieldwatch/contract/api/ids'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { streamLive } from '@fieldwatch/contract/telemetry/live'
import { call } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import { createEventReader } from '../transport/event-reader.ts'
import { openMqttLane, publishPacket } from '../transport/mqtt-lane.ts'
import { addMqttUnits, connectUnits, packetsOf } from './mqtt-units.ts'

const MESSAGES_A_SECOND = 2_000
const TICK_MS = 5
const PAUSE_MS = 200
const PATIENCE_MS = 60_000
const UNIT = 'bench-event-live'

/** From the acknowledgement of a record that begins or ends an occurrence to the update of a page, among units with event tables. */
export async function measureOccurrenceDelay(context: BenchContext): Promise<Result> {
  const { portal, watch, sizes } = context
  const readings = Math.ceil(((sizes.liveSeconds + 5) * MESSAGES_A_SECOND) / 50)
  const sources = await addMqttUnits(context, { prefix: 'bench-event', readings })
  await portal.addUnits([UNIT])
  const packets = sources.map((source) => packetsOf(source))
  const lanes = await connectUnits(portal, sources)
  for (const [place, lane] of lanes.entries()) lane.publish(packets[place]?.[0] as Buffer)
  await Promise.all(lanes.map((lane) => lane.acknowledged()))
  const probe = await openMqttLane(portal.mqttUrl, { dataID: UNIT, token: portal.tokenOf(UNIT) })
  let number = 0
  const publish = async (level: number): Promise<void> => {
    const record = JSON.stringify({ messageUTC: Date.now(), level })
    probe.publish(publishPacket(topics.data(UNIT, 'sensor'), record, number))
    number += 1
    await probe.acknowledged()
  }
  await publish(0)
  const token = await portal.signIn()
  for (const unit of [UNIT, ...sources.map((source) => source.unit)]) {
    const body = { dataID: DataId.parse(unit), name: 'high', comparison: 'sensor.level > 60', startDate: '2020-01-01' }
    await call(portal, createEvent, { token, body: body })
  }
  const occurrences = await watchOccurrences(portal.url, token)
  await delay(1_000)
  const delays: number[] = []
  await watch.during('events live', async () => {
    let isDone = false
    const load = publishSteadily(lanes, packets, () => isDone)
    const end = performance.now() + sizes.liveSeconds * 1000
    for (let turn = 1; performance.now() < end; turn += 1) {
      const next = occurrences.next()
      await publish(turn % 2 === 1 ? 100 : 0)
      const acknowledged = performance.now()
      delays.push(Math.max(0, (await next) - acknowledged))
      await delay(PAUSE_MS)
    }
    isDone = true
    await load
  })
  occurrences.close()
  for (const lane of [probe, ...lanes]) lane.close()
  return {
    work: `record to its occurrence on an open page under ${formatCount(MESSAGES_A_SECOND)} messages/s, p99`,
    unit: 'ms',
    target: 300,
    measured: percentile(delays, 0.99),
    note: `${delays.length} records that began or ended one; p50 ${percentile(delays, 0.5).toFixed(0)} ms. All ${sources.length} units of the load have an event table, too.`,
  }
}

async function publishSteadily(
  lanes: Awaited<ReturnType<typeof connectUnits>>,
  packets: readonly Buffer[][],
  isDone: () => boolean,
): Promise<void> {
  const started = performance.now()
  for (let number = 0; !isDone(); await delay(TICK_MS)) {
    const due = ((performance.now() - started) * MESSAGES_A_SECOND) / 1000
    for (; number < due; number += 1) {
      const unit = number % lanes.length
      const packet = packets[unit]?.[1 + Math.floor(number / lanes.length)]
      if (packet !== undefined) lanes[unit]?.publish(packet)
    }
  }
  await Promise.all(lanes.map((lane) => lane.acknowledged()))
}

/** Receives the updates that a page of the unit gets. */
async function watchOccurrences(url: string, token: string) {
  const aborter = new AbortController()
  const response = await fetch(`${url}${streamLive.path}?devices=${UNIT}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborter.signal,
  })
  if (!response.ok || response.body === null) throw new Error(`the live stream answered ${response.status}`)
  let waiting = Promise.withResolvers<number>()
  const read = createEventReader()
  const reading = (async (body: ReadableStream<Uint8Array>) => {
    for await (const text of body.pipeThrough(new TextDecoderStream()) as AsyncIterable<string>) {
      if (!read(text).some(({ event }) => event === 'occurrences')) continue
      waiting.resolve(performance.now())
    }
  })(response.body)
  reading.catch(() => undefined)
  return {
    /** When the next one comes. */
    next: (): Promise<number> => {
      waiting = Promise.withResolvers()
      const { reject, promise } = waiting
      const patience = setTimeout(() => reject(new Error('no occurrence was pushed')), PATIENCE_MS)
      return promise.finally(() => clearTimeout(patience))
    },
    close: () => aborter.abort(),
  }
}
