import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Platform } from '#platform/floor.ts'
import { type AlertStateStore, type ClaimedState, createAlertStateStore } from './alert-state-store.ts'
import { followerOf } from './follower.ts'
import { learnCadence } from './learn-cadence.ts'
import { type JudgedAlert, judgedBy, saveJudged } from './save-judged.ts'
import { createSilenceStore, type LastArrival, type Learning } from './silence-store.ts'
import { type LastChange, settle } from './unit-state.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'log'> {
  readonly reader: RecordReader
}

/** The most states that one transaction takes: more would hold the event loop, and what it locks, for longer than others should wait. */
const MOST = 2_000
const LEARNED_AT_ONCE = 20
const LEARN_EVERY_MS = 6 * HOUR_MS

/** How far back is learned: as far as it takes to see some records. */
const LOOK_BACK_MS = [HOUR_MS, DAY_MS, 14 * DAY_MS]
const MOST_ARRIVALS = 5_000
const ENOUGH_ARRIVALS = 20

/** Judges silences by the clock: one look for all of them, however many fall silent at once. */
export async function watchSilence(parts: Parts): Promise<void> {
  await learn(parts)
  while (await judgeSome(parts, (store, now) => store.claimDue(now, { silences: true, limit: MOST })));
  while (await judgeSome(parts, (store, now) => store.claimHeardAgain(now, MOST)));
}

type Claim = (store: AlertStateStore, now: number) => Promise<readonly ClaimedState[]>

/** Judges those that are claimed. Returns whether there may be more. */
async function judgeSome({ db, bus, clock }: Parts, claim: Claim): Promise<boolean> {
  const now = clock()
  const { count, publish } = await db.transaction().execute(async (tx) => {
    const store = createAlertStateStore(tx)
    const judged: JudgedAlert[] = []
    const claimed = await claim(store, now)
    const heard = await createSilenceStore(tx).listLastArrivals(claimed.map(({ state }) => state))
    const byUnit = new Map(heard.map((one) => [followerOf(one.alertId, one.dataId), one]))
    for (const one of claimed) {
      const known = byUnit.get(followerOf(one.state.alertId, one.state.dataId))
      if (known !== undefined) judged.push(judge(one, known, now))
    }
    return { count: claimed.length, publish: await saveJudged(tx, judged, { bus, now }) }
  })
  publish()
  return count === MOST
}

function judge({ state, intervalMs }: ClaimedState, { heardAt, allowedMs }: LastArrival, now: number): JudgedAlert {
  const endsAt = allowedMs === null ? Infinity : heardAt + allowedMs
  const isSilent = endsAt <= now
  const isBack = state.status === 'high' && heardAt > (state.at ?? 0)
  const to = isBack ? 'ok' : state.status === 'ok' && isSilent ? 'high' : undefined
  const last: LastChange | undefined = to && { to, at: heardAt, count: 1 }
  const { state: after, notice } = settle({ ...state, lastAt: heardAt }, { intervalMs }, last, now)
  const { alertId, dataId } = state
  const change = last && { alertId, dataId, to: last.to, at: heardAt, notedAt: now }
  const next = after.status === 'high' ? Infinity : endsAt
  const dueAt = Math.min(after.dueAt ?? Infinity, next)
  return judgedBy({ state: { ...after, dueAt: dueAt === Infinity ? undefined : dueAt }, notice }, change)
}

/** A source that cannot be read is left until the next time; what was learned of its unit before stays. */
async function learn({ db, clock, reader, log }: Parts): Promise<void> {
  const now = clock()
  const store = createSilenceStore(db)
  for (const { alertId, dataId, sources } of await store.listToLearn(now - LEARN_EVERY_MS, LEARNED_AT_ONCE)) {
    const usual = await usualGapOf(reader, sources).catch((error: unknown) => {
      log.warn({ err: error, alertId, dataID: dataId }, 'learning the message interval failed')
      return undefined
    })
    if (usual === undefined) await store.noteNotLearned({ alertId, dataId }, learnCadence([]), now)
    else await store.noteLearned({ alertId, dataId }, usual, now)
  }
}

/** How long a unit may be silent, by the arrivals of its sources. */
export async function usualGapOf(reader: RecordReader, sources: Learning['sources']): Promise<number> {
  const arrivals: number[][] = []
  for (const { key, lastReceivedAt } of sources) arrivals.push(await readArrivals(reader, key, lastReceivedAt))
  return learnCadence(arrivals)
}

/** The arrivals of an hour are enough where they fill it: others may be all of one day. */
async function readArrivals(reader: RecordReader, key: number, lastReceivedAt: number): Promise<number[]> {
  let arrivals: number[] = []
  for (const lookBack of LOOK_BACK_MS) {
    const request = { receivedAfter: Math.max(0, lastReceivedAt - lookBack), at: undefined, limit: MOST_ARRIVALS }
    const { receivedAt } = await reader.readArrivalTimes(key, request)
    arrivals = [...new Set(receivedAt)]
    const spanMs = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)
    if (receivedAt.length === MOST_ARRIVALS || (arrivals.length >= ENOUGH_ARRIVALS && spanMs >= lookBack / 2)) break
  }
  return arrivals
}
