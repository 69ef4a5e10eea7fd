export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * How a picture lies in the frame, in pixels of the crop: one pixel of the picture is `scale` wide, and the middle of
 * the picture is `x` right of and `y` below the middle of the frame.
 */
export interface View extends Point {
  readonly scale: number
}

/** A picture and the frame that it is cropped to. */
export interface Crop {
  readonly picture: Size
  readonly frame: Size
}

/** One step of zooming in and out (specification, document 1, section 9). */
export const ZOOM_IN = 1.1
export const ZOOM_OUT = 0.9

const MAX_SCALE = 5

/** The scale at which the whole picture just fits into the frame. */
export function fitScale({ picture, frame }: Crop): number {
  return Math.min(frame.width / picture.width, frame.height / picture.height)
}

/** From half the fit-to-frame scale to 5 (specification, document 1, section 9). */
export function scaleLimits(crop: Crop): { min: number; max: number } {
  return { min: Math.min(fitScale(crop) / 2, MAX_SCALE), max: MAX_SCALE }
}

/** Where every crop begins: the picture fills the frame, middle on middle. */
export function startView(crop: Crop): View {
  const { picture, frame } = crop
  const fill = Math.max(frame.width / picture.width, frame.height / picture.height)
  return { scale: withinLimits(fill, crop), x: 0, y: 0 }
}

/** Moves the picture; its edge never passes the middle of the frame, so that it cannot get lost. */
export function panned(view: View, by: Point, { picture }: Crop): View {
  const farX = (picture.width * view.scale) / 2
  const farY = (picture.height * view.scale) / 2
  return { scale: view.scale, x: clamp(view.x + by.x, -farX, farX), y: clamp(view.y + by.y, -farY, farY) }
}

/** Zooms by `factor`; the point at `at`, seen from the middle of the frame, stays there. */
export function zoomed(view: View, factor: number, crop: Crop, at: Point = MIDDLE): View {
  const scale = withinLimits(view.scale * factor, crop)
  const growth = scale / view.scale
  const next = { scale, x: at.x - (at.x - view.x) * growth, y: at.y - (at.y - view.y) * growth }
  return panned(next, MIDDLE, crop)
}

/** Where the whole picture is to be drawn so that the frame shows `view`, from the frame's upper left corner. */
export function placement(view: View, { picture, frame }: Crop): Size & Point {
  const width = picture.width * view.scale
  const height = picture.height * view.scale
  return { width, height, x: (frame.width - width) / 2 + view.x, y: (frame.height - height) / 2 + view.y }
}

/** The name of a cropped file. */
export function croppedName(name: string): string {
  return `${name.replace(/(?<=.)\.[^.]*$/, '')}_cropped.png`
}

const MIDDLE: Point = { x: 0, y: 0 }

function withinLimits(scale: number, crop: Crop): number {
  const { min, max } = scaleLimits(crop)
  return clamp(scale, min, max)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
