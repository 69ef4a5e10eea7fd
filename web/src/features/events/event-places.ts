import {
  DISTANCE_VALUE,
  fieldOfPlace,
  parsePlaceComparison,
  PLACE_VALUE,
  placeBound,
  placeOfField,
} from '@fieldwatch/contract/places/place-conditions'
import type { Place } from '@fieldwatch/contract/places/places'
import { readsAsNumber } from '@fieldwatch/contract/telemetry/data'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { placesQuery } from '#shared/places/place-queries.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import type { UnitSources } from '#shared/units/source-choices.ts'
import { t } from './texts.ts'

const NO_PLACES: readonly Place[] = []

/** The places that count for the unit: those of its entities. */
export function useUnitPlaces(): readonly Place[] {
  const { unit } = useUnit()
  const { data = NO_PLACES } = useQuery(placesQuery(useApi()))
  return useMemo(() => data.filter(({ entity }) => unit.entities.includes(entity)), [data, unit.entities])
}

/** Sources with positions that are left out of pickers of values, as `location` is: there they are offered for places alone. */
export function positionSources(sources: UnitSources, known: readonly { readonly value: string }[]) {
  return Object.keys(sources)
    .filter((source) => hasPositions(sources, source) && !known.some(({ value }) => value === source))
    .map((source) => ({ value: source, label: t('events.place.position', { source }) }))
}

function hasPositions(sources: UnitSources, source: string): boolean {
  return ['lat', 'lon'].every((field) => readsAsNumber(sources[source]?.[field]))
}

interface Chosen {
  readonly sources: UnitSources
  readonly source: string
  readonly field: string
}

/** Places as what a source with positions can be compared with, and that which is chosen even if it is gone. */
export function placeChoices(places: readonly Place[], { sources, source, field }: Chosen) {
  const groups = [...new Set(places.flatMap(({ group }) => group ?? []))].toSorted()
  const items = hasPositions(sources, source)
    ? [
        ...groups.map((name) => ({
          value: fieldOfPlace({ kind: 'group', name }),
          label: t('events.place.group', { group: name }),
        })),
        ...places.map(({ placeID: id, name }) => ({ value: fieldOfPlace({ kind: 'place', id }), label: name })),
      ]
    : []
  const isKnown = placeOfField(field) === undefined || items.some(({ value }) => value === field)
  const all = isKnown ? items : [...items, { value: field, label: t('events.place.gone') }]
  return all.length === 0 ? [] : [{ group: t('events.places'), items: all }]
}

/** In a place or outside of it, as the operators that are stored for it. */
export function sideChoices() {
  return (['in', 'outside'] as const).map((side) => ({
    value: placeBound(side).operator,
    label: t(`events.place.side.${side}`),
  }))
}

/** The values of every table on places, where one of them is chosen. */
export function visitedChoices(values: readonly string[]) {
  return values
    .filter((value) => [PLACE_VALUE, DISTANCE_VALUE].some((field) => value.endsWith(`.${field}`)))
    .map((value) => ({
      value,
      label: value.endsWith(PLACE_VALUE) ? t('events.heading.place') : t('events.heading.distance'),
    }))
}

/** A condition on places with their names; any other as it is written. */
export function comparisonText(comparison: string, places: readonly Place[]): string {
  const condition = parsePlaceComparison(comparison)
  if (condition === undefined) return comparison
  const { side, reference } = condition
  const place =
    reference.kind === 'group'
      ? t('events.place.group', { group: reference.name })
      : (places.find(({ placeID }) => placeID === reference.id)?.name ?? t('events.place.gone'))
  return t(`events.place.rule.${side}`, { place })
}
