import type { Logger } from 'pino'
import type { Bus } from '#bus/bus.ts'
import { isDatabaseAway } from '#database/database-away.ts'
import { every } from '#time/every.ts'
import { advanceCalculation, type ComputingParts, type StepOutcome } from './advance-calculation.ts'
import { createComputationStore, type KnownInput } from './computation-store.ts'
import { createRememberedValues } from './remembered-values.ts'
import { createWaitingList } from './waiting-list.ts'

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

/** Steps that are taken beside each other: while one waits for the database the others work, and their results are committed together. */
const LANES = 4

/** Computes calculated sources as their inputs arrive, each of them in its turn. */
export function startCalculations(dependencies: Dependencies): Calculations {
  const { db, bus, metrics, log } = dependencies
  const parts = { ...dependencies, remembered: createRememberedValues() }
  const store = createComputationStore(db)
  const waiting = createWaitingList()
  const failedAt = new Map<number, number>()
  let dependents = new Map<string, KnownInput[]>()
  let lastLook: Promise<unknown> = Promise.resolve()
  let working: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let looksFirst = false
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
      looksFirst = true
      soon()
    }),
  ]
  const looking = every(LOOK_EVERY_MS, () => look().then(startWork), log)

  return {
    run: async () => {
      let progressed = true
      while (progressed && !closed) {
        await look()
        progressed = await work()
      }
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      for (const stop of unsubscribe) stop()
      await looking.close()
      await lastLook
      await working
    },
  }

  function soon(): void {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      timer = undefined
      const before = looksFirst ? look() : Promise.resolve()
      looksFirst = false
      before.then(startWork, (error: unknown) => {
        log.warn({ err: error }, 'calculated sources wait for the next look')
      })
    }, TOGETHER_MS).unref()
  }

  /** One look after the other, so that the newest one counts. */
  function look(): Promise<void> {
    const result = lastLook.then(async () => {
      dependents = Map.groupBy(await store.listInputs(), ({ dataId, source }) => keyOf(dataId, source))
      for (const id of await store.listWaiting()) waiting.add(id)
    })
    lastLook = result.catch(() => undefined)
    return result
  }

  function startWork(): void {
    void work()
  }

  /** Resolves when nothing waits any more, with whether anything was computed: what is computed may make others wait. Never fails. */
  function work(): Promise<boolean> {
    working ??= Promise.all(Array.from({ length: LANES }, workOff)).then((progressed) => {
      working = undefined
      return progressed.includes(true)
    })
    return working
  }

  async function workOff(): Promise<boolean> {
    let progressed = false
    while (!closed) {
      const id = await waiting.take()
      if (id === undefined) break
      const outcome = await advance(id)
      waiting.done(id, outcome)
      if (outcome !== 'idle') progressed = true
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
