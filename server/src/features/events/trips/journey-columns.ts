import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import { metresASecond, type JourneyCondition, type TripSettings } from '@fieldwatch/contract/places/trip-conditions'
import { locate, POSITION_FIELDS } from '#records/places/position-accuracy.ts'
import type { NumberBlock } from '#records/store/record-reader.ts'
import { vectorOf } from '@fieldwatch/contract/places/sphere'
import type { JourneyRule } from './follow-journey.ts'
import type { Fix, JourneyState } from './journey-state.ts'

/** What a table of trips reads of its own source, and how. */
export interface JourneyColumns {
  readonly kind: JourneyCondition['kind']
  readonly rule: JourneyRule
  readonly settings: TripSettings
  /** How many values the table has; the place behind them is that of the ignition. */
  readonly values: number
  /** The fields of the own source, in the order of the columns. */
  readonly fields: readonly string[]
  /** For each column behind positions and speed its place among the values. */
  readonly places: readonly number[]
  /** Metres of accuracy of positions whose records say nothing about it. */
  readonly usualAccuracy: number
}

/** A stop or trip ends after this without positions, unless a table of trips says otherwise. */
const STANDARD_GAP_MS = HOUR_MS
/** An ignition that was read earlier says nothing. */
const IGNITION_MS = DAY_MS

interface Asked extends Pick<JourneyCondition, 'kind' | 'settings'>, Pick<JourneyColumns, 'usualAccuracy'> {
  readonly gapMs: number
  readonly values: number
  readonly own: { readonly fields: readonly string[]; readonly places: readonly number[] }
}

export function journeyColumnsOf({ kind, settings, gapMs, values, own, usualAccuracy }: Asked): JourneyColumns {
  const { least, stop, speed } = settings
  const rule = {
    least,
    stopMs: stop * 60_000,
    gapMs: kind === 'trips' ? gapMs : Math.min(gapMs, STANDARD_GAP_MS),
    standGapMs: kind === 'stops' ? gapMs : Infinity,
    holdMs: gapMs,
  }
  const fields = [...POSITION_FIELDS, speed?.field ?? 'lat', ...own.fields]
  return { kind, rule, settings, values, fields, places: own.places, usualAccuracy }
}

const SPEED = POSITION_FIELDS.length
const FASTEST = 100

/** The position of a record with what counts with it; undefined without one. Notes the ignition, also without a position. */
export function fixOf(
  { settings: { speed }, values, places, usualAccuracy }: JourneyColumns,
  { at: times, columns }: NumberBlock,
  index: number,
  state: JourneyState,
): Fix | undefined {
  const numberAt = (column: number): number => columns[column]?.[index] ?? Number.NaN
  const at = times[index] ?? 0
  const found = Array.from({ length: values }, (): number | null => null)
  for (const [column, place] of places.entries()) {
    const value = numberAt(SPEED + 1 + column)
    if (Number.isNaN(value)) continue
    if (place < values) found[place] = value
    else state.latest[place] = [value, at]
  }
  const located = locate(numberAt(0), numberAt(1), {
    accuracy: numberAt(2),
    hdop: numberAt(3),
    satellites: numberAt(4),
    usual: usualAccuracy,
  })
  if (located === undefined) return undefined
  const sent = speed === undefined ? Number.NaN : metresASecond(numberAt(SPEED), speed.unit)
  const ignition = state.latest[values] ?? null
  return {
    at,
    vector: vectorOf([located.longitude, located.latitude]),
    accuracy: located.accuracy,
    speed: sent >= 0 && sent <= FASTEST ? sent : null,
    isOff: ignition !== null && ignition[0] === 0 && at - ignition[1] <= IGNITION_MS,
    values: found,
    starts: found.map((value, place) => value ?? state.latest[place]?.[0] ?? null),
  }
}
