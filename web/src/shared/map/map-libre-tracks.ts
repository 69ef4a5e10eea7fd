import type { Map } from 'maplibre-gl'
import { frameOf, type MapFrame } from './graticule.ts'
import type { Track } from './map-surface.ts'
import { pixelOf, worldSize } from './mercator.ts'
import type { Position } from './position.ts'

const TRACK_WIDTH = 3

/** A line in a world of width 1, as x, y, x, y, …, with its western and eastern ends. */
export interface TrackLine {
  readonly points: Float64Array
  readonly west: number
  readonly east: number
}

interface DrawnTrack {
  readonly colour: string
  lines: readonly TrackLine[]
}

/** Adds tracks to a map, on one canvas between the ground and the markers. WebGL would draw the whole map again for each change of a line. */
export function createTracks(map: Map): (colour: string) => Track {
  const tracks = new Set<DrawnTrack>()
  let canvas: HTMLCanvasElement | undefined
  let frame: number | undefined

  function draw(): void {
    cancelAnimationFrame(frame ?? 0)
    frame = undefined
    if (canvas !== undefined) drawTracks(canvas, tracks, frameOf(map))
  }

  /** Several tracks that change at once are drawn once. */
  function drawSoon(): void {
    frame ??= requestAnimationFrame(draw)
  }

  function open(): void {
    canvas = document.createElement('canvas')
    canvas.setAttribute('aria-hidden', 'true')
    Object.assign(canvas.style, { position: 'absolute', inset: '0', pointerEvents: 'none' })
    map.getCanvas().after(canvas)
    map.on('move', draw)
    map.on('resize', draw)
  }

  function close(): void {
    map.off('move', draw)
    map.off('resize', draw)
    cancelAnimationFrame(frame ?? 0)
    frame = undefined
    canvas?.remove()
    canvas = undefined
  }

  return (colour) => {
    const track: DrawnTrack = { colour, lines: [] }
    if (tracks.size === 0) open()
    tracks.add(track)
    return {
      draw: (lines) => {
        track.lines = lines.map(lineOf)
        drawSoon()
      },
      remove: () => {
        tracks.delete(track)
        if (tracks.size === 0) close()
        else drawSoon()
      },
    }
  }
}

export function lineOf(positions: readonly Position[]): TrackLine {
  const points = new Float64Array(positions.length * 2)
  let west = Infinity
  let east = -Infinity
  for (const [place, position] of positions.entries()) {
    const { x, y } = pixelOf(position, 1)
    points[place * 2] = x
    points[place * 2 + 1] = y
    west = Math.min(west, x)
    east = Math.max(east, x)
  }
  return { points, west, east }
}

/** By how many pixels to move a line for each copy of the world in which it is in sight. */
export function offsetsInSight({ west, east }: TrackLine, { zoom, centre, width }: MapFrame): number[] {
  const world = worldSize(zoom)
  const left = pixelOf(centre, world).x - width / 2
  const first = Math.ceil((left - TRACK_WIDTH) / world - east)
  const last = Math.floor((left + width + TRACK_WIDTH) / world - west)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, copy) => (first + copy) * world - left)
}

function drawTracks(canvas: HTMLCanvasElement, tracks: Iterable<DrawnTrack>, view: MapFrame): void {
  const { width, height, zoom, centre } = view
  const density = window.devicePixelRatio
  const world = worldSize(zoom)
  const top = pixelOf(centre, world).y - height / 2
  // Another size empties the canvas.
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
  const pen = canvas.getContext('2d')
  if (pen === null) return
  pen.scale(density, density)
  pen.lineWidth = TRACK_WIDTH
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const { colour, lines } of tracks) {
    pen.strokeStyle = colour
    pen.beginPath()
    for (const line of lines) {
      for (const left of offsetsInSight(line, view)) addPath(pen, line, { world, left, top })
    }
    pen.stroke()
  }
}

function addPath(
  pen: CanvasRenderingContext2D,
  { points }: TrackLine,
  { world, left, top }: { world: number; left: number; top: number },
): void {
  for (let place = 0; place < points.length; place += 2) {
    const x = (points[place] ?? 0) * world + left
    const y = (points[place + 1] ?? 0) * world - top
    if (place === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
}
