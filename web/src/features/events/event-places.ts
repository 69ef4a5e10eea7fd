import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import {
  DISTANCE_VALUE,
  fieldOfPlace,
  parkedByOfField,
  parsePlaceComparison,
  PLACE_VALUE,
  placeBound,
  placeOfField,
} from '@fieldwatch/contract/places/place-conditions'
import {
  fieldOfJourney,
  journeyOfField,
  parseJourneyComparison,
  STANDARD_TRIP_SETTINGS,
  STOP_VALUE,
  TRIP_VALUES,
} from '@fieldwatch/contract/places/trip-conditions'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { numberText } from '@fieldwatch/contract/text/number-text'
import type { Place } from '@fieldwatch/contract/places/places'
import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import { isHiddenSource, readsAsNumber } from '@fieldwatch/contract/telemetry/data'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { placesQuery } from '#shared/places/place-queries.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { positionChoices, type UnitSources } from '#shared/units/source-choices.ts'
import { t } from './texts.ts'

const NO_PLACES: readonly Place[] = []

function metresText(metres: number): string {
  return `${numberText(metres, { least: 0, most: 0 })} m`
}

/** The places that count for the unit: those of its entities. */
export function useUnitPlaces(): readonly Place[] {
  const { unit } = useUnit()
  const { data = NO_PLACES } = useQuery(placesQuery(useApi()))
  return useMemo(() => data.filter(({ entity }) => unit.entities.includes(entity)), [data, unit.entities])
}

/** The sources that tell where the unit is, its own position first, which pickers of values hide; and that which is chosen. */
export function positionSources(sources: UnitSources, chosen: string) {
  return positionChoices(sources, chosen)
    .filter(({ value }) => value === chosen || hasPositions(sources, value))
    .toSorted((one, other) => Number(isHiddenSource(other.value)) - Number(isHiddenSource(one.value)))
    .map(({ value, label }) => ({ value, label: isHiddenSource(value) ? t('events.place.position') : label }))
}

function hasPositions(sources: UnitSources, source: string): boolean {
  return ['lat', 'lon'].every((field) => readsAsNumber(sources[source]?.[field]))
}

/** Places and groups of places, and that which is chosen even if it is gone. */
export function placeChoices(places: readonly Place[], chosen: string) {
  const groups = [...new Set(places.flatMap(({ group }) => group ?? []))].toSorted()
  const items = [
    ...groups.map((name) => ({
      value: fieldOfPlace({ kind: 'group', name }),
      label: t('events.place.group', { group: name }),
    })),
    ...places.map(({ placeID: id, name }) => ({ value: fieldOfPlace({ kind: 'place', id }), label: name })),
  ]
  const isKnown = placeOfField(chosen) === undefined || items.some(({ value }) => value === chosen)
  return isKnown ? items : [...items, { value: chosen, label: t('events.place.gone') }]
}

/** Trips and stops; the chosen one with its settings. */
export function journeyChoices(field: string) {
  const chosen = journeyOfField(field)
  return (['trips', 'stops'] as const).map((kind) => ({
    value: kind === chosen?.kind ? field : fieldOfJourney({ kind, settings: STANDARD_TRIP_SETTINGS }),
    label: t(`events.trips.${kind}`),
  }))
}

/** Instead of an operator: outside of a place that the unit left while it was parked. */
export const LEFT_PARKED = 'parked'

/** In a place or outside of it, as the operators that are stored for it. */
export function sideChoices({ canBeParked }: { canBeParked: boolean }) {
  const sides = (['in', 'outside'] as const).map((side) => ({
    value: placeBound(side).operator as string,
    label: t(`events.place.side.${side}`),
  }))
  return canBeParked ? [...sides, { value: LEFT_PARKED, label: t('events.place.side.parked') }] : sides
}

interface Chosen {
  readonly sources: UnitSources
  readonly source: string
  readonly field: string
}

/**
 * Fields of the source that can say whether the unit is parked, the likeliest first, and that which is chosen even if it is gone. None
 * where all are numbers that may say anything, such as a direction.
 */
export function parkedChoices({ sources, source, field }: Chosen): string[] {
  const fields = Object.entries(sources[source] ?? {}).toSorted(([one], [other]) => compareNaturally(one, other))
  const known = fields.flatMap(([name, type]) => (type === 'bool' || type === 'int' ? [name] : []))
  const flags = fields.flatMap(([name, type]) => (type === 'bool' ? [name] : []))
  const chosen = parkedByOfField(field)
  const likely = [
    ...LIKELY_PARKED.filter((name) => known.includes(name)),
    ...flags,
    ...(chosen === undefined ? [] : [chosen]),
  ]
  return likely.length === 0 ? [] : [...new Set([...likely, ...known])]
}

const LIKELY_PARKED = ['ignition', 'movement']

/** What a value that is found with visits, trips or stops is called; undefined for those that units send. */
export function foundValueName(field: string): string | undefined {
  if (field === PLACE_VALUE || field === STOP_VALUE) return t('events.heading.place')
  if (field === DISTANCE_VALUE || field === 'trip_distance') return t('events.heading.distance')
  const value = TRIP_VALUES.find((one) => one === field)
  return value === undefined || value === 'trip_distance' ? undefined : t(`events.heading.${value}`)
}

/** The values that are found with visits, trips or stops, where one of them is chosen. */
export function visitedChoices(values: readonly string[]) {
  return values.flatMap((value) => {
    const label = foundValueName(value.slice(value.indexOf('.') + 1))
    return label === undefined ? [] : [{ value, label }]
  })
}

/** A condition on places with their names; any other as it is written. */
export function comparisonText(comparison: string, places: readonly Place[]): string {
  const journey = parseJourneyComparison(comparison)
  if (journey !== undefined) {
    const { kind, settings } = journey
    const stop = formatDuration(settings.stop * MINUTE_MS)
    return t(`events.trips.rule.${kind}`, { least: metresText(settings.least), stop })
  }
  const condition = parsePlaceComparison(comparison)
  if (condition === undefined) return comparison
  const { side, reference, parkedBy } = condition
  const place =
    reference.kind === 'group'
      ? t('events.place.group', { group: reference.name })
      : (places.find(({ placeID }) => placeID === reference.id)?.name ?? t('events.place.gone'))
  return t(`events.place.rule.${parkedBy === undefined ? side : LEFT_PARKED}`, { place })
}
