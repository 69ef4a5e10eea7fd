import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Arrived, Consumer, Step } from './consumer.ts'
import { type ArrivalCursor, type ClaimedFollower, createFollowerStore, type FollowedSource } from './follower-store.ts'
import { readNextRecords, readNextTimes } from './read-next.ts'
import type { StepMemory } from './step-memory.ts'

export interface AdvanceParts<Memory> {
  readonly db: Db
  readonly reader: RecordReader
  /** The name of this server. */
  readonly server: string
  readonly memory: StepMemory<Memory>
}

/** `filling`: there is more to do, at a lower priority than what arrives. `done`: work was done and none is left. `idle`: there was nothing to do, or another server holds the follower. `alone`: it cannot take the step together with others. `again`: its next step can be shared too. */
export type StepOutcome = 'more' | 'filling' | 'done' | 'idle' | 'alone' | 'again'

/**
 * Takes one step of a follower. Its cursors move in the transaction that stores the step's results, and its row is locked
 * in the meantime: nothing is lost, and no two servers do the same.
 */
export async function advanceFollower<Memory>(
  { db, reader, server, memory }: AdvanceParts<Memory>,
  consumer: Consumer<Memory>,
  id: string,
): Promise<StepOutcome> {
  const toNotify: (() => void)[] = []
  const work = db.transaction().execute(async (tx): Promise<StepOutcome> => {
    const store = createFollowerStore(tx)
    const claimed = await store.claim(consumer.name, id, server)
    if (claimed === undefined) return 'idle'
    const { step, result } = begin(tx, reader, claimed, { memory, toNotify })
    const left = await consumer.take(step)
    const { cursors, hasRead, isMore, remembered } = result()
    await store.save({
      consumer: consumer.name,
      id,
      server,
      cursors: new Map(cursors.filter(hasMoved).map(({ source, next }) => [source, next])),
      unfinished: left !== 'nothing',
    })
    memory.keep(claimed, new Map(cursors.map(({ source, next }) => [source, next])), remembered)
    if (left === 'filling') return 'filling'
    if (left === 'more' || isMore) return 'more'
    return left === 'nothing' && (hasRead || claimed.unfinished) ? 'done' : 'idle'
  })
  const outcome = await memory.forgetOnFailure([id], work)
  for (const notify of toNotify) notify()
  return outcome
}

interface Moved extends FollowedSource {
  readonly next: ArrivalCursor
}

interface StepResult<Memory> {
  /** The cursors of all sources. */
  readonly cursors: readonly Moved[]
  readonly hasRead: boolean
  /** Whether more has arrived than was read. */
  readonly isMore: boolean
  readonly remembered: Memory | undefined
}

function begin<Memory>(
  tx: Db,
  reader: RecordReader,
  claimed: ClaimedFollower,
  { memory, toNotify }: { readonly memory: StepMemory<Memory>; readonly toNotify: (() => void)[] },
): { step: Step<Memory>; result: () => StepResult<Memory> } {
  const { id, dataId, sources } = claimed
  const next = new Map<SourceName, ArrivalCursor>()
  let hasRead = false
  let remembered: Memory | undefined
  const note = (arrived: Arrived[]): Arrived[] => {
    for (const { followed, times, cursor } of arrived) {
      next.set(followed.source, cursor)
      hasRead ||= times.length > 0
    }
    return arrived
  }
  const step: Step<Memory> = {
    tx,
    id,
    dataId,
    sources,
    read: async () => note(await Promise.all(sources.map((followed) => readNextRecords(reader, followed)))),
    readTimes: async (arrived) => note(await Promise.all(arrived.map((of) => readNextTimes(reader, of)))),
    skip: () => {
      for (const { source, lastReceivedAt } of sources)
        next.set(source, { receivedAfter: lastReceivedAt, at: undefined })
    },
    afterCommit: (notify) => toNotify.push(notify),
    remembered: memory.find(claimed),
    remember: (given) => {
      remembered = given
    },
  }
  const result = (): StepResult<Memory> => ({
    cursors: sources.map((followed) => ({ ...followed, next: next.get(followed.source) ?? followed.cursor })),
    hasRead,
    isMore: [...next.values()].some(({ at }) => at !== undefined),
    remembered,
  })
  return { step, result }
}

function hasMoved({ cursor, next }: Moved): boolean {
  return cursor.receivedAfter !== next.receivedAfter || cursor.at !== next.at
}
