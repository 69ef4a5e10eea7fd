import { satisfies } from '@fieldwatch/contract/calculations/conditions'
import type { AlertStatus } from '@fieldwatch/contract/alerts/alerts'
import { type BySchedule, createDeadlines } from '@fieldwatch/contract/alerts/alert-schedule'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { placeOfField } from '@fieldwatch/contract/places/place-conditions'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { type ConditionState, judgeAll, OFF, type Reading } from '#records/conditions/judge-reading.ts'
import { readingOf, readReadings } from '#records/conditions/read-readings.ts'
import type { PlaceReadings } from '#records/places/place-readings.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { type ClaimedState, createAlertStateStore } from './alert-state-store.ts'
import { createAlertStore } from './alert-store.ts'
import { followerOf } from './follower.ts'
import { GRACE_MS } from './judge-arrivals.ts'
import { createRestStore } from './rest-store.ts'
import { type JudgedAlert, saveJudged } from './save-judged.ts'
import { createSilenceStore } from './silence-store.ts'
import { conditionOf, QUIET, settle, statusOf, storedCondition, type UnitState } from './unit-state.ts'
import { withinTimes } from './within-times.ts'

export interface NewestParts {
  readonly reader: RecordReader
  readonly places: Pick<PlaceReadings, 'forSources'>
}

/** What an alert is on a unit by what is known of it. Without a time there is no record. */
interface Finding extends Pick<UnitState, 'at' | 'value'> {
  readonly status: AlertStatus
  /** The state with what was seen, before the status changes. */
  readonly seen: UnitState
}

/**
 * Judges an alert that was created or changed by the newest record of each of its units, in the transaction of the change: it is never OK
 * while its condition is met, and one that stays triggered keeps what people did about it. Returns what to publish after the commit.
 */
export async function judgeNewest(
  { reader, places, bus }: NewestParts & { readonly bus: Bus },
  tx: Db,
  alertId: AlertId,
  { dataIds, now }: { readonly dataIds: readonly DataId[]; readonly now: number },
): Promise<() => void> {
  const resting = await createRestStore(tx).listResting(alertId)
  const of = dataIds.filter((dataId) => !resting.has(dataId)).map((dataId) => ({ alertId, dataId }))
  await createSilenceStore(tx).beginWithLastArrival(of)
  const claimed = (await createAlertStateStore(tx).claim(of, now)).filter(({ rests }) => !rests)
  const findSilence = await findSilences(tx, claimed, now)
  const newest = await readNewest({ reader, places }, tx, claimed)
  const judged: JudgedAlert[] = []
  for (const one of claimed) {
    const found = findSilence(one) ?? (await findByValue(reader, one, newest.get(one.state.dataId), now))
    judged.push(settleFinding(one, found, now))
  }
  return saveJudged(tx, judged, { bus, now })
}

interface KnownReading {
  readonly key: number
  /** Undefined: the newest record has no number in the field. */
  readonly reading: Reading | undefined
  readonly aheadUntil: number | undefined
}

async function readNewest(
  { reader, places }: NewestParts,
  tx: Db,
  claimed: readonly ClaimedState[],
): Promise<ReadonlyMap<DataId, KnownReading>> {
  const known = new Map<DataId, KnownReading>()
  const byValue = claimed.filter(({ type }) => type !== 'silence')
  for (const [source, of] of Map.groupBy(byValue, (one) => one.source)) {
    if (source === undefined) continue
    const dataIds = of.map(({ state }) => state.dataId)
    const keys = new Map(
      (await createAlertStore(tx).listSourceKeys(dataIds, source)).map(({ dataId, key }) => [dataId, key]),
    )
    const records = await reader.readLatest([...keys.values()])
    const onPlaces = of.some(({ field }) => placeOfField(field) !== undefined)
    const { find } = await places.forSources(tx, onPlaces ? [...keys.values()] : [])
    for (const { state, field } of of) {
      const key = keys.get(state.dataId)
      const record = key === undefined ? undefined : records.get(key)
      if (key === undefined || record === undefined) continue
      const [measured = record] = (await find(key, field))?.addTo([record]) ?? [record]
      const aheadUntil = record.at > record.receivedAt ? record.at : undefined
      known.set(state.dataId, { key, reading: readingOf(measured, field), aheadUntil })
    }
  }
  return known
}

async function findByValue(
  reader: RecordReader,
  claimed: ClaimedState,
  known: KnownReading | undefined,
  now: number,
): Promise<Finding> {
  const { state: before, startAt, schedule } = claimed
  const reading = known?.reading ?? lastReadingOf(before)
  if (known === undefined || reading === undefined || reading.at < startAt)
    return { status: 'ok', at: undefined, value: undefined, seen: before }
  const { at, value } = reading
  const seen = { ...before, lastAt: at, lastValue: value, aheadUntil: known.aheadUntil ?? before.aheadUntil }
  if (schedule?.kind === 'by') return findAwaited(claimed, schedule, { seen, reading, now })
  const state = await judgeLatest(reader, claimed, { ...known, reading }, now)
  return { status: statusOf(state.status === 'on'), at, value, seen: { ...seen, ...storedCondition(state, seen) } }
}

