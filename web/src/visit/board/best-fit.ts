export interface Size {
  readonly width: number
  readonly height: number
}

/** The one of several layouts that gets largest in a space, and by how much it grows or shrinks. */
export function bestFit(sizes: readonly Size[], space: Size): { size: Size; scale: number } {
  const fits = sizes.map((size) => ({ size, scale: scaleOf(size, space) }))
  const [first, ...others] = fits
  if (first === undefined) return { size: space, scale: 1 }
  return others.reduce((best, one) => (one.scale > best.scale ? one : best), first)
}

function scaleOf({ width, height }: Size, space: Size): number {
  if (width <= 0 || height <= 0 || space.width <= 0 || space.height <= 0) return 1
  return Math.min(space.width / width, space.height / height)
}
