import type { PlaceColour } from '@fieldwatch/contract/places/places'
import { distanceBetween } from '@fieldwatch/contract/places/sphere'
import { type PointerEvent, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useMap } from '@fieldwatch/web/shared/map/map-context.ts'
import { MapMarker } from '@fieldwatch/web/shared/map/map-marker.tsx'
import { pixelOf, positionAt, worldSize } from '@fieldwatch/web/shared/map/mercator.ts'
import type { Position } from '@fieldwatch/web/shared/map/position.ts'
import { AreasLayer } from '@fieldwatch/web/shared/places/areas-layer.tsx'
import { destination } from '@fieldwatch/web/shared/places/place-outline.ts'
import classes from './draft-layer.module.css'
import {
  addCorner,
  type CornerPlace,
  countCorners,
  geometryOf,
  insertCorner,
  middlesOf,
  MOST_CORNERS,
  moveCorner,
  type PlaceDraft,
  removeCorner,
} from './place-draft.ts'
import { t } from './texts.ts'

interface DraftLayerProps {
  draft: PlaceDraft
  colour: PlaceColour | null
  onChange: (draft: PlaceDraft) => void
}

/** The place that is drawn: a press on the map adds a corner, handles move it, arrow keys nudge it. */
export function DraftLayer({ draft, colour, onChange }: DraftLayerProps) {
  const map = useMap()
  const press = useEffectEvent((position: Position) => onChange(addCorner(draft, position)))
  useEffect(() => map.onPress((position) => press(position)), [map])
  const shapes = useMemo(() => {
    const geometry = geometryOf(draft)
    return geometry === undefined ? [] : [{ geometry, radius: draft.radius, colour }]
  }, [draft, colour])
  return (
    <>
      <AreasLayer shapes={shapes} />
      {countCorners(draft) <= MOST_CORNERS ? <Handles draft={draft} onChange={onChange} /> : undefined}
    </>
  )
}

function Handles({ draft, onChange }: Omit<DraftLayerProps, 'colour'>) {
  const [centre] = draft.kind === 'circle' ? (draft.lines[0] ?? []) : []
  return (
    <>
      {middlesOf(draft).map(({ place, at }) => (
        <Handle
          key={`middle ${place.line} ${place.corner}`}
          kind="middle"
          position={at}
          label={t('places.corner.insert', { number: place.corner + 1 })}
          onPress={() => onChange(insertCorner(draft, place, at))}
          onMove={(to) => onChange(insertCorner(draft, place, to))}
        />
      ))}
      {draft.lines.flatMap((line, index) =>
        line.map((position, corner) => {
          const place: CornerPlace = { line: index, corner }
          return (
            <Handle
              key={`${index} ${corner}`}
              kind="corner"
              position={position}
              label={draft.kind === 'circle' ? t('places.centre') : t('places.corner', { number: corner + 1 })}
              onMove={(to) => onChange(moveCorner(draft, place, to))}
              onRemove={() => onChange(removeCorner(draft, place))}
            />
          )
        }),
      )}
      {centre === undefined ? undefined : (
        <Handle
          kind="corner"
          position={destination(centre, draft.radius, Math.PI / 2)}
          label={t('places.radius.handle')}
          onMove={(to) => onChange({ ...draft, radius: Math.max(1, Math.round(distanceBetween(centre, to))) })}
        />
      )}
    </>
  )
}

interface HandleProps {
  kind: 'corner' | 'middle'
  position: Position
  label: string
  onMove: (to: Position) => void
  onPress?: () => void
  onRemove?: () => void
}

/** Pixels by which an arrow key moves a handle. */
const NUDGE = 1
const LARGE_NUDGE = 10

const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A movement shorter than this is a press. */
const STILL = 3

function Handle({ kind, position, label, onMove, onPress, onRemove }: HandleProps) {
  const map = useMap()
  const button = useRef<HTMLButtonElement>(null)
  const drag = useRef<{ from: Position; x: number; y: number; moved: boolean }>(undefined)

  function movedBy(from: Position, x: number, y: number): Position {
    const world = worldSize(map.area().zoom)
    const pixel = pixelOf(from, world)
    return positionAt({ x: pixel.x + x, y: pixel.y + y }, world)
  }
  function begin(event: PointerEvent<HTMLButtonElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: position, x: event.clientX, y: event.clientY, moved: false }
  }
  function go(event: PointerEvent<HTMLButtonElement>): void {
    const { current } = drag
    if (current === undefined) return
    const [x, y] = [event.clientX - current.x, event.clientY - current.y]
    if (!current.moved && Math.hypot(x, y) < STILL) return
    // The handle between two corners becomes a corner, which the next drag moves.
    if (kind === 'middle' && current.moved) return
    current.moved = true
    if (kind === 'corner') onMove(movedBy(current.from, x, y))
  }
  function end(event: PointerEvent<HTMLButtonElement>): void {
    const { current } = drag
    drag.current = undefined
    if (kind === 'middle' && current?.moved === true)
      onMove(movedBy(current.from, event.clientX - current.x, event.clientY - current.y))
    else if (current?.moved === false) onPress?.()
  }
  const nudge = useEffectEvent((event: KeyboardEvent): void => {
    const arrow = kind === 'corner' ? ARROWS[event.key] : undefined
    if (arrow !== undefined) {
      const pixels = event.shiftKey ? LARGE_NUDGE : NUDGE
      onMove(movedBy(position, arrow.x * pixels, arrow.y * pixels))
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove !== undefined) onRemove()
    else if (event.key === 'Enter' || event.key === ' ') onPress?.()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const { current: element } = button
    if (element === null) return undefined
    const stop = (event: Event): void => event.stopPropagation()
    const pressed = (event: KeyboardEvent): void => nudge(event)
    // The map listens below the root of React: without this it would move too.
    element.addEventListener('keydown', pressed)
    for (const type of ['mousedown', 'touchstart'] as const) element.addEventListener(type, stop)
    return () => {
      element.removeEventListener('keydown', pressed)
      for (const type of ['mousedown', 'touchstart'] as const) element.removeEventListener(type, stop)
    }
  }, [])

  return (
    <MapMarker position={position}>
      <button
        ref={button}
        type="button"
        className={classes['handle']}
        data-kind={kind}
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={() => (drag.current = undefined)}
      />
    </MapMarker>
  )
}
