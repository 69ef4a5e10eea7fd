import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { activityOf } from '#ui/components/activity.ts'
import { type Cluster, groupMarkers } from '#shared/map/group-markers.ts'
import { useMap, useMapArea } from '#shared/map/map-context.ts'
import { FIT_MAX_ZOOM, FIT_PADDING, MAX_MARKERS } from '#shared/map/map-limits.ts'
import { MapMarker } from '#shared/map/map-marker.tsx'
import { extentOf, type Position } from '#shared/map/position.ts'
import type { Reach } from '#shared/map/map-surface.ts'
import { iconOf, type IconsByTemplate } from '#shared/templates/unit-icons-query.ts'
import { ClusterCount } from './cluster-count.tsx'
import { UnitPin } from './unit-pin.tsx'
import { MarkerCard, type MarkerEntries } from './marker-card.tsx'
import type { PlacedUnit } from './unit-markers.ts'
import { createPortal } from 'react-dom'

interface UnitMarkersProps {
  placed: readonly PlacedUnit[]
  icons: IconsByTemplate
  /** How many alerts are triggered, by dataID. */
  triggered: ReadonlyMap<string, number>
  now: number
  /** What extensions offer on the card of a unit. */
  entries: MarkerEntries
}

/** The most zoom levels by which the map zooms in to open a cluster. */
const CLUSTER_ZOOM_STEP = 4

/** The extents of a pin, whose tip is at its position, and of a cluster, which is centred on it; the theme has the same sizes. */
const PIN: Reach = { up: 40, down: 0, aside: 15 }
const CLUSTER: Reach = { up: 20, down: 20, aside: 20 }

/** The markers of the units, gathered where they would cover each other, and the card of the one that was chosen. */
export function UnitMarkers({ placed, icons, triggered, now, entries }: UnitMarkersProps) {
  const map = useMap()
  const area = useMapArea()
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const { singles, clusters } = useMemo(() => groupMarkers(placed, { ...area, limit: MAX_MARKERS }), [placed, area])
  const chosen = placed.filter(({ unit }) => chosenIds.includes(unit.dataID))
  const [first] = chosen
  const opener = useRef<HTMLElement>(null)

  function choose(ids: readonly string[], from: HTMLElement): void {
    opener.current = from
    setChosenIds(ids)
  }

  function close(): void {
    setChosenIds([])
    opener.current?.focus()
  }

  function open(cluster: Cluster<PlacedUnit>, from: HTMLElement): void {
    const extent = extentOf(cluster.members.map(({ position }) => position))
    if (extent === undefined) return
    const onePlace = extent[0] === extent[2] && extent[1] === extent[3]
    // Units that no zoom separates open as a list.
    if (onePlace || map.zoom() >= map.maxZoom() - 1) {
      choose(
        cluster.members.map(({ unit }) => unit.dataID),
        from,
      )
      return
    }
    map.fit(extent, {
      padding: FIT_PADDING,
      maxZoom: Math.max(FIT_MAX_ZOOM, map.zoom() + CLUSTER_ZOOM_STEP),
      animate: true,
    })
  }

  return (
    <>
      {clusters.map((cluster) => (
        <MapMarker key={`cluster-${cluster.members[0]?.unit.dataID}`} position={cluster.position}>
          <ClusterCount
            units={cluster.members.map(({ unit }) => unit)}
            triggered={triggered}
            now={now}
            onOpen={(from) => open(cluster, from)}
          />
        </MapMarker>
      ))}
      {singles.map(({ unit, position }) => (
        <MapMarker key={unit.dataID} position={position} anchor="bottom">
          <UnitPin
            name={unit.friendlyName}
            image={unit.image}
            icon={iconOf(icons, unit)}
            activity={activityOf(unit, now)}
            triggered={triggered.get(unit.dataID)}
            chosen={chosenIds.includes(unit.dataID)}
            onOpen={(from) => choose([unit.dataID], from)}
          />
        </MapMarker>
      ))}
      {first === undefined ? undefined : (
        <MapPopup
          key={chosenIds.join()}
          position={first.position}
          reach={chosen.length > 1 ? CLUSTER : PIN}
          onClose={close}
        >
          <MarkerCard
            units={chosen.map(({ unit }) => unit)}
            triggered={triggered}
            now={now}
            entries={entries}
            onClose={close}
          />
        </MapPopup>
      )}
    </>
  )
}

interface MapPopupProps {
  position: Position
  /** What is at the position, and stays in view; nothing when left out. Keep the object. */
  reach?: Reach
  /** Pressed Esc, or the map beside it. */
  onClose: () => void
  children: ReactNode
}

const NOTHING: Reach = { up: 0, down: 0, aside: 0 }

/** A card that points at a position of the map. */
function MapPopup({ position, reach = NOTHING, onClose, children }: MapPopupProps) {
  const map = useMap()
  const element = useMemo(() => document.createElement('div'), [])
  const [longitude, latitude] = position
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const card = map.placeCard(element, { position: [longitude, latitude], reach })
    const stop = map.onPress(() => close())
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      stop()
      document.removeEventListener('keydown', onKey)
      card.remove()
    }
  }, [map, element, reach, longitude, latitude])
  return createPortal(children, element)
}
