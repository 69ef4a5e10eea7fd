import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { every } from '#platform/time/every.ts'
import { findDueAlertWork } from './alert-due-store.ts'
import { createAlertLifeStore } from './alert-life-store.ts'
import { createNotificationStore } from './notification-store.ts'
import { notifyPeople, type NotifyingParts } from './notify-people.ts'
import { remindNewcomers } from './remind-newcomers.ts'
import { restAlerts } from './rest-alerts.ts'
import { watchSilence } from './watch-silence.ts'
import { watchTime } from './watch-time.ts'

interface Parts extends NotifyingParts {
  readonly bus: Bus
  readonly reader: RecordReader
  readonly log: Logger
}

export interface AlertTimers {
  /** Does at once what is due by now. */
  readonly run: () => Promise<void>
  /** Waits for what is under way. */
  readonly close: () => Promise<void>
}

const LOOK_EVERY_MS = 1_000
/** Silences are told within so long. */
const SILENCES_EVERY_MS = 5_000
/** Who did not get an alarm that still lasts, as they were disabled, is reminded within so long. */
const NEWCOMERS_EVERY_MS = 60_000
const TIDY_EVERY_MS = 60 * 60_000
/** What is to be told together is waited for. */
const TOGETHER_MS = 200
/** How long the history of alerts is kept, and what people were told. */
const KEPT_MS = 400 * 24 * 60 * 60_000
const NOTIFICATIONS_KEPT_MS = 90 * 24 * 60 * 60_000

/** Starts what alerts do by the clock. Every server may: each unit of each alert is taken by one of them. */
export function startAlertTimers(parts: Parts): AlertTimers {
  const { db, bus, clock, log } = parts
  let last: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let [silencesAt, newcomersAt] = [-Infinity, -Infinity]
  const isTime = (last: number, everyMs: number): boolean => clock() - last >= everyMs || clock() < last
  /** One after the other. */
  const run = (): Promise<void> => {
    const result = last.then(async () => {
      const due = await findDueAlertWork(db, clock())
      const looksForSilences = isTime(silencesAt, SILENCES_EVERY_MS)
      const looksForNewcomers = isTime(newcomersAt, NEWCOMERS_EVERY_MS)
      if (looksForSilences) silencesAt = clock()
      if (looksForNewcomers) newcomersAt = clock()
      await runAll([
        ...(looksForSilences ? [() => restAlerts(parts)] : []),
        ...(due.states ? [() => watchTime(parts)] : []),
        ...(looksForSilences ? [() => watchSilence(parts)] : []),
        ...(looksForNewcomers ? [() => remindNewcomers(parts)] : []),
        ...(due.messages || due.states || looksForSilences ? [() => notifyPeople(parts)] : []),
      ])
    })
    last = result.catch(() => undefined)
    return result
  }
  const unsubscribe = bus.subscribe('alert-notices', () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run().catch((error: unknown) => log.warn({ err: error }, 'what people are to be told waits for the next look'))
    }, TOGETHER_MS).unref()
  })
  const looking = every(LOOK_EVERY_MS, run, log)
  const tidy = async (): Promise<void> => {
    await createAlertLifeStore(db).removeOld(clock() - KEPT_MS)
    await createNotificationStore(db).removeOld(clock() - NOTIFICATIONS_KEPT_MS)
  }
  const tidying = every(TIDY_EVERY_MS, tidy, log)
  return {
    run,
    close: async () => {
      unsubscribe()
      clearTimeout(timer)
      await Promise.all([looking.close(), tidying.close()])
      await last
    },
  }
}

/** One after the other; one that fails does not keep the others from being done. */
async function runAll(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'work of alerts failed')
}
