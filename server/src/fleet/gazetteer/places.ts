import { setImmediate } from 'node:timers/promises'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TileAddress } from '@fieldwatch/contract/api/map'
import type { NearestPlace } from '@fieldwatch/contract/units/nearest-place'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { LRUCache } from 'lru-cache'
import { entriesAtMost } from '#platform/memory/entries-at-most.ts'
import type { Logger } from 'pino'
import { type Gazetteer, openGazetteer, type PackedGazetteer } from './gazetteer.ts'
import { type FoundPlace, nearestPlace } from './nearest-place.ts'
import { placeTile } from './place-tile.ts'
import { type ChildProcess, fork } from 'node:child_process'

export interface Places {
  /** Loads the places in advance, so that no request waits for them. */
  prepare(): void
  /** Undefined when the places of the world cannot be read. */
  nearest(position: { lat: number; lon: number }): Promise<FoundPlace | undefined>
  /** Adds to each document the place that its unit is nearest to, and returns them. */
  addNearest<Unit extends Placed>(documents: Unit[]): Promise<Unit[]>
  /** A vector tile; undefined where there is no place. */
  tile(address: TileAddress): Promise<Uint8Array | undefined>
  close(): void
}

/** A unit, or what is known of where it is. */
export type Placed = Pick<DataDocument, 'dataID' | 'currentLat' | 'currentLon' | 'nearestPlace'>

interface Dependencies {
  log: Logger
  load?: (signal: AbortSignal) => Promise<Gazetteer>
}

/** Units whose last nearest place is cached: most stand still. */
const REMEMBERED = 50_000
/** Searches between two turns of the event loop: one takes 10 µs on land and 100 µs at sea. */
const SEARCHES_A_TURN = 100

/** Answers which city, town or village is near; the places are loaded on first use. */
export function createPlaces({ log, load = loadGazetteer }: Dependencies): Places {
  const life = new AbortController()
  const remembered = new LRUCache<DataId, PlacedAt>(entriesAtMost(REMEMBERED))
  let loading: Promise<Gazetteer | undefined> | undefined

  const gazetteer = (): Promise<Gazetteer | undefined> =>
    (loading ??= load(life.signal).catch((error: unknown) => {
      // Only a broken installation fails here; units are then shown without places.
      if (!life.signal.aborted) log.error({ err: error }, 'reading the place names failed')
      return undefined
    }))

  return {
    prepare: () => void gazetteer(),

    nearest: async ({ lat, lon }) => {
      const known = await gazetteer()
      return known && nearestPlace(known, lon, lat)
    },

    addNearest: async (documents) => {
      if (!documents.some(isPlaced)) return documents.map((document) => Object.assign(document, { nearestPlace: null }))
      const known = await gazetteer()
      if (known === undefined) return documents
      let searches = 0
      for (const document of documents) {
        if (!isPlaced(document)) {
          document.nearestPlace = null
          continue
        }
        const { dataID, currentLat: lat, currentLon: lon } = document
        let last = remembered.get(dataID)
        if (last?.lat !== lat || last.lon !== lon) {
          if (++searches % SEARCHES_A_TURN === 0) await setImmediate()
          last = { lat, lon, place: placeOf(known, lon, lat) }
          remembered.set(dataID, last)
        }
        document.nearestPlace = last.place
      }
      return documents
    },

    tile: async (address) => {
      const known = await gazetteer()
      return known && placeTile(known, address)
    },

    close: () => life.abort(),
  }
}

/** Where a unit was last, and the place nearest to that. */
interface PlacedAt {
  readonly lat: number
  readonly lon: number
  readonly place: NearestPlace | null
}

function isPlaced<D extends Placed>(document: D): document is D & { currentLat: number; currentLon: number } {
  const { currentLat, currentLon } = document
  return currentLat !== null && currentLon !== null && Math.abs(currentLat) <= 90 && Math.abs(currentLon) <= 180
}

function placeOf(gazetteer: Gazetteer, longitude: number, latitude: number): NearestPlace | null {
  const found = nearestPlace(gazetteer, longitude, latitude)
  return found === undefined ? null : { name: found.name, distanceKm: found.distanceKm, direction: found.direction }
}

/**
 * Reads the places of the world in a child process: as objects they take a hundred megabytes, which a thread would leave in this
 * process; packed they take seven.
 */
async function loadGazetteer(signal: AbortSignal): Promise<Gazetteer> {
  const child = fork(new URL('gazetteer-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    signal,
  })
  try {
    return openGazetteer(await packedBy(child))
  } finally {
    child.kill()
  }
}

function packedBy(child: ChildProcess): Promise<PackedGazetteer> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as unknown as PackedGazetteer))
    child.once('exit', (code) => reject(new Error(`The process that reads the places ended with ${code}`)))
    // Comes when the signal ends the child, and once more when it is killed.
    child.on('error', reject)
  })
}
