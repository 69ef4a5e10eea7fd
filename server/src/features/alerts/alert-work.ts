import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { Bus } from '#platform/bus/bus.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Work, Worker, WorkKind } from '#platform/work/worker.ts'
import { findDueAlertWork, isAlertWorkDue } from './alert-due-store.ts'
import { createAlertLifeStore } from './alert-life-store.ts'
import { createNotificationStore } from './notification-store.ts'
import { handOver, type HandOverParts } from './hand-over.ts'
import { watchSilence } from './watch-silence.ts'
import { watchTime } from './watch-time.ts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createRecipientStore } from './recipient-store.ts'
import { notifyOfEnd, recordNotifications } from './save-judged.ts'
import { createRestStore, type RestingUnit } from './rest-store.ts'

interface Parts extends HandOverParts {
  readonly bus: Bus
  readonly reader: RecordReader
}

/** Silences are notified within this time. */
const SILENCES_EVERY_MS = 5_000
/** Within this time people are reminded of alarms that they missed while they were disabled. */
const NEWCOMERS_EVERY_MS = 60_000
/** Notifications wait this long, so that several are sent together. */
const TOGETHER_MS = 200
/** How long the history of alerts and their notifications are kept. */
const KEPT_MS = 400 * DAY_MS
const NOTIFICATIONS_KEPT_MS = 90 * DAY_MS

/** Starts what alerts do by the clock; the stack ends what listens for new notifications. */
export function startAlertWork(worker: Worker, parts: Parts, stack: AsyncDisposableStack): Work {
  const work = worker.add(createAlertWork(parts))
  let timer: NodeJS.Timeout | undefined
  const unsubscribe = parts.bus.subscribe('alert-notifications', () => {
    timer ??= setTimeout(() => {
      timer = undefined
      work.wake()
    }, TOGETHER_MS).unref()
  })
  stack.defer(async () => {
    unsubscribe()
    clearTimeout(timer)
  })
  return work
}

/** What alerts do by the clock. Every server may: each unit of each alert is taken by one of them. */
export function createAlertWork(parts: Parts): WorkKind {
  const { db, clock } = parts
  let [silencesAt, newcomersAt] = [-Infinity, -Infinity]
  const isTime = (last: number, everyMs: number, now: number): boolean => now - last >= everyMs || now < last
  return {
    name: 'alerts',
    isDue: (now) => isAlertWorkDue(now, isTime(silencesAt, SILENCES_EVERY_MS, now)),
    run: async ({ again }) => {
      const now = clock()
      const due = await findDueAlertWork(db, now)
      const looksForSilences = isTime(silencesAt, SILENCES_EVERY_MS, now)
      const looksForNewcomers = isTime(newcomersAt, NEWCOMERS_EVERY_MS, now)
      if (looksForSilences) silencesAt = now
      if (looksForNewcomers) newcomersAt = now
      await runAll([
        ...(looksForSilences ? [() => restAlerts(parts)] : []),
        ...(due.states ? [() => watchTime(parts)] : []),
        ...(looksForSilences ? [() => watchSilence(parts)] : []),
        ...(looksForNewcomers ? [() => remindNewcomers(parts)] : []),
        ...(due.messages || due.states || looksForSilences
          ? [async () => ((await handOver(parts)) ? again() : undefined)]
          : []),
      ])
    },
    tidy: async () => {
      await createAlertLifeStore(db).removeOld(clock() - KEPT_MS)
      await createNotificationStore(db).removeOld(clock() - NOTIFICATIONS_KEPT_MS)
    },
  }
}

/** One after the other; one that fails does not keep the others from being done. */
async function runAll(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'work of alerts failed')
}

const ALERTS_AT_ONCE = 20

/** Reminds people of what is still triggered who could not hear of it before, such as those of an entity that was disabled in the meantime. */
async function remindNewcomers({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock()
  // Page by page: alerts whose newcomers may not read them are found each time, and must not keep back those behind them.
  let after: AlertId | '' | undefined = ''
  while (after !== undefined) after = await remindPage(db, now, after)
}

/** Returns behind which alert the next page begins. */
function remindPage(db: Db, now: number, after: string): Promise<AlertId | undefined> {
  return db.transaction().execute(async (tx) => {
    const { reminders, last } = await createRecipientStore(tx).claimUnheard(now, { after, limit: ALERTS_AT_ONCE })
    await recordNotifications(tx, reminders, { now, to: 'newcomers' })
    return last
  })
}

/** The most units that one statement takes. */
const MOST = 2_000

/** Has alerts rest on units that were deactivated and sources that were paused, and judge again on those that are back. */
async function restAlerts({ db, bus, clock }: Parts): Promise<void> {
  for (const take of [beginRest, (tx: Db, now: number) => createRestStore(tx).end(now, MOST)]) {
    let taken: readonly RestingUnit[]
    do {
      taken = await db.transaction().execute((tx) => take(tx, clock()))
      for (const unit of taken) bus.publish('alert-changed', unit)
    } while (taken.length === MOST)
  }
}

/** Who was notified that an alert is triggered hears why it is not watched any more. */
async function beginRest(tx: Db, now: number): Promise<readonly RestingUnit[]> {
  const store = createRestStore(tx)
  const claimed = await store.claim(MOST)
  for (const [reason, units] of Map.groupBy(claimed, (unit) => unit.reason)) {
    await notifyOfEnd(tx, units, { reason, now })
    await store.begin(units, { reason, now })
  }
  return claimed
}
