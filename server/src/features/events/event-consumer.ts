import type { Consumer } from '#records/arrivals/consumer.ts'
import type { Bus } from '#platform/bus/bus.ts'
import { type CorrectForMs, PIECE_MS } from '#records/conditions/correct-transitions.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { sourcesOf } from './event-sources.ts'
import { EVENTS } from './event-store.ts'
import type { EventMemory } from './scan-checkpoint.ts'
import type { PlaceReadings } from '#records/places/place-readings.ts'
import { createFindingStore } from './finding-store.ts'
import { fillOccurrences, followRecords } from './follow-events.ts'
import { followTogether } from './follow-together.ts'
import { createJourneyCheckpointStore } from './trips/journey-checkpoint-store.ts'
import { lazily } from './with-place.ts'

interface FindingParts {
  readonly reader: RecordReader
  readonly places: Pick<PlaceReadings, 'find' | 'findNames' | 'forSources'>
  readonly bus: Bus
  readonly correctForMs?: CorrectForMs | undefined
}

/** How many event tables take a step at once: at most one with many steps left; the others wait for the database more than they work. */
const LANES = 4

/** A step of these takes some hundred milliseconds. */
const MOST_TOGETHER = 1_000

/** Finds occurrences from the start of an event table on, and as records arrive. */
export function createEventConsumer({ reader, places, bus, correctForMs }: FindingParts): Consumer<EventMemory> {
  return {
    name: EVENTS,
    lanes: LANES,
    shared: { most: MOST_TOGETHER, take: (batch) => followTogether({ reader, places, bus }, batch) },
    take: async (step) => {
      const store = createFindingStore(step.tx)
      const table = await store.claim(Number(step.id))
      const sources = table && sourcesOf(table, step.sources)
      if (table === undefined || sources === undefined) return 'later'
      const { dataId, name, filledTo } = table
      const tell = (): void => bus.publish('occurrences-changed', { dataId, name })
      const found = await places.find(step.tx, sources.own.key, table.field)
      const { own, journeys: columns } = sources
      const work = {
        journeys: columns && {
          columns,
          checkpoints: createJourneyCheckpointStore(step.tx),
          // Read with the first trip that ends or begins: most steps have none.
          nameOf: lazily(() => (own.key === undefined ? undefined : places.findNames(step.tx, own.key))),
        },
        step,
        places: found,
        store,
        reader,
        table,
        sources,
        forMs: correctForMs?.() ?? PIECE_MS,
      }
      if (filledTo !== undefined) {
        step.afterCommit(tell)
        return fillOccurrences(work, filledTo)
      }
      const { left, changed } = await followRecords(work)
      if (changed) step.afterCommit(tell)
      return left
    },
  }
}
