import type { Place, PlaceColour } from '@fieldwatch/contract/places/places'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { FitPositions } from '@fieldwatch/web/shared/map/fit-positions.tsx'
import { useMap } from '@fieldwatch/web/shared/map/map-context.ts'
import type { MapSurface } from '@fieldwatch/web/shared/map/map-surface.ts'
import { MapView } from '@fieldwatch/web/shared/map/map-view.tsx'
import type { Position } from '@fieldwatch/web/shared/map/position.ts'
import { unitPositionsQuery } from './place-queries.ts'
import { outlineOf } from '@fieldwatch/web/shared/places/place-outline.ts'
import { PlacesLayer } from './places-layer.tsx'
import { t } from './texts.ts'
import { DraftLayer } from './draft-layer.tsx'
import type { PlaceDraft } from './place-draft.ts'

interface PlacesMapProps {
  /** Undefined while they are on their way. */
  places: readonly Place[] | undefined
  /** Without places the map shows where the units are. */
  hasNone: boolean
  chosen: number | undefined
  drawn:
    | { readonly place: Place | undefined; readonly draft: PlaceDraft; readonly colour: PlaceColour | null }
    | undefined
  /** Gets the way to ask for the middle of the map. */
  onMap: (centre: () => Position) => void
  onChoose: ((place: Place) => void) | undefined
  onDraft: (draft: PlaceDraft) => void
}

const NO_PLACES: readonly Place[] = []

/** Places on a map; the one that is drawn with its handles. */
export function PlacesMap({ places = NO_PLACES, hasNone, chosen, drawn, onMap, onChoose, onDraft }: PlacesMapProps) {
  const edited = drawn?.place?.placeID
  const others = useMemo(() => places.filter(({ placeID }) => placeID !== edited), [places, edited])
  const target = places.find(({ placeID }) => placeID === chosen)
  const corners = useMemo(
    () => (target === undefined ? others : [target]).flatMap((place) => outlineOf(place).flat(2)),
    [target, others],
  )
  return (
    <MapView label={t('places.map')}>
      <TellCentre onMap={onMap} />
      {corners.length === 0 ? undefined : (
        <FitPositions positions={corners} occasion={target === undefined ? 'all' : String(target.placeID)} />
      )}
      {hasNone ? <FitUnits /> : undefined}
      <PlacesLayer places={others} onChoose={onChoose} />
      {drawn === undefined ? undefined : <DraftLayer draft={drawn.draft} colour={drawn.colour} onChange={onDraft} />}
    </MapView>
  )
}

function FitUnits() {
  const { data: positions } = useQuery(unitPositionsQuery(useApi()))
  return positions === undefined ? undefined : <FitPositions positions={positions} occasion="units" />
}

function TellCentre({ onMap }: Pick<PlacesMapProps, 'onMap'>) {
  const map = useMap()
  const tell = useEffectEvent((on: MapSurface) =>
    onMap(() => {
      const [west, south, east, north] = on.area().extent
      return [(west + east) / 2, (south + north) / 2]
    }),
  )
  useEffect(() => tell(map), [map])
  return undefined
}
