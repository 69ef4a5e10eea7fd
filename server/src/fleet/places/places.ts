import { setImmediate } from 'node:timers/promises'
import type { TileAddress } from '@fieldwatch/contract/map'
import type { DataDocument } from '@fieldwatch/contract/units'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Gazetteer } from './gazetteer.ts'
import { loadGazetteer } from './load-gazetteer.ts'
import { type FoundPlace, nearestPlace } from './nearest-place.ts'
import { placeTile } from './place-tile.ts'

export interface Places {
  /** Loads the places in advance, so that no request waits for them. */
  prepare(): void
  /** Undefined when the places of the world cannot be read. */
  nearest(position: { lat: number; lon: number }): Promise<FoundPlace | undefined>
  /** The documents, each with the place that its unit is nearest to. */
  addNearest(documents: readonly DataDocument[]): Promise<DataDocument[]>
  /** A vector tile; undefined where there is no place. */
  tile(address: TileAddress): Promise<Uint8Array | undefined>
  close(): void
}

interface Dependencies {
  log: Logger
  load?: (signal: AbortSignal) => Promise<Gazetteer>
}

/** Positions whose nearest place is cached: most units stand still. */
const REMEMBERED = 10_000
/** Searches between two turns of the event loop: one takes 10 µs on land and 100 µs at sea. */
const SEARCHES_A_TURN = 100

/** Answers which city, town or village is near; the places are loaded on first use. */
export function createPlaces({ log, load = loadGazetteer }: Dependencies): Places {
  const life = new AbortController()
  const remembered = new LRUCache<string, FoundPlace>({ max: REMEMBERED })
  let loading: Promise<Gazetteer | undefined> | undefined

  const gazetteer = (): Promise<Gazetteer | undefined> =>
    (loading ??= load(life.signal).catch((error: unknown) => {
      // Only a broken installation fails here; units are then shown without places.
      if (!life.signal.aborted) log.error({ err: error }, 'the places of the world cannot be read')
      return undefined
    }))

  return {
    prepare: () => void gazetteer(),

    nearest: async ({ lat, lon }) => {
      const known = await gazetteer()
      return known && nearestPlace(known, lon, lat)
    },

    addNearest: async (documents) => {
      if (!documents.some(isPlaced)) return documents.map((document) => ({ ...document, nearestPlace: null }))
      const known = await gazetteer()
      if (known === undefined) return [...documents]
      const placed: DataDocument[] = []
      let searches = 0
      for (const document of documents) {
        const key = `${document.currentLat} ${document.currentLon}`
        let found = remembered.get(key)
        if (found === undefined && isPlaced(document)) {
          if (++searches % SEARCHES_A_TURN === 0) await setImmediate()
          found = nearestPlace(known, document.currentLon, document.currentLat)
          if (found !== undefined) remembered.set(key, found)
        }
        placed.push({ ...document, nearestPlace: found === undefined ? null : withoutPosition(found) })
      }
      return placed
    },

    tile: async (address) => {
      const known = await gazetteer()
      return known && placeTile(known, address)
    },

    close: () => life.abort(),
  }
}

function isPlaced<D extends DataDocument>(document: D): document is D & { currentLat: number; currentLon: number } {
  const { currentLat, currentLon } = document
  return currentLat !== null && currentLon !== null && Math.abs(currentLat) <= 90 && Math.abs(currentLon) <= 180
}

function withoutPosition({ name, distanceKm, direction }: FoundPlace) {
  return { name, distanceKm, direction }
}
