import type { BenchContext } from '../bench-context.ts'
import { recordJson } from '../stores/portal-store.ts'
import { ALL_FIELDS, recordOf, type SensorSource } from '../stretches.ts'
import { type MqttLane, openMqttLane, publishPacket } from '../transport/mqtt-lane.ts'
import { topics } from '@fieldwatch/contract/telemetry/ingest'

const UNITS = 50

/** Fifty units with one source each that speak MQTT. */
export async function addMqttUnits(
  { portal, today }: Pick<BenchContext, 'portal' | 'today'>,
  { prefix, readings }: { prefix: string; readings: number },
): Promise<SensorSource[]> {
  const sources = Array.from({ length: UNITS }, (_, unit) => ({
    unit: `${prefix}-${unit}`,
    source: 'sensor',
    fields: ALL_FIELDS,
    sensor: { seed: 5000 + unit, start: today - 86_400_000 },
    readings,
  }))
  await portal.addUnits(sources.map(({ unit }) => unit))
  return sources
}

export function connectUnits(portal: BenchContext['portal'], sources: readonly SensorSource[]): Promise<MqttLane[]> {
  return Promise.all(
    sources.map(({ unit }) => openMqttLane(portal.mqttUrl, { dataID: unit, token: portal.tokenOf(unit) })),
  )
}

/** One message with one record for each reading, from one of them on. */
export function packetsOf(source: SensorSource, first = 0): Buffer[] {
  const topic = topics.data(source.unit, source.source)
  return Array.from({ length: source.readings }, (_, index) =>
    publishPacket(topic, recordJson(source, recordOf(source, first + index)), first + index),
  )
}
