import { setImmediate } from 'node:timers/promises'
import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { Places } from '#fleet/gazetteer/places.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import type { UnitStore } from './unit-store.ts'

interface Dependencies {
  readonly units: Pick<UnitStore, 'listDocuments' | 'listNames'>
  readonly places: Pick<Places, 'addNearest'>
}

/** Whose units are read, and for whom. */
interface FleetRead {
  /** The units of these entities. */
  readonly entities: readonly EntityId[]
  /** The entities that documents may name. */
  readonly reach: readonly EntityId[]
  readonly person: UserId
  /** The reader has left. */
  readonly signal: AbortSignal
}

type Asking = Pick<FleetRead, 'person' | 'signal'>

export type FleetReader = ReturnType<typeof createFleetReader>

/** Documents that are read and written in one turn of the event loop: some ten milliseconds of it. */
const PAGE = 500
/** Two pages at a time, anyone who asks: more of them would meet in one turn. A person waits with all their lists and streams. */
const PAGES = { atOnce: 1, waiting: Infinity, overall: 2 }
/** Lists of one person that are under way; more are refused before anything of them is sent. */
const LISTS = { atOnce: 128, waiting: 0 }

/** Reads fleets of any size page by page, one page of a person at a time, so that no reader holds up others. */
export function createFleetReader({ units, places }: Dependencies) {
  const gate = createReadGate(PAGES)
  const lists = createReadGate(LISTS)
  return {
    /**
     * Begins a list that is sent page by page; call the result when it is sent.
     * @throws DomainError data/too-many-reads
     */
    beginList: (asking: Asking): Promise<() => void> => lists.enter(asking),

    /**
     * Reads a whole fleet at once, in a place of the pages.
     * @throws DomainError data/too-many-reads
     */
    readWhole: <Made>(asking: Asking, read: () => Promise<Made>): Promise<Made> =>
      lists.run(asking, () => gate.run(asking, read)),

    /**
     * Reads documents by name, those of `dataIds` in the order of these, and makes something of each page. A page is read when it is
     * asked for, and may be newer than the one before.
     */
    readPages: async function* <Made>(
      { entities, reach, ...asking }: FleetRead,
      make: (documents: readonly DataDocument[]) => Made,
      dataIds?: readonly DataId[],
    ): AsyncGenerator<Made> {
      const ids = dataIds ?? (await gate.run(asking, () => units.listNames(entities))).map(({ id }) => id)
      for (let from = 0; from < ids.length; from += PAGE) {
        const page = { reach, dataIds: ids.slice(from, from + PAGE) }
        yield await gate.run(asking, async () => {
          const documents = await places.addNearest(await units.listDocuments(entities, page))
          await setImmediate()
          return make(documents)
        })
      }
    },
  }
}
