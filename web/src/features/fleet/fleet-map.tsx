import type { DataId } from '@fieldwatch/contract/api/ids'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { ListedUnit } from './listed-unit.ts'
import { useMemo } from 'react'
import { Slot } from '#platform/extensions/slot.tsx'
import { useMomentMenu } from '#platform/extensions/use-moment-menu.tsx'
import type { UnitMoment } from '#platform/extensions/slots.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { FitPositions } from '#shared/map/fit-positions.tsx'
import type { IconsByTemplate } from '#shared/templates/unit-icons-query.ts'
import type { Position } from '#shared/map/position.ts'
import { TrackLayer } from '#shared/map/track-layer.tsx'
import type { Replay } from '#shared/moment/replay.ts'
import { useReplay, useSnapshot } from '#shared/moment/replay-context.ts'
import { trackUntil } from '#shared/replay/tracks.ts'
import { LOCATION, useTracks } from '#shared/replay/use-tracks.ts'
import { MapView } from '#shared/map/map-view.tsx'
import { NearestUnits } from './nearest-units.tsx'
import { UnitMarkers } from './unit-markers-layer.tsx'
import { type PlacedUnit, placeUnits } from './unit-markers.ts'
import classes from './empty-map-note.module.css'
import { t } from './texts.ts'

export interface FleetMapProps {
  units: readonly ListedUnit[]
  /** Those whose ways are drawn in the past. */
  moving: readonly DataId[]
  icons: IconsByTemplate
  /** How many alerts are triggered, by dataID. */
  triggered: ReadonlyMap<string, number>
  now: number
  /** The map shows all its units again when this changes. */
  occasion: string
}

/** Where the units of the list are. */
export function FleetMap({ units, moving, icons, triggered, now, occasion }: FleetMapProps) {
  // The units nearest to a position are those of now.
  const isPast = useReplay() !== undefined
  const placed = useMemo(() => placeUnits(units), [units])
  const snapshot = useSnapshot()
  const menu = useMomentMenu()
  const positions = useMemo(() => placed.map(({ position }) => position), [placed])
  return (
    <MapView label={t('fleet.map')}>
      <FitPositions positions={positions} occasion={occasion} />
      <Slot name="map.layer" of={{}} />
      {isPast ? undefined : <NearestUnits />}
      <FleetTracks placed={placed} moving={moving} />
      <UnitMarkers
        placed={placed}
        icons={icons}
        triggered={triggered}
        now={now}
        entries={(unit) => menu.entries(() => momentOf(unit, snapshot?.at ?? portalNow()))}
      />
      {placed.length === 0 ? <EmptyMapNote units={units} /> : undefined}
      {menu.dialog}
    </MapView>
  )
}

const WEEK_MS = 7 * DAY_MS

/** A unit now, or at the moment that is replayed, with the week before and the minute in which someone looks. */
function momentOf({ dataID: dataId, friendlyName: title }: ListedUnit, at: number): UnitMoment {
  return { dataId, title, from: at, around: { from: at - WEEK_MS, to: at + MINUTE_MS } }
}

/** The ways of the last hour before the moment that is replayed. */
function FleetTracks(shown: Omit<TracksProps, 'replay'>) {
  const replay = useReplay()
  return replay === undefined ? undefined : <Tracks replay={replay} {...shown} />
}

const TAIL = { lastMs: HOUR_MS, most: 60 }
const NO_LINES: readonly (readonly Position[])[] = []

interface TracksProps {
  replay: Replay
  placed: readonly PlacedUnit[]
  moving: readonly DataId[]
}

function Tracks({ replay, placed, moving }: TracksProps) {
  const snapshot = useSnapshot()
  const asked = useMemo(
    () => ({ dataIds: moving, range: replay.playback().range, fields: LOCATION, known: replay.known }),
    [moving, replay],
  )
  const tracks = useTracks(asked)
  const lines = useMemo(() => {
    if (snapshot === undefined) return NO_LINES
    return placed.flatMap(({ unit: { dataID } }) => {
      const track = tracks.get(dataID)
      return track === undefined ? [] : [trackUntil(track, { at: snapshot.at, ...TAIL })]
    })
  }, [placed, tracks, snapshot])
  return <TrackLayer lines={lines} />
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
