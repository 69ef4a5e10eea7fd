import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import {
  type Crop,
  panned,
  placement,
  type Point,
  startView,
  type View,
  ZOOM_IN,
  ZOOM_OUT,
  zoomed,
} from './crop-geometry.ts'
import { gestureOf } from './crop-gesture.ts'
import type { Picture } from './open-picture.ts'
import classes from './image-cropper.module.css'
import { t } from './texts.ts'

interface CropFrameProps {
  picture: Picture
  crop: Crop
  view: View
  onView: (change: (view: View) => View) => void
}

/** The frame with the picture in it: drag or arrow keys move it; wheel, pinch, plus and minus zoom. */
export function CropFrame({ picture, crop, view, onView }: CropFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const place = placement(view, crop)

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const at = pointIn(frame.current, event, crop)
    if (event.deltaY !== 0) onView((before) => zoomed(before, event.deltaY < 0 ? ZOOM_IN : ZOOM_OUT, crop, at))
  })
  useEffect(() => {
    const element = frame.current
    // React listens to wheels passively, and the page would scroll along.
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, pointIn(frame.current, event, crop))
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (!pointers.current.has(event.pointerId)) return
    const before = [...pointers.current.values()]
    pointers.current.set(event.pointerId, pointIn(frame.current, event, crop))
    const { pan, zoom, at } = gestureOf(before, [...pointers.current.values()])
    onView((last) => zoomed(panned(last, pan, crop), zoom, crop, at))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (viewByKey(event.key, view, crop) === undefined) return
    event.preventDefault()
    onView((before) => viewByKey(event.key, before, crop) ?? before)
  }

  return (
    // The keys are the frame's own, as on a map.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={frame}
      role="application"
      aria-label={t('pictures.crop', { name: picture.file.name })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classes['frame']}
      style={{ width: crop.frame.width, aspectRatio: crop.frame.width / crop.frame.height }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={({ pointerId }) => pointers.current.delete(pointerId)}
      onPointerCancel={({ pointerId }) => pointers.current.delete(pointerId)}
      onKeyDown={onKeyDown}
    >
      <div className={classes['round']} aria-hidden="true" />
      <img
        src={picture.url}
        alt=""
        draggable={false}
        className={classes['picture']}
        style={{
          left: percent(place.x, crop.frame.width),
          top: percent(place.y, crop.frame.height),
          width: percent(place.width, crop.frame.width),
          height: percent(place.height, crop.frame.height),
        }}
      />
    </div>
  )
}

/** Where a pointer is, in pixels of the crop from the middle of the frame. */
function pointIn(frame: HTMLElement | null, pointer: { clientX: number; clientY: number }, crop: Crop): Point {
  const box = frame?.getBoundingClientRect()
  if (box === undefined || box.width === 0) return { x: 0, y: 0 }
  return {
    x: ((pointer.clientX - box.left) / box.width - 0.5) * crop.frame.width,
    y: ((pointer.clientY - box.top) / box.height - 0.5) * crop.frame.height,
  }
}

function percent(part: number, whole: number): string {
  return `${(part / whole) * 100}%`
}

/** How far an arrow key moves the picture, in pixels of the crop. */
const KEY_STEP = 10

/** What a key makes of a view; undefined when it means nothing here. */
export function viewByKey(key: string, view: View, crop: Crop): View | undefined {
  switch (key) {
    case 'ArrowLeft':
      return panned(view, { x: -KEY_STEP, y: 0 }, crop)
    case 'ArrowRight':
      return panned(view, { x: KEY_STEP, y: 0 }, crop)
    case 'ArrowUp':
      return panned(view, { x: 0, y: -KEY_STEP }, crop)
    case 'ArrowDown':
      return panned(view, { x: 0, y: KEY_STEP }, crop)
    case '+':
    case '=':
      return zoomed(view, ZOOM_IN, crop)
    case '-':
    case '_':
      return zoomed(view, ZOOM_OUT, crop)
    case '0':
      return startView(crop)
    default:
      return undefined
  }
}
