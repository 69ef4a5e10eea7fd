import { STOP_VALUE, type TripValue } from '@fieldwatch/contract/places/trip-conditions'
import type { EventRule } from '../event-rule.ts'
import type { Figures, Occurrence, StartValue } from '../occurrence.ts'
import type { JourneyColumns } from './journey-columns.ts'
import type { Figure, Journey } from './journey-state.ts'
import type { NamePlace } from '#records/places/name-places.ts'
import { meanUntil } from '#records/store/held-mean.ts'

const NOTHING: Figures = { start: null, least: null, greatest: null, mean: null }
const KMH = 3.6

/** A trip or stop as an occurrence, with the names of its places. */
export async function occurrenceOfJourney(
  { source, values }: Pick<EventRule, 'source' | 'values'>,
  { columns, nameOf }: { readonly columns: Pick<JourneyColumns, 'kind'>; readonly nameOf: NamePlace },
  journey: Journey,
): Promise<Occurrence> {
  const { startAt, endAt, lastAt } = journey
  const starts: StartValue[] = []
  const figures: Figures[] = []
  for (const [place, value] of values.entries()) {
    const field = value.source === source ? value.field : ''
    const name = await nameOfValue(field, journey, nameOf)
    const number = columns.kind === 'trips' ? numberOf(field, journey) : undefined
    starts.push(name ?? null)
    figures.push(number === undefined ? figuresOf(journey.figures[place], endAt ?? lastAt) : sameFigures(number))
  }
  return { startAt, endAt, lastAt, figures, starts }
}

async function nameOfValue(
  field: string,
  { from, to, endAt }: Journey,
  nameOf: NamePlace,
): Promise<string | null | undefined> {
  if (field === 'trip_from' || field === STOP_VALUE) return nameOf(from)
  // Where it goes is known once it is there.
  if (field === 'trip_to') return endAt === undefined ? null : nameOf(to)
  return undefined
}

/** What is known of a trip by a number; null: it is not known, undefined: another value. */
function numberOf(field: string, { startAt, endAt, lastAt, sums }: Journey): number | null | undefined {
  if (sums === undefined) return undefined
  const seconds = ((endAt ?? lastAt) - startAt) / 1_000
  switch (field as TripValue) {
    case 'trip_distance':
      return Math.round(sums.metres)
    case 'trip_mean_speed':
      return seconds > 0 ? tenth((sums.metres / seconds) * KMH) : null
    case 'trip_top_speed':
      return sums.top === null ? null : tenth(sums.top * KMH)
    case 'trip_pauses':
      return sums.pauses
    case 'trip_paused':
      return tenth(sums.pausedMs / 60_000)
    default:
      return undefined
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

function sameFigures(value: number | null): Figures {
  return value === null ? NOTHING : { start: value, least: value, greatest: value, mean: value }
}

function figuresOf(figure: Figure | undefined, until: number): Figures {
  if (figure === undefined) return NOTHING
  const { start, least, greatest, mean } = figure
  return { start, least, greatest, mean: meanUntil(mean, until) }
}
