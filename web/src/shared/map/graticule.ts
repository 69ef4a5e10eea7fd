import type { Map } from 'maplibre-gl'
import { pixelOf, positionAt, worldSize } from './mercator.ts'
import type { Position } from './position.ts'
import { t } from './texts.ts'

/** What a map shows: where its middle is, and its size in pixels. */
export interface MapFrame {
  readonly zoom: number
  readonly centre: Position
  readonly width: number
  readonly height: number
}

/** What a map that is neither rotated nor tilted shows now. */
export function frameOf(map: Map): MapFrame {
  const { lng, lat } = map.getCenter()
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  return { zoom: map.getZoom(), centre: [lng, lat], width, height }
}

/** A line of the graticule, which on a map without rotation is upright or level. */
interface GridLine {
  /** Pixels from the left edge of a meridian, from the upper edge of a parallel. */
  readonly at: number
  readonly degrees: number
  /** Undefined where it would lie under another, or under a control of the map. */
  readonly label: string | undefined
}

interface Graticule {
  readonly meridians: readonly GridLine[]
  readonly parallels: readonly GridLine[]
}

const SPACINGS = [
  90, 45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
]
/** The least pixels between two lines: wide enough for the label of a meridian. */
const LEAST_GAP = 100
/** Web Mercator ends at this latitude. */
const LAST_PARALLEL = 85
/** Pixels at the edges that labels keep away from: the other labels, the zoom buttons, the scale. */
const CLEAR = { top: 32, right: 120, bottom: 40 }

/** The lines of latitude and longitude that a map shows, with the names of those that have room for it. */
export function graticuleOf({ zoom, centre, width, height }: MapFrame): Graticule {
  const size = worldSize(zoom)
  const middle = pixelOf(centre, size)
  const left = middle.x - width / 2
  const top = middle.y - height / 2
  const [west, north] = positionAt({ x: left, y: top }, size)
  const [east, south] = positionAt({ x: left + width, y: top + height }, size)
  const apart = spacingFor(360 / size)
  // Towards the poles the map is stretched, so parallels can be finer.
  const above = spacingFor((360 / size) * Math.cos((centre[1] * Math.PI) / 180))

  return {
    meridians: multiplesWithin(west, east, apart).map((degrees) => {
      const at = pixelOf([degrees, 0], size).x - left
      return { at, degrees, label: at <= width - CLEAR.right ? longitudeLabel(degrees, apart) : undefined }
    }),
    parallels: multiplesWithin(Math.max(south, -LAST_PARALLEL), Math.min(north, LAST_PARALLEL), above).map(
      (degrees) => {
        const at = pixelOf([0, degrees], size).y - top
        const room = at >= CLEAR.top && at <= height - CLEAR.bottom
        return { at, degrees, label: room ? latitudeLabel(degrees, above) : undefined }
      },
    ),
  }
}

/** The finest spacing in degrees whose lines do not come too close to each other. */
export function spacingFor(degreesPerPixel: number): number {
  const least = degreesPerPixel * LEAST_GAP
  return SPACINGS.findLast((spacing) => spacing >= least) ?? 90
}

/** Such as `98.5° W`, with the digits that tell apart lines of this spacing; past 180 degrees it counts on. */
export function longitudeLabel(degrees: number, spacing: number): string {
  const turned = ((((degrees + 180) % 360) + 360) % 360) - 180
  const text = digits(turned, spacing)
  if (turned === 0 || turned === -180) return `${text}°`
  return t(turned > 0 ? 'map.degrees.east' : 'map.degrees.west', { degrees: text })
}

/** Such as `39.2° N`, with the digits that tell apart lines of this spacing. */
export function latitudeLabel(degrees: number, spacing: number): string {
  const text = digits(degrees, spacing)
  if (degrees === 0) return `${text}°`
  return t(degrees > 0 ? 'map.degrees.north' : 'map.degrees.south', { degrees: text })
}

function digits(degrees: number, spacing: number): string {
  return Math.abs(degrees).toFixed(Math.max(0, Math.ceil(-Math.log10(spacing))))
}

function multiplesWithin(from: number, to: number, spacing: number): number[] {
  const first = Math.ceil(from / spacing)
  const count = Math.max(0, Math.floor(to / spacing) - first + 1)
  // Rounded to the finest spacing, as 3 × 0.1 is not 0.3 in binary.
  return Array.from({ length: count }, (_, index) => Math.round((first + index) * spacing * 10_000) / 10_000)
}
