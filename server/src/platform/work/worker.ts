import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { Logger } from 'pino'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Db } from '#platform/database/database.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import { createDueStore, type DueCondition } from './due-store.ts'

/** One kind of background work. Every server may do it: each item is taken by one of them. */
export interface WorkKind {
  /** For logs and metrics, such as `unit jobs`. */
  readonly name: string
  /** A condition in SQL, its text always the same: whether anything is due. */
  readonly isDue: (now: number) => DueCondition
  /** Does what is due; an item that fails holds up no other. */
  readonly run: (turn: RunContext) => Promise<void>
  /** Removes what is not kept any longer, every hour. */
  readonly tidy?: () => Promise<void>
  /** Waits for what `run` has left under way. */
  readonly close?: () => Promise<void>
}

export interface RunContext {
  /** Ends what is under way soon. */
  readonly signal: AbortSignal
  /** Asks for another turn after this one. */
  readonly again: () => void
}

export interface Work {
  /** Does what is due, soon: something was added. */
  readonly wake: () => void
  /** Does what is due, now. @throws what `run` of the kind throws */
  readonly run: () => Promise<void>
}

export interface Worker {
  readonly add: (kind: WorkKind) => Work
  /** Does something again and again, whether or not there is anything to do. */
  readonly repeat: (everyMs: number, work: () => Promise<void>) => void
  /** Does what is due of one kind, now. @throws what its `run` throws */
  readonly run: (name: string) => Promise<void>
  /** Begins nothing more: other servers continue. */
  readonly handOver: () => void
  /** As `handOver`; waits for what is under way. */
  readonly close: () => Promise<void>
}

interface Parts {
  readonly db: Db
  /** Whether the clock of this server is right. */
  readonly mayWork?: (() => boolean) | undefined
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'workDue' | 'workRunning' | 'workFailures'>
  readonly log: Logger
}

interface Running extends Work {
  readonly kind: WorkKind
  readonly ended: () => Promise<void>
}

const IDLE_WORK: Work = { wake: () => undefined, run: async () => undefined }

/** The worker of a server that does not work in the background. */
export const IDLE_WORKER: Worker = {
  add: () => IDLE_WORK,
  repeat: () => undefined,
  run: async () => undefined,
  handOver: () => undefined,
  close: async () => undefined,
}

const LOOK_MS = 500
const TIDY_MS = HOUR_MS

/** Looks for all kinds of work with one statement, and does what is due: each kind by itself, so that a long one delays no other. */
export function startWorker({ db, clock, metrics, log, mayWork = () => true }: Parts): Worker {
  const closing = new AbortController()
  const works: Running[] = []
  const dueSince = new Map<string, number>()
  const dueStore = createDueStore(db)
  const repetitions = [every(LOOK_MS, look, log)]
  const handOver = (): void => closing.abort()
  const repeat = (everyMs: number, work: () => Promise<void>): void =>
    void repetitions.push(every(everyMs, async () => (mayWork() ? work() : undefined), log))
  return {
    add: (kind) => {
      const work = start(kind)
      works.push(work)
      if (kind.tidy !== undefined) repeat(TIDY_MS, kind.tidy)
      return work
    },
    repeat,
    run: async (name) => {
      const work = works.find(({ kind }) => kind.name === name)
      if (work === undefined) throw new Error(`there is no work of the kind ${name}`)
      await work.run()
    },
    handOver,
    close: async () => {
      handOver()
      await Promise.all(repetitions.map((repetition) => repetition.close()))
      await Promise.all(works.map((work) => work.ended()))
      await Promise.all(works.map(async ({ kind }) => kind.close?.()))
    },
  }

  function start(kind: WorkKind): Running {
    let last = Promise.resolve()
    let next: Promise<void> | undefined
    // One after the other. Anyone who asks while one is under way gets the next one, which finds what was added in the meantime.
    const run = (): Promise<void> => {
      if (next !== undefined) return next
      const result = last.then(() => {
        next = undefined
        return perform(kind, wake)
      })
      next = result
      // A failure is for the caller of this run: `wake` logs it.
      last = result.catch(() => undefined)
      return result
    }
    const wake = (): void => {
      run().catch((error: unknown) => log.warn({ err: error, kind: kind.name }, 'background work failed; retrying'))
    }
    return { kind, run, wake, ended: () => last }
  }

  async function perform(kind: WorkKind, again: () => void): Promise<void> {
    if (closing.signal.aborted || !mayWork()) return
    metrics.workRunning.set({ kind: kind.name }, 1)
    try {
      await kind.run({ signal: closing.signal, again })
    } catch (error) {
      metrics.workFailures.inc({ kind: kind.name })
      throw error
    } finally {
      metrics.workRunning.set({ kind: kind.name }, 0)
    }
  }

  async function look(): Promise<void> {
    if (closing.signal.aborted || works.length === 0 || !mayWork()) return
    const now = clock()
    const isDue = await findDue(now)
    for (const { kind, wake } of works) {
      if (isDue(kind)) dueSince.set(kind.name, dueSince.get(kind.name) ?? now)
      else dueSince.delete(kind.name)
      metrics.workDue.set({ kind: kind.name }, Math.max(0, now - (dueSince.get(kind.name) ?? now)) / 1000)
      if (isDue(kind)) wake()
    }
  }

  async function findDue(now: number): Promise<(kind: WorkKind) => boolean> {
    try {
      const due = await dueStore.findDue(works.map(({ kind }) => ({ name: kind.name, isDue: kind.isDue(now) })))
      return ({ name }) => due.has(name)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      log.error({ err: error }, 'reading the due background work failed; running all of it')
      return () => true
    }
  }
}
