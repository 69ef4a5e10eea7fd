import type { ListedUnit } from './listed-unit.ts'
import { useMemo } from 'react'
import { FitPositions } from '#shared/map/fit-positions.tsx'
import type { IconsByTemplate } from '#shared/templates/unit-icons-query.ts'
import { MapView } from '#shared/map/map-view.tsx'
import { PlacesOnMap } from '#shared/places/places-layer.tsx'
import { NearestUnits } from './nearest-units.tsx'
import { UnitMarkers } from './unit-markers-layer.tsx'
import { placeUnits } from './unit-markers.ts'
import classes from './empty-map-note.module.css'
import { t } from './texts.ts'

export interface FleetMapProps {
  units: readonly ListedUnit[]
  icons: IconsByTemplate
  /** How many alerts are triggered, by dataID. */
  triggered: ReadonlyMap<string, number>
  now: number
  /** The map shows all its units again when this changes. */
  occasion: string
}

/** Where the units of the list are. */
export function FleetMap({ units, icons, triggered, now, occasion }: FleetMapProps) {
  const placed = useMemo(() => placeUnits(units), [units])
  const positions = useMemo(() => placed.map(({ position }) => position), [placed])
  return (
    <MapView label={t('fleet.map')}>
      <FitPositions positions={positions} occasion={occasion} />
      <PlacesOnMap />
      <NearestUnits />
      <UnitMarkers placed={placed} icons={icons} triggered={triggered} now={now} />
      {placed.length === 0 ? <EmptyMapNote units={units} /> : undefined}
    </MapView>
  )
}

interface EmptyMapNoteProps {
  /** What the list shows. */
  units: readonly Pick<ListedUnit, 'active'>[]
}

/** Says why there is no unit on the map. */
export function EmptyMapNote({ units }: EmptyMapNoteProps) {
  return <p className={classes['note']}>{noteOf(units)}</p>
}

function noteOf(units: EmptyMapNoteProps['units']): string {
  if (units.length === 0) return t('fleet.map.none')
  if (units.every(({ active }) => !active)) return t('fleet.map.deactivated')
  return t('fleet.map.no-position')
}
