import type { AdvanceParts, StepOutcome } from './advance-follower.ts'
import { movedOf, outcomeOf, readTogether } from './advance-together.ts'
import type { Arrived, Consumer, SharedSteps } from './consumer.ts'
import { createFollowerStore } from './follower-store.ts'

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

/** Of the records in rows some were left for the next step. */
function isSharedAgain(arrived: readonly Arrived[]): boolean {
  return outcomeOf(arrived) === 'more' && arrived.every(({ cursor }) => cursor.at === undefined)
}
