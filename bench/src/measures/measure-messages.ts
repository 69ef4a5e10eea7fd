import { readAll } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { checkRecords } from '../checks/check-records.ts'
import { deliverAll } from '../deliver.ts'
import type { Result } from '../report/result.ts'
import type { Store } from '../stores/store.ts'
import { recordOf, type SensorSource } from '../stretches.ts'
import { addMqttUnits, connectUnits, packetsOf } from './mqtt-units.ts'

const IN_FLIGHT_A_UNIT = 10

/** Single records by MQTT with QoS 1, each acknowledged after it is committed. */
export async function measureMessages(context: BenchContext): Promise<Result> {
  const { portal, watch, sizes, compare } = context
  const sources = await addMqttUnits(context, { prefix: 'bench-mqtt', readings: Math.ceil(sizes.messages / 50) })
  const seconds = await watch.during('messages', () => publish(portal, sources))
  await checkSome(portal, sources)
  const each = Math.ceil(sizes.yardstickMessages / sources.length)
  const yardsticks = await compare((yardstick) => sendSingly(yardstick, sources, each))
  return {
    work: `single-record QoS 1 messages of ${sources.length} MQTT clients`,
    unit: 'messages/s',
    target: 10_000,
    measured: (sources.length * (sources[0]?.readings ?? 0)) / seconds,
    yardsticks,
    note: `${IN_FLIGHT_A_UNIT} unacknowledged a client. The tables commit each record by itself, over 16 connections; VictoriaMetrics and InfluxDB take one HTTP request a record, ${sources.length} at a time.`,
  }
}

async function publish(portal: BenchContext['portal'], sources: readonly SensorSource[]): Promise<number> {
  const packets = sources.map((source) => packetsOf(source))
  const lanes = await connectUnits(portal, sources)
  const started = performance.now()
  await Promise.all(lanes.map((lane, place) => lane.publishAll(packets[place] ?? [], IN_FLIGHT_A_UNIT)))
  const seconds = (performance.now() - started) / 1000
  for (const lane of lanes) lane.close()
  return seconds
}

/** Reads the records of every tenth unit back. */
async function checkSome(portal: BenchContext['portal'], sources: readonly SensorSource[]): Promise<void> {
  const token = await portal.signIn()
  for (const source of sources.filter((_, place) => place % 10 === 0)) {
    const records = await readAll(portal, { token }, source.unit, source.source)
    checkRecords(source, { first: 0, count: source.readings }, records)
  }
}

/** Messages a second. */
async function sendSingly(store: Store, sources: readonly SensorSource[], each: number): Promise<number> {
  const deliveries = Array.from({ length: each }, (_, index) =>
    sources.map((source) => store.prepare([{ ...source, records: [recordOf(source, index)] }])),
  ).flat()
  return deliveries.length / (await deliverAll(deliveries, sources.length))
}
