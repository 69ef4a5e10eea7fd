import { setTimeout as pause } from 'node:timers/promises'
import { type AdvanceParts, advanceFollower, type StepOutcome } from './advance-follower.ts'
import { advanceTogether } from './advance-together.ts'
import { type BackOffParts, createBackOff } from './back-off.ts'
import type { Consumer, TogetherConsumer } from './consumer.ts'
import type { GiveWay } from './give-way.ts'
import { createStepMemory } from './step-memory.ts'
import type { WaitingList } from './waiting-list.ts'

interface StepParts extends Omit<AdvanceParts<never>, 'memory'>, BackOffParts {
  readonly waiting: WaitingList
  readonly giveWay: GiveWay
  /** Aborted when no more steps are to be taken. */
  readonly closing: AbortSignal
}

export interface Steps {
  /** Resolves when nothing waits any more, to whether anything was done (which may make other followers wait). Never rejects. */
  readonly takeAll: () => Promise<boolean>
  /** Resolves when none is being taken. */
  readonly settled: () => Promise<unknown>
  /** Lets followers that failed try again at once. */
  readonly forgetFailures: () => void
}

/** Takes the steps of the followers that wait, in the lanes of their consumer. */
export function createSteps<Memory>(parts: StepParts, consumer: Consumer<Memory> | TogetherConsumer): Steps {
  const { waiting, giveWay, closing } = parts
  const advanceParts = { ...parts, memory: createStepMemory<Memory>() }
  const backOff = createBackOff(parts, consumer.name)
  const takeNext = 'together' in consumer ? takeMany(consumer) : takeOne(consumer)
  const lanes = 'together' in consumer ? 1 : consumer.lanes
  let working: Promise<boolean> | undefined

  return {
    takeAll: () => {
      working ??= Promise.all(Array.from({ length: lanes }, workOff)).then((progressed) => {
        working = undefined
        return progressed.includes(true)
      })
      return working
    },
    settled: async () => working,
    forgetFailures: backOff.forget,
  }

  async function workOff(): Promise<boolean> {
    let progressed = false
    while (!closing.aborted) {
      const id = await waiting.take()
      if (id === undefined) break
      if (await takeNext(id)) progressed = true
    }
    return progressed
  }

  function takeOne(single: Consumer<Memory>) {
    return async (id: string): Promise<boolean> => {
      const rest = giveWay.begin()
      const outcome = await backOff.attempt(id, () => advanceFollower(advanceParts, single, id))
      if (outcome === 'filling') await rest()
      waiting.done(id, outcome)
      return outcome !== 'idle'
    }
  }

  /** Takes a step of several; when that fails of each alone, so that only the one is left behind that cannot be taken. */
  function takeMany(many: TogetherConsumer) {
    const takeAlone = (id: string): Promise<StepOutcome> =>
      backOff.attempt(id, async () => (await advanceTogether(advanceParts, many, [id])).get(id) ?? 'idle')
    return async (first: string): Promise<boolean> => {
      const ids = [first, ...waiting.takeMore(many.together.most - 1)]
      let progressed = false
      const outcomes =
        ids.length === 1
          ? undefined
          : await advanceTogether(advanceParts, many, ids.filter(backOff.isRested)).catch(() => undefined)
      for (const id of ids) {
        const outcome = outcomes === undefined ? await takeAlone(id) : (outcomes.get(id) ?? 'idle')
        waiting.done(id, outcome)
        if (outcome !== 'idle') progressed = true
      }
      if (!closing.aborted) await pause(many.together.pauseMs)
      return progressed
    }
  }
}
