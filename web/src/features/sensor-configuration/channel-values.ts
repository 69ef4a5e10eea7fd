import { type BusId } from '@fieldwatch/contract/sensors/bus-ids'
import {
  BUS_SOURCE,
  CHANNEL_NUMBERS,
  channelFields,
  type ChannelNumber,
} from '@fieldwatch/contract/sensors/sensor-buses'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { SourceNeed } from '#shared/latest/current-source.ts'
import type { ReadSource, SourceState } from '#shared/latest/source-state.ts'

/** The newest value of a field, and when it was measured, in epoch milliseconds. */
export interface FieldReading {
  readonly value: Exclude<FieldValue, null>
  readonly at: number
}

/** What is needed to show the value of each channel of a bus. */
export function channelNeeds(bus: BusId): ReadonlyMap<string, SourceNeed> {
  const fields = CHANNEL_NUMBERS.flatMap((number) => channelFields(bus, number))
  return new Map([[BUS_SOURCE, { limit: 1, fields }]])
}

/** What a channel reads now; undefined where the gateway reports nothing of it. */
export function channelReading(read: ReadSource, bus: BusId, number: ChannelNumber): FieldReading | undefined {
  const state = read(BUS_SOURCE)
  const readings = channelFields(bus, number).map((field) => readingOf(state, field))
  return readings.find((reading) => reading !== undefined)
}

export function readingOf(state: SourceState, field: string): FieldReading | undefined {
  if (state.kind !== 'records') return undefined
  for (const record of [...state.records, ...(state.older ?? [])]) {
    const value = record[field]
    if (value !== undefined && value !== null) return { value, at: Date.parse(record.messageUTC) }
  }
  return undefined
}
