/** The mean radius of the earth in metres (IUGG). Places are on a sphere: its distances differ by at most 0.6 % from those on the ellipsoid. */
export const EARTH_RADIUS = 6_371_008.8

/** A direction from the centre of the earth, of length 1 where it is a place on its surface. */
export type Vector = readonly [x: number, y: number, z: number]

const RADIANS = Math.PI / 180

export function vectorOf([longitude, latitude]: readonly [number, number, ...number[]]): Vector {
  const [lambda, phi] = [longitude * RADIANS, latitude * RADIANS]
  const width = Math.cos(phi)
  return [width * Math.cos(lambda), width * Math.sin(lambda), Math.sin(phi)]
}

export function positionOfVector([x, y, z]: Vector): [longitude: number, latitude: number] {
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS]
}

export function dot([ax, ay, az]: Vector, [bx, by, bz]: Vector): number {
  return ax * bx + ay * by + az * bz
}

export function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

export function lengthOf([x, y, z]: Vector): number {
  return Math.sqrt(x * x + y * y + z * z)
}

/** Metres between two places, also where they are nearly the same or opposite each other. */
export function metresBetween(one: Vector, other: Vector): number {
  return Math.atan2(lengthOf(cross(one, other)), dot(one, other)) * EARTH_RADIUS
}

/** Metres between two positions along a great circle. */
export function distanceBetween(
  one: readonly [number, number, ...number[]],
  other: readonly [number, number, ...number[]],
): number {
  return metresBetween(vectorOf(one), vectorOf(other))
}

/** An arc of a great circle, the shorter one between its ends. */
export interface Arc {
  readonly from: Vector
  readonly to: Vector
  /** Perpendicular to its plane, of length 1; undefined where both ends are the same. */
  readonly normal: Vector | undefined
}

export function arcBetween(from: Vector, to: Vector): Arc {
  const normal = cross(from, to)
  const length = lengthOf(normal)
  return { from, to, normal: length < 1e-15 ? undefined : [normal[0] / length, normal[1] / length, normal[2] / length] }
}

/** Metres from a place to the nearest point of an arc. */
export function metresToArc(place: Vector, { from, to, normal }: Arc): number {
  if (normal !== undefined) {
    // Between the planes through the ends that are at right angles to the arc, the nearest point is on the arc itself.
    const isBeside = dot(cross(normal, from), place) >= 0 && dot(cross(to, normal), place) >= 0
    if (isBeside) return Math.asin(Math.min(1, Math.abs(dot(normal, place)))) * EARTH_RADIUS
  }
  return Math.min(metresBetween(place, from), metresBetween(place, to))
}
