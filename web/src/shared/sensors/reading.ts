import type { texts } from '@fieldwatch/messages/sensors/en'
import type { DataRecord, FieldValue } from '@fieldwatch/contract/telemetry/data'
import { PAUSE_MARKER } from '@fieldwatch/contract/units/units'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { SourceState } from '#shared/latest/source-state.ts'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/sensors/??.*'))

/** The sensors of the panel, and the sources that they send to. */
export const SENSORS = [
  { name: 'NO3-', source: 'nitrate' as SourceName },
  { name: 'K+', source: 'potassium' as SourceName },
  { name: 'pH', source: 'ph' as SourceName },
] as const

export const ANALYTE = 'analyte_value'

/** Whether the sensor is paused (specification, document 2, section 9). */
export function isPaused(pausedData: readonly string[]): boolean {
  return pausedData.includes(PAUSE_MARKER)
}

/** Records of a sensor as parallel arrays; without `analyte_value` when none of them has it. */
interface SensorSeries {
  /** Epoch milliseconds, ascending. */
  readonly x: readonly number[]
  readonly analyte_value?: readonly (FieldValue | undefined)[]
}

export interface Reading {
  readonly value: string | number | boolean
  /** Epoch milliseconds. */
  readonly at: number
}

/** What a card shows: a reading, or a text in its place. */
export type CardState = { kind: 'reading'; reading: Reading } | { kind: 'text'; text: string }

/** Reverses records, which are kept newest first. */
export function seriesOfRecords(records: readonly DataRecord[]): SensorSeries {
  const ascending = records.toReversed()
  const x = ascending.map(({ messageUTC }) => Date.parse(messageUTC))
  if (!ascending.some((record) => ANALYTE in record)) return { x }
  return { x, analyte_value: ascending.map((record) => record[ANALYTE]) }
}

/** `settled`: the stream has had time to send stored records, so what is missing now does not exist. */
export function cardState(state: SourceState, { settled }: { settled: boolean }): CardState {
  const shown = stateOf(state)
  return shown.kind === 'reading' || settled ? shown : { kind: 'text', text: t('sensors.retrieving') }
}

/** The texts are those of the specification, document 2, section 2.5. */
function stateOf(state: SourceState): CardState {
  if (state.kind === 'retrieving') return { kind: 'text', text: t('sensors.retrieving') }
  if (state.kind === 'failed') return { kind: 'text', text: t('sensors.failed') }
  if (state.records.length === 0) return { kind: 'text', text: t('sensors.missing') }
  const { x, analyte_value: values } = seriesOfRecords(state.records)
  if (values === undefined) return { kind: 'text', text: t('sensors.failed') }
  const value = values.at(-1)
  const at = x.at(-1)
  if (value === undefined || value === null || value === '' || at === undefined)
    return { kind: 'text', text: t('sensors.empty') }
  return { kind: 'reading', reading: { value, at } }
}
