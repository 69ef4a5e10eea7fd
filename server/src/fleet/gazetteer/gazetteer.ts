import KDBush from 'kdbush'

/** A place as the gazetteer lists it. */
interface ListedPlace {
  readonly name: string
  readonly featureCode: string
  /** 0 when no one knows. */
  readonly population: number
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
}

/** All places in a few arrays, which a thread can hand over and which weigh little. */
export interface PackedGazetteer {
  /** One behind the other, as UTF-8. */
  readonly names: Uint8Array<ArrayBuffer>
  /** Where each name ends. */
  readonly nameEnds: Uint32Array<ArrayBuffer>
  readonly longitudes: Float32Array<ArrayBuffer>
  readonly latitudes: Float32Array<ArrayBuffer>
  readonly populations: Uint32Array<ArrayBuffer>
  /** A k-d tree over the places with a known population: few people know the hamlets without one. */
  readonly index: ArrayBuffer
}

/** The places, the most populous first. */
export interface Gazetteer {
  readonly count: number
  readonly longitudes: Float32Array
  readonly latitudes: Float32Array
  readonly populations: Uint32Array
  readonly nameOf: (place: number) => string
  readonly populated: KDBush
}

/** Sections of a place, and places where no one lives any more. */
const NO_PLACES: ReadonlySet<string> = new Set(['PPLX', 'PPLH', 'PPLCH', 'PPLQ', 'PPLW'])

const NOWHERE = [Number.NaN, Number.NaN] as const

export function packGazetteer(listed: readonly ListedPlace[]): PackedGazetteer {
  const places = listed
    .filter(({ featureCode }) => !NO_PLACES.has(featureCode))
    .toSorted((one, other) => other.population - one.population)
  const populated = places.filter(({ population }) => population > 0)
  // KDBush needs at least one point.
  const index = new KDBush(Math.max(1, populated.length), 64, Float32Array)
  for (const coordinates of populated.length === 0 ? [NOWHERE] : populated.map(({ loc }) => loc.coordinates)) {
    index.add(...coordinates)
  }
  const names = places.map(({ name }) => Buffer.from(name))
  let end = 0
  return {
    names: new Uint8Array(Buffer.concat(names)),
    nameEnds: Uint32Array.from(names, ({ length }) => (end += length)),
    longitudes: Float32Array.from(places, ({ loc }) => loc.coordinates[0]),
    latitudes: Float32Array.from(places, ({ loc }) => loc.coordinates[1]),
    populations: Uint32Array.from(places, ({ population }) => population),
    index: index.finish().data as ArrayBuffer,
  }
}

export function openGazetteer(packed: PackedGazetteer): Gazetteer {
  const { names, nameEnds, longitudes, latitudes, populations, index } = packed
  const bytes = Buffer.from(names.buffer, names.byteOffset, names.byteLength)
  return {
    count: nameEnds.length,
    longitudes,
    latitudes,
    populations,
    nameOf: (place) => bytes.toString('utf8', nameEnds[place - 1] ?? 0, nameEnds[place]),
    populated: KDBush.from(index),
  }
}