function lastReadingOf({ lastAt: at, lastValue: value }: UnitState): Reading | undefined {
  return at === undefined || value === undefined ? undefined : { at, receivedAt: at, value }
}

/** Where the alert was triggered its second limit counts; where it was OK a value may have held for long enough already. */
async function judgeLatest(
  reader: RecordReader,
  claimed: ClaimedState,
  { key, reading, aheadUntil }: KnownReading & { readonly reading: Reading },
  now: number,
): Promise<ConditionState> {
  const { state: before, gapMs, forSeconds, field, startAt } = claimed
  const condition = conditionOf(claimed)
  const { at, receivedAt, value } = reading
  if (before.status === 'high') {
    const on = { status: 'on', since: before.at ?? at, receivedAt, lastAt: at, lastValue: value } as const
    return judgeAll(condition, on, [reading].map(withinTimes(claimed))).state
  }
  // An occurrence that a silence has ended is over.
  if (now - at > gapMs) return OFF
  const readings: Reading[] = []
  if (forSeconds > 0) {
    const from = Math.max(startAt, at - 2 * condition.forMs)
    const range = { key, field, from, to: at, aheadUntil, condition: undefined }
    for await (const block of readReadings(reader, range))
      block.at.forEach((one, index) => {
        readings.push({ at: one, receivedAt: one, value: block.columns[0]?.[index] ?? Number.NaN })
      })
  }
  return judgeAll(condition, OFF, [...readings, reading].map(withinTimes(claimed))).state
}

/** A unit that is awaited: one that is missed stays so as long as the last deadline is one of that day or later. */
function findAwaited(
  { bound, timeZone }: ClaimedState,
  schedule: BySchedule,
  { seen, reading, now }: { readonly seen: UnitState; readonly reading: Reading; readonly now: number },
): Finding {
  const { at, receivedAt, value } = reading
  const deadlines = createDeadlines(schedule, timeZone)
  const isThere = satisfies(bound, value)
  const missed = seen.status === 'high' ? (seen.at ?? now) : undefined
  const isMissed = missed !== undefined && !isThere && deadlines.until(now - GRACE_MS) >= deadlines.dayOf(missed)
  const present = isThere ? { heldAt: at, pending: { at, receivedAt, value } } : {}
  const state = { ...seen, ...present, deadlineAt: deadlines.after(now - GRACE_MS) + GRACE_MS }
  return { status: statusOf(isMissed), at: isMissed ? missed : at, value: undefined, seen: state }
}

/** Finds what a silence is; undefined for an alert on values. */
async function findSilences(
  tx: Db,
  claimed: readonly ClaimedState[],
  now: number,
): Promise<(claimed: ClaimedState) => Finding | undefined> {
  const silences = claimed.filter(({ type }) => type === 'silence').map(({ state }) => state)
  const arrivals = await createSilenceStore(tx).listLastArrivals(silences)
  const byUnit = new Map(arrivals.map((one) => [followerOf(one.alertId, one.dataId), one]))
  return ({ state }) => {
    const arrival = byUnit.get(followerOf(state.alertId, state.dataId))
    if (arrival === undefined) return undefined
    const { heardAt: at, allowedMs } = arrival
    const isSilent = allowedMs !== null && at + allowedMs <= now
    return { status: statusOf(isSilent), at, value: undefined, seen: { ...state, lastAt: at } }
  }
}

function settleFinding(claimed: ClaimedState, { status: to, at, value, seen }: Finding, now: number): JudgedAlert {
  const { state: before, intervalMs, type, bound, beginsAt, schedule } = claimed
  const { alertId, dataId } = before
  const isOther = to !== before.status
  const isByValue = type !== 'silence' && schedule?.kind !== 'by'
  const policy = { intervalMs, ...(isByValue ? { condition: conditionOf(claimed) } : {}) }
  // A person's change is not a value that flaps: its result is sent at once.
  const pace = isOther ? { ...QUIET, notified: before.pace.notified, notifiedAt: before.pace.notifiedAt } : before.pace
  const change = isOther ? { to, at, value, count: 1 } : undefined
  const { state: settled, notice } = settle({ ...seen, pace }, policy, change, now)
  // A silence that is not over is looked at again by the clock.
  const state = type === 'silence' && to === 'ok' ? { ...settled, dueAt: now } : settled
  // The history begins again with the change: what stays triggered is so by the limit of now.
  const keptAt = at === undefined ? now : Math.min(now, Math.max(at, beginsAt - 1))
  const limit = isByValue ? bound.constant : undefined
  const kept = { alertId, dataId, to, at: keptAt, notedAt: now, value, limit }
  return {
    state,
    changes: isOther || to === 'high' ? [kept] : [],
    removed: [],
    notice: notice && to === 'ok' ? { ...notice, byEdit: true } : notice,
    isChanged: true,
  }
}
