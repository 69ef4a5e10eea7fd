import {
  parkedByOfField,
  parkedReading,
  PLACE_VALUE,
  placeOfField,
  type PlaceReference,
} from '@fieldwatch/contract/places/place-conditions'
import { toNumber } from '@fieldwatch/contract/telemetry/data'
import { USUAL_POSITION_ACCURACY } from '@fieldwatch/contract/units/units'
import { createPlaceProbe, type PlaceProbe } from '#fleet/places/place-probe.ts'
import type { Db } from '#platform/database/database.ts'
import { blockOf } from '#records/arrivals/followed-numbers.ts'
import type { NumberBlock, RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import { createNamePlace, type Gazetteer, type NamePlace } from './name-places.ts'
import { createPlaceReadingsStore, type PlacesOfSource } from './place-readings-store.ts'
import { locate, POSITION_FIELDS } from './position-accuracy.ts'

/**
 * Readings of positions: what conditions on places compare. They are computed when records are read, so that they always are by the places
 * as these are now.
 */
export interface PlaceReadings {
  /** Reads such a reading as it reads the fields of records. */
  readonly reader: RecordReader
  /** What a step needs for the records that arrived; undefined for a field of records. `db` is the transaction of the step. */
  readonly find: (db: Db, sourceKey: number | undefined, field: string) => Promise<FoundPlaces | undefined>
  /** Names positions by the places that count for the unit of a source, and by what is on every map. */
  readonly findNames: (db: Db, sourceKey: number) => Promise<NamePlace>
  /** As `find` and `findNames`, for many sources that are looked up together. */
  readonly forSources: (db: Db, sourceKeys: readonly number[]) => Promise<PlacesOfMany>
}

/** The places of many sources, as they are in one transaction. */
export interface PlacesOfMany {
  readonly find: (sourceKey: number | undefined, field: string) => Promise<FoundPlaces | undefined>
  readonly findNames: (sourceKey: number) => Promise<NamePlace>
}

/** The places that a reading of a source is about. */
export interface FoundPlaces {
  /** Adds the reading to records. */
  readonly addTo: <R extends StoredRecord>(records: readonly R[]) => R[]
  /** Numbers of records as one block, of which the reading can be one. */
  readonly blockOf: (records: readonly StoredRecord[], fields: readonly string[]) => NumberBlock
  readonly nameOf: PlaceProbe['nameOf']
}

interface Parts {
  readonly db: Db
  readonly reader: RecordReader
  /** Left out: only places of entities have names. */
  readonly gazetteer?: Gazetteer
}

/** Sets of places that are kept with their index. */
const MOST_PROBES = 200

export function createPlaceReadings({ db, reader, gazetteer }: Parts): PlaceReadings {
  const probes = new Map<string, { readonly changed: string; readonly probe: PlaceProbe }>()

  async function findProbe(by: Db, sourceKey: number, asked: AskedPlaces): Promise<SourceProbe> {
    const found = await createPlaceReadingsStore(by).findAll([sourceKey])
    return getProbe(by, found.get(sourceKey) ?? NO_PLACES, asked)
  }

  async function getProbe(
    by: Db,
    { entities, changed, usual }: PlacesOfSource,
    [field, reference]: AskedPlaces,
  ): Promise<SourceProbe> {
    const name = `${entities.join(' ')} ${field}`
    const known = probes.get(name)
    probes.delete(name)
    const probe =
      known?.changed === changed
        ? known.probe
        : createPlaceProbe(await createPlaceReadingsStore(by).list(entities, reference))
    // The least recently used ones come first.
    probes.set(name, { changed, probe })
    const [oldest] = probes.keys()
    if (probes.size > MOST_PROBES && oldest !== undefined) probes.delete(oldest)
    return { ...probe, usual }
  }

  return {
    reader: {
      ...reader,
      readCandidates: async function* (sourceKey, request) {
        const asked = fieldIn(request.fields)
        if (asked === undefined) {
          yield* reader.readCandidates(sourceKey, request)
          return
        }
        const probe = await findProbe(db, sourceKey, asked)
        const fields = storedFieldsOf(request.fields, asked[0])
        const blocks = reader.readCandidates(sourceKey, { ...request, fields, isCandidate: () => true })
        for await (const block of blocks)
          yield withReading(block, probe, { fields, asked: request.fields, field: asked[0] })
      },
      readRange: async function* (sourceKey, range, signal) {
        const { reading } = range
        const reference = reading === undefined ? undefined : placeOfField(reading)
        const blocks = reader.readRange(sourceKey, range, signal)
        if (reading === undefined || reference === undefined) {
          yield* blocks
          return
        }
        const probe = await findProbe(db, sourceKey, [reading, reference])
        for await (const records of blocks) yield records.map((record) => addReading(record, reading, probe))
      },
    },

    find: async (by, sourceKey, field) => {
      const reference = placeOfField(field)
      if (reference === undefined || sourceKey === undefined) return undefined
      return placesOf(field, await findProbe(by, sourceKey, [field, reference]))
    },

    findNames: async (by, sourceKey) => createNamePlace(await findProbe(by, sourceKey, ALL_PLACES), gazetteer),

    forSources: async (by, sourceKeys) => {
      const found = sourceKeys.length === 0 ? undefined : await createPlaceReadingsStore(by).findAll(sourceKeys)
      const probeOf = (sourceKey: number, asked: AskedPlaces): Promise<SourceProbe> =>
        getProbe(by, found?.get(sourceKey) ?? NO_PLACES, asked)
      return {
        find: async (sourceKey, field) => {
          const reference = placeOfField(field)
          if (reference === undefined || sourceKey === undefined) return undefined
          return placesOf(field, await probeOf(sourceKey, [field, reference]))
        },
        findNames: async (sourceKey) => createNamePlace(await probeOf(sourceKey, ALL_PLACES), gazetteer),
      }
    },
  }
}

type AskedPlaces = readonly [field: string, reference: PlaceReference | undefined]

const ALL_PLACES: AskedPlaces = ['', undefined]
const NO_PLACES: PlacesOfSource = { entities: [], changed: '', usual: USUAL_POSITION_ACCURACY }

/** The places of a source with the accuracy of its unit. */
interface SourceProbe extends PlaceProbe {
  readonly usual: number
}

function placesOf(field: string, probe: SourceProbe): FoundPlaces {
  return {
    addTo: (records) => records.map((record) => addReading(record, field, probe)),
    blockOf: (records, asked) => {
      const fields = storedFieldsOf(asked, field)
      return withReading(blockOf(records, fields), probe, { fields, asked, field })
    },
    nameOf: probe.nameOf,
  }
}

/** What is read of records for some fields, of which one is the reading: positions first. */
function storedFieldsOf(asked: readonly string[], reading: string): string[] {
  const others = asked.filter((field) => field !== reading && field !== PLACE_VALUE)
  const parkedBy = parkedByOfField(reading)
  if (parkedBy !== undefined) others.push(parkedBy)
  return [...new Set([...POSITION_FIELDS, ...others])]
}

function fieldIn(fields: readonly string[]): readonly [field: string, reference: PlaceReference] | undefined {
  for (const field of fields) {
    const reference = placeOfField(field)
    if (reference !== undefined) return [field, reference]
  }
  return undefined
}

interface Columns {
  readonly fields: readonly string[]
  readonly asked: readonly string[]
  readonly field: string
}

/** The columns that were asked for, of which two follow from the position. */
function withReading({ at, columns }: NumberBlock, probe: SourceProbe, { fields, asked, field }: Columns): NumberBlock {
  const [lat, lon, accuracy, hdop, satellites] = columns
  const parkedBy = parkedByOfField(field)
  const parked = parkedBy === undefined ? undefined : columns[fields.indexOf(parkedBy)]
  const values = new Float64Array(at.length).fill(Number.NaN)
  const places = new Float64Array(at.length).fill(Number.NaN)
  for (let index = 0; index < at.length; index += 1) {
    const located = locate(lat?.[index] ?? Number.NaN, lon?.[index] ?? Number.NaN, {
      accuracy: accuracy?.[index] ?? Number.NaN,
      hdop: hdop?.[index] ?? Number.NaN,
      satellites: satellites?.[index] ?? Number.NaN,
      usual: probe.usual,
    })
    if (located === undefined) continue
    const found = probe.probe(located.latitude, located.longitude, located.accuracy)
    values[index] = parkedBy === undefined ? found.value : parkedReading(found.value, parked?.[index] ?? Number.NaN)
    places[index] = found.place
  }
  const known = new Map(fields.map((name, index) => [name, columns[index] ?? new Float64Array(0)]))
  const columnOf = (name: string): Float64Array =>
    name === field ? values : name === PLACE_VALUE ? places : (known.get(name) ?? new Float64Array(at.length))
  return { at, columns: asked.map(columnOf) }
}

function addReading<R extends StoredRecord>(record: R, field: string, { probe, usual }: SourceProbe): R {
  const known = JSON.parse(record.fields) as Record<string, unknown>
  const numberOf = (name: string): number => (Object.hasOwn(known, name) ? toNumber(known[name]) : Number.NaN)
  const located = locate(numberOf('lat'), numberOf('lon'), {
    accuracy: numberOf('accuracy'),
    hdop: numberOf('hdop'),
    satellites: numberOf('satellites'),
    usual,
  })
  const { [PLACE_VALUE]: _shadowed, ...others } = known
  if (located === undefined) return { ...record, fields: JSON.stringify(others) }
  const { value: outside, place } = probe(located.latitude, located.longitude, located.accuracy)
  const parkedBy = parkedByOfField(field)
  const value = parkedBy === undefined ? outside : parkedReading(outside, numberOf(parkedBy))
  if (Number.isNaN(value)) return { ...record, fields: JSON.stringify(others) }
  return { ...record, fields: JSON.stringify({ ...others, [field]: value, [PLACE_VALUE]: place }) }
}
