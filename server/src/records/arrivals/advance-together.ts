import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { StepOutcome } from './advance-follower.ts'
import type { Arrived, TogetherConsumer } from './consumer.ts'
import { type ArrivalCursor, createFollowerStore } from './follower-store.ts'
import { readTogether } from './read-together.ts'

interface TogetherParts {
  readonly db: Db
  readonly reader: RecordReader
  /** The name of this server. */
  readonly server: string
}

/**
 * Takes one step of each of many followers in one transaction. As with a single one cursors move only with what the step has stored, and
 * the rows of the followers are locked in the meantime. Returns the outcome of each.
 */
export async function advanceTogether(
  { db, reader, server }: TogetherParts,
  consumer: TogetherConsumer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StepOutcome>> {
  const toNotify: (() => void)[] = []
  const outcomes = new Map<string, StepOutcome>()
  await db.transaction().execute(async (tx) => {
    const store = createFollowerStore(tx)
    const claimed = await store.claimAll(consumer.name, ids, server)
    const read = await readTogether({ tx, reader }, claimed)
    for (const { id } of claimed) outcomes.set(id, 'more')
    for (const { follower, arrived } of read) outcomes.set(follower.id, outcomeOf(arrived))
    const steps = read.map(({ follower: { id, dataId }, arrived }) => ({ id, dataId, arrived }))
    await consumer.takeAll({ tx, steps, afterCommit: (notify) => toNotify.push(notify) })
    const moved = read.map(({ follower: { id }, arrived }) => ({ id, cursors: movedOf(arrived) }))
    await store.saveAll(consumer.name, server, moved)
  })
  for (const notify of toNotify) notify()
  return outcomes
}

export function outcomeOf(arrived: readonly Arrived[]): StepOutcome {
  const isMore = arrived.some(({ followed, cursor }) => {
    return cursor.at !== undefined || cursor.receivedAfter < followed.lastReceivedAt
  })
  if (isMore) return 'more'
  return arrived.some(({ records }) => records.length > 0) ? 'done' : 'idle'
}

export function movedOf(arrived: readonly Arrived[]): ReadonlyMap<SourceName, ArrivalCursor> {
  const moved = arrived.filter(({ followed, cursor }) => {
    return followed.cursor.receivedAfter !== cursor.receivedAfter || followed.cursor.at !== cursor.at
  })
  return new Map(moved.map(({ followed, cursor }) => [followed.source, cursor]))
}
