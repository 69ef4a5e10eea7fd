import type { Logger } from 'pino'
import type { Bus } from '#bus/bus.ts'
import { isDatabaseAway } from '#database/database-away.ts'
import { every } from '#time/every.ts'
import { advanceCalculation, type ComputingParts, type StepOutcome } from './advance-calculation.ts'
import { createComputationStore, type KnownInput } from './computation-store.ts'
import { createRememberedValues } from './remembered-values.ts'

interface Dependencies extends Omit<ComputingParts, 'remembered'> {
  readonly bus: Bus
  readonly log: Logger
}

export interface Calculations {
  /** Computes all that waits now. */
  run(): Promise<void>
  /** Waits for the step that is under way. */
  close(): Promise<void>
}

/** Sources that a unit sends together are waited for, so that one result does not become two. */
const TOGETHER_MS = 50
/** How often is looked for what the bus did not tell: from before a start, or of another server. */
const LOOK_EVERY_MS = 2_000
/** A calculation that failed is left alone for so long. */
const FAILED_MS = 30_000

/** Computes calculated sources as their inputs arrive, one step after the other, each of them in its turn. */
export function startCalculations(dependencies: Dependencies): Calculations {
  const { db, bus, metrics, log } = dependencies
  const parts = { ...dependencies, remembered: createRememberedValues() }
  const store = createComputationStore(db)
  const waiting = new Set<number>()
  const failedAt = new Map<number, number>()
  let dependents = new Map<string, KnownInput[]>()
  let lane: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let next = drain
  let closed = false

  const unsubscribe = [
    bus.subscribe('records', ({ dataId, subject }) => {
      for (const { id } of dependents.get(keyOf(dataId, subject)) ?? []) {
        waiting.add(id)
        soon()
      }
    }),
    bus.subscribe('calculations-changed', () => {
      failedAt.clear()
      next = look
      soon()
    }),
  ]
  const looking = every(LOOK_EVERY_MS, run, log)

  return {
    run,
    close: async () => {
      closed = true
      clearTimeout(timer)
      for (const stop of unsubscribe) stop()
      await looking.close()
      await lane
    },
  }

  function run(): Promise<void> {
    return inTurn(async () => {
      let progressed = true
      while (progressed && !closed) progressed = await look()
    })
  }

  function soon(): void {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      timer = undefined
      const work = next
      next = drain
      inTurn(work).catch((error: unknown) => log.warn({ err: error }, 'calculated sources wait for the next look'))
    }, TOGETHER_MS).unref()
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = lane.then(work)
    lane = result.catch(() => undefined)
    return result
  }

  async function look(): Promise<boolean> {
    dependents = Map.groupBy(await store.listInputs(), ({ dataId, source }) => keyOf(dataId, source))
    for (const id of await store.listWaiting()) waiting.add(id)
    return drain()
  }

  /** Whether anything was computed. What is computed may make others wait. */
  async function drain(): Promise<boolean> {
    let progressed = false
    for (const id of waiting) {
      if (closed) return false
      waiting.delete(id)
      const outcome = await advance(id)
      if (outcome !== 'idle') progressed = true
      if (outcome === 'more') waiting.add(id)
    }
    return progressed
  }

  async function advance(id: number): Promise<StepOutcome> {
    const failed = failedAt.get(id)
    if (failed !== undefined && performance.now() - failed < FAILED_MS) return 'idle'
    try {
      const outcome = await advanceCalculation(parts, id)
      failedAt.delete(id)
      return outcome
    } catch (error) {
      if (isDatabaseAway(error)) return 'idle'
      failedAt.set(id, performance.now())
      metrics.calculationFailures.inc()
      log.error({ err: error, calculation: id }, 'a calculated source could not be computed; it is tried again')
      return 'idle'
    }
  }
}

function keyOf(dataId: string, source: string): string {
  return `${dataId}/${source}`
}
