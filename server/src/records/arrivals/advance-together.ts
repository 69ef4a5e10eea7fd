import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Platform } from '#platform/floor.ts'
import type { StepOutcome, AdvanceParts } from './advance-follower.ts'
import type { Arrived, TogetherConsumer, Consumer, SharedSteps } from './consumer.ts'
import { type ArrivalCursor, type ClaimedFollower, createFollowerStore, type FollowedSource } from './follower-store.ts'
import { type ArrivedRow, createArrivedRowsStore, type SourceCursor } from '#records/store/arrived-rows-store.ts'
import { readNextRecords } from './read-next.ts'

interface TogetherParts extends Pick<Platform, 'db' | 'server'> {
  readonly reader: RecordReader
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
    const { read } = await readTogether({ tx, reader }, claimed)
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

function movedOf(arrived: readonly Arrived[]): ReadonlyMap<SourceName, ArrivalCursor> {
  const moved = arrived.filter(({ followed, cursor }) => {
    return followed.cursor.receivedAfter !== cursor.receivedAfter || followed.cursor.at !== cursor.at
  })
  return new Map(moved.map(({ followed, cursor }) => [followed.source, cursor]))
}

/** What arrived for one of several followers. */
interface ReadFollower {
  readonly follower: ClaimedFollower
  readonly arrived: readonly Arrived[]
}

type RowsByKey = ReadonlyMap<number, readonly ArrivedRow[]>

/** Rows that are read at once, of all followers. */
const MOST_ROWS = 20_000
/** Who is farther behind looks through its own sources alone, so that no one else looks through what it has to. */
const TOGETHER_MS = 60_000
/** How many followers that far behind are read at once, and how many rows of each of their sources. */
const MOST_BEHIND = 300
const MOST_ROWS_BEHIND = 100
/** Whose records are not in rows reads by itself; so many are let through with the others, as long as they have few records. */
const MOST_ALONE = 50
const MOST_RECORDS_ALONE = 10_000

/** Reads what arrived for many followers at once. `postponed`: those that have to wait for another turn; others that are left out can read by themselves. */
async function readTogether(
  { tx, reader }: { readonly tx: Db; readonly reader: RecordReader },
  followers: readonly ClaimedFollower[],
): Promise<{ read: ReadFollower[]; postponed: ClaimedFollower[] }> {
  const store = createArrivedRowsStore(tx)
  const isBehind = ({ sources }: ClaimedFollower): boolean => !sources.every(isNear)
  const near = followers.filter((follower) => !isBehind(follower))
  const allBehind = followers.filter(isBehind).sort((one, other) => oldestOf(one) - oldestOf(other))
  const behind = allBehind.slice(0, MOST_BEHIND)
  const [cursors, cursorsBehind] = [cursorsOf(near), cursorsOf(behind)]
  const rows = await store.list(cursors, MOST_ROWS)
  const complete = completeUntil(rows, MOST_ROWS)
  const rowsBehind = Map.groupBy(await store.listOfEach(cursorsBehind, MOST_ROWS_BEHIND), ({ key }) => key)
  const all = [...cursors, ...cursorsBehind]
  const inChunks = all.length === 0 ? new Set<number>() : await store.listInChunks(all)
  const [read, alone]: [ReadFollower[], ClaimedFollower[]] = [[], []]
  const take = (follower: ClaimedFollower, byKey: RowsByKey, completeOf: (key: number) => number): void => {
    const isInRows = follower.sources.every(({ key, cursor }) => {
      if (key === undefined) return true
      return cursor.at === undefined && !inChunks.has(key) && completeOf(key) > cursor.receivedAfter
    })
    if (!isInRows) alone.push(follower)
    else read.push({ follower, arrived: follower.sources.map((source) => arrivedOf(source, byKey, completeOf)) })
  }
  const byKey = Map.groupBy(rows, ({ key }) => key)
  for (const follower of near) take(follower, byKey, () => complete)
  for (const follower of behind)
    take(follower, rowsBehind, (key) => completeUntil(rowsBehind.get(key) ?? [], MOST_ROWS_BEHIND))
  let count = 0
  for (const follower of alone.slice(0, MOST_ALONE)) {
    if (count >= MOST_RECORDS_ALONE) break
    const arrived: Arrived[] = []
    for (const source of follower.sources) arrived.push(await readNextRecords(reader, source))
    count += arrived.reduce((sum, { records }) => sum + records.length, 0)
    read.push({ follower, arrived })
  }
  return { read, postponed: allBehind.slice(MOST_BEHIND) }
}

function oldestOf({ sources }: ClaimedFollower): number {
  return sources.reduce((oldest, { cursor }) => Math.min(oldest, cursor.receivedAfter), Infinity)
}

function isNear(followed: FollowedSource): boolean {
  const { key, lastReceivedAt, cursor } = followed
  return key === undefined || (cursor.at === undefined && lastReceivedAt - behindOf(followed) <= TOGETHER_MS)
}

/** Behind which arrival there is something new: of a source that sends seldom that is long after what was taken last. */
function behindOf({ cursor, lastReceivedAt, previousReceivedAt = Infinity }: FollowedSource): number {
  const { receivedAfter } = cursor
  return receivedAfter >= previousReceivedAt ? Math.max(receivedAfter, lastReceivedAt - 1) : receivedAfter
}

/** One for each source: several followers may be at different places. */
function cursorsOf(followers: readonly ClaimedFollower[]): SourceCursor[] {
  const earliest = new Map<number, number>()
  for (const { sources } of followers) {
    for (const source of sources) {
      const { key } = source
      if (key !== undefined) earliest.set(key, Math.min(earliest.get(key) ?? Infinity, behindOf(source)))
    }
  }
  return Array.from(earliest, ([key, receivedAfter]) => ({ key, receivedAfter }))
}

/** Up to which arrival (itself included) nothing was left unread; Infinity when all was read. */
function completeUntil(rows: readonly ArrivedRow[], most: number): number {
  return rows.length < most ? Infinity : (rows.at(-1)?.receivedAt ?? Infinity) - 1
}

function arrivedOf(followed: FollowedSource, byKey: RowsByKey, completeOf: (key: number) => number): Arrived {
  const { key, cursor, lastReceivedAt } = followed
  const complete = key === undefined ? Infinity : completeOf(key)
  const records = (key === undefined ? [] : (byKey.get(key) ?? [])).filter(
    ({ receivedAt }) => receivedAt > cursor.receivedAfter && receivedAt <= complete,
  )
  // The source was looked up before its arrivals, so that all arrivals that it knew of are among them.
  const behind = Math.max(cursor.receivedAfter, lastReceivedAt, records.at(-1)?.receivedAt ?? 0)
  const receivedAfter = Math.min(behind, Math.max(complete, cursor.receivedAfter))
  return { followed, records, times: records.map(({ at }) => at), cursor: { receivedAfter, at: undefined } }
}

/**
 * Takes one step of each of many followers in one transaction, as far as they can take it together: those that continue from what they
 * remember. Cursors move only with what the step has stored, as in a step of one follower. Returns the outcome of each.
 */
export async function advanceShared<Memory>(
  { db, reader, server, memory }: AdvanceParts<Memory>,
  { name }: Pick<Consumer, 'name'>,
  shared: SharedSteps<Memory>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StepOutcome>> {
  const toNotify: (() => void)[] = []
  const outcomes = new Map<string, StepOutcome>()
  const work = db.transaction().execute(async (tx) => {
    const store = createFollowerStore(tx)
    const claimed = await store.claimAll(name, ids, server)
    for (const { id } of claimed) outcomes.set(id, 'alone')
    const known = new Map(claimed.flatMap((one) => (one.unfinished ? [] : [[one, memory.find(one)] as const])))
    const able = [...known.keys()].filter((one) => known.get(one) !== undefined)
    if (able.length === 0) return
    const { read, postponed } = await readTogether({ tx, reader }, able)
    for (const { id } of postponed) outcomes.set(id, 'again')
    const steps = read.flatMap(({ follower, arrived }) => {
      const remembered = known.get(follower)
      const { id, dataId, sources } = follower
      return remembered === undefined ? [] : [{ id, dataId, sources, arrived, remembered }]
    })
    const remembered = await shared.take({ tx, steps, afterCommit: (notify) => toNotify.push(notify) })
    const taken = read.filter(({ follower: { id } }) => remembered.has(id))
    const moved = taken.map(({ follower: { id }, arrived }) => ({ id, cursors: movedOf(arrived) }))
    await store.saveAll(name, server, moved)
    for (const { follower, arrived } of taken) {
      outcomes.set(follower.id, isSharedAgain(arrived) ? 'again' : outcomeOf(arrived))
      const cursors = new Map(arrived.map(({ followed, cursor }) => [followed.source, cursor]))
      memory.keep(follower, cursors, remembered.get(follower.id))
    }
  })
  await memory.forgetOnFailure(ids, work)
  for (const notify of toNotify) notify()
  return outcomes
}

/** Whether some of the records in rows were left for the next step. */
function isSharedAgain(arrived: readonly Arrived[]): boolean {
  return outcomeOf(arrived) === 'more' && arrived.every(({ cursor }) => cursor.at === undefined)
}
