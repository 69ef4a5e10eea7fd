import type { DataDocument } from '@fieldwatch/contract/units'
import { useMemo } from 'react'
import { FitPositions } from '#shared/map/fit-positions.tsx'
import { MapView } from '#shared/map/map-view.tsx'
import { EmptyMapNote } from './empty-map-note.tsx'
import { UnitMarkers } from './unit-markers-layer.tsx'
import { placeUnits } from './unit-markers.ts'

export interface FleetMapProps {
  units: readonly DataDocument[]
  now: number
  /** The map shows all its units again when this changes. */
  occasion: string
}

/** Where the units of the list are. */
export function FleetMap({ units, now, occasion }: FleetMapProps) {
  const placed = useMemo(() => placeUnits(units), [units])
  const positions = useMemo(() => placed.map(({ position }) => position), [placed])
  return (
    <MapView label="Map of the units">
      <FitPositions positions={positions} occasion={occasion} />
      <UnitMarkers placed={placed} now={now} />
      {placed.length === 0 ? <EmptyMapNote units={units} /> : undefined}
    </MapView>
  )
}
