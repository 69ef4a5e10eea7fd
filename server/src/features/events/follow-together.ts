import { placeOfField } from '@fieldwatch/contract/places/place-conditions'
import type { SharedBatch, SharedStep } from '#records/arrivals/consumer.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { PlaceReadings, PlacesOfMany } from '#records/places/place-readings.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { type EventSources, sourcesOf } from './event-sources.ts'
import { type ClaimedEventTable, createFindingStore, type Extension } from './finding-store.ts'
import { continueFrom, isInOrder } from './follow-events.ts'
import type { EventMemory, ScanCheckpoint } from './scan-checkpoint.ts'
import { createJourneyCheckpointStore } from './trips/journey-checkpoint-store.ts'
import { lazily } from './with-place.ts'

interface TogetherParts {
  readonly reader: RecordReader
  readonly places: Pick<PlaceReadings, 'forSources'>
  readonly bus: Bus
}

interface TogetherStep {
  readonly step: SharedStep<EventMemory>
  readonly known: ScanCheckpoint
  readonly table: ClaimedEventTable
  readonly sources: EventSources
}

/** Takes what arrived for tables that continue in the order of time: the tables, places and occurrences of all by one statement each. */
export async function followTogether(
  { reader, places, bus }: TogetherParts,
  { tx, steps, afterCommit }: SharedBatch<EventMemory>,
): Promise<ReadonlyMap<string, EventMemory>> {
  const store = createFindingStore(tx)
  const tables = await store.claimAll(steps.map(({ id }) => Number(id)))
  const able = steps.flatMap((step) => findAble(step, tables.get(Number(step.id))))
  const keys = able.flatMap(({ sources: { own, journeys }, table }) =>
    own.key !== undefined && (journeys !== undefined || isOnPlaces(table)) ? [own.key] : [],
  )
  const found = await places.forSources(tx, [...new Set(keys)])
  const remembered = new Map<string, EventMemory>()
  const extensions: Extension[] = []
  for (const { step, known, table, sources } of able) {
    const ofTable = await found.find(sources.own.key, table.field)
    const journeys = sources.journeys && {
      columns: sources.journeys,
      checkpoints: createJourneyCheckpointStore(tx),
      nameOf: namesOf(found, sources.own.key),
    }
    const { tail, extension } = await continueFrom(
      { reader, table, sources, journeys, places: ofTable },
      known,
      step.arrived,
    )
    remembered.set(step.id, { tail })
    if (extension !== undefined) extensions.push(extension)
  }
  await store.extend(extensions)
  afterCommit(() => {
    for (const { table } of extensions) bus.publish('occurrences-changed', { dataId: table.dataId, name: table.name })
  })
  return remembered
}

function findAble(step: SharedStep<EventMemory>, table: ClaimedEventTable | undefined): TogetherStep[] {
  const sources = table && sourcesOf(table, step.sources)
  const { tail: known } = step.remembered
  if (table === undefined || sources === undefined || known === undefined) return []
  return isInOrder(table, known, step.arrived) ? [{ step, known, table, sources }] : []
}

function isOnPlaces({ field }: ClaimedEventTable): boolean {
  return placeOfField(field) !== undefined
}

function namesOf(found: PlacesOfMany, key: number | undefined) {
  return lazily(() => (key === undefined ? undefined : found.findNames(key)))
}
