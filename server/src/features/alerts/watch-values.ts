import { placeOfField } from '@fieldwatch/contract/places/place-conditions'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import type { ArrivedStep, TogetherConsumer, StepBatch } from '#records/arrivals/consumer.ts'
import type { CorrectForMs, OpenCorrection } from '#records/conditions/correct-transitions.ts'
import { judgeAll } from '#records/conditions/judge-reading.ts'
import { type SortedReadings, sortReadings } from '#records/conditions/read-readings.ts'
import { listImportedArrivals } from './imported-arrivals-store.ts'
import type { FoundPlaces, PlaceReadings } from '#records/places/place-readings.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Platform } from '#platform/floor.ts'
import { type ClaimedState, createAlertStateStore } from './alert-state-store.ts'
import { correctAlert, type CorrectingWork, type JudgedInOrder } from './correct-alert.ts'
import { ALERTS, followerOf } from './follower.ts'
import { judgeArrivals } from './judge-arrivals.ts'
import { withinTimes } from './within-times.ts'
import { type JudgedAlert, saveJudged, seenOnly, settleJudged } from './save-judged.ts'
import { conditionOf, conditionStateOf, lastChangeOf, storedCondition, type UnitState } from './unit-state.ts'

interface WatchingParts extends Pick<Platform, 'bus' | 'clock'> {
  readonly reader: RecordReader
  readonly places: Pick<PlaceReadings, 'forSources'>
  /**
   * How long one step judges again what late records change; left out: some hundred milliseconds. The rest is done in pieces of their own, so
   * that no other alert waits for it.
   */
  readonly correctForMs?: CorrectForMs | undefined
}

/** A step of a thousand takes some hundred milliseconds. */
const TOGETHER = { most: 1_000, pauseMs: 200 }
const CORRECTING_MS = 200

/** Judges values as they arrive: the state, the history and the notifications are stored with the cursors. */
export function createAlertConsumer(parts: WatchingParts): TogetherConsumer {
  return { name: ALERTS, together: TOGETHER, takeAll: (turn) => takeAll(parts, turn) }
}

async function takeAll(
  { reader, places, bus, clock, correctForMs }: WatchingParts,
  { tx, steps, afterCommit }: StepBatch,
): Promise<void> {
  const store = createAlertStateStore(tx)
  const now = clock()
  const arrived = new Map(steps.filter(hasRecords).map((step) => [step.id, step]))
  if (arrived.size === 0) return
  const claimed = await store.claim([...arrived.values()].map(watchedBy), now)
  const imported = await listImportedArrivals(tx, [...arrived.values()].flatMap(firstArrivals))
  const forMs = correctForMs?.() ?? CORRECTING_MS
  const end = performance.now() + forMs
  const limit = (): (() => boolean) => {
    // However slow the machine is, what one read brings is judged: of a short backlog no one gets an alarm that it takes back.
    let isFirst = forMs >= 0
    return () => {
      const isOver = !isFirst && performance.now() > end
      isFirst = false
      return isOver
    }
  }
  // Only alerts on places have to know the units.
  const onPlaces = claimed.some(({ field }) => placeOfField(field) !== undefined) ? [...arrived.values()] : []
  const { find: findPlaces } = await places.forSources(tx, [...new Set(onPlaces.flatMap(keysOf))])
  const work = { reader, findPlaces, store, now, imported, limit }
  const judged: JudgedAlert[] = []
  for (const one of claimed) {
    const step = arrived.get(followerOf(one.state.alertId, one.state.dataId))
    if (step !== undefined && one.type !== 'silence') judged.push(await judge(work, one, step))
  }
  const publish = await saveJudged(tx, judged, { bus, now })
  afterCommit(publish)
}

function firstArrivals({ arrived }: ArrivedStep) {
  return arrived.flatMap(({ followed: { key }, records }) => {
    const from = records.reduce((least, { receivedAt }) => Math.min(least, receivedAt), Infinity)
    return key === undefined || from === Infinity ? [] : [{ sourceKey: key, from }]
  })
}

function keysOf({ arrived }: ArrivedStep): number[] {
  return arrived.flatMap(({ followed: { key } }) => key ?? [])
}

function hasRecords({ arrived }: ArrivedStep): boolean {
  return arrived.some(({ records }) => records.length > 0)
}

function watchedBy({ id, dataId }: ArrivedStep): { alertId: AlertId; dataId: DataId } {
  return { alertId: id.slice(0, -dataId.length - 1) as AlertId, dataId }
}

interface Work extends Omit<CorrectingWork, 'isOver'> {
  /** Begins the time limit for the correction of one alert. */
  readonly limit: () => CorrectingWork['isOver']
  /** When imported records arrived, by key of source. */
  readonly imported: ReadonlyMap<number, ReadonlySet<number>>
  readonly findPlaces: (key: number | undefined, field: string) => Promise<FoundPlaces | undefined>
}

async function judge(work: Work, claimed: ClaimedState, step: ArrivedStep): Promise<JudgedAlert> {
  const { state: before, beginsAt, field } = claimed
  const sorted = sortReadings({ ...before, beginsAt, field }, await recordsOf(work, step, field))
  const { inOrder, late, aheadUntil } = sorted
  const { at: lastAt, value } = inOrder.at(-1) ?? { at: before.lastAt, value: before.lastValue }
  const lastValue = late.findLast(({ at }) => at === lastAt)?.value ?? value
  const correction = joinCorrections(before.correction, sorted)
  const seen = { ...before, aheadUntil, lastAt, lastValue, correction }
  if (claimed.schedule?.kind === 'by')
    return judgeArrivals(
      { claimed, schedule: claimed.schedule },
      { ...sorted, seen: { ...seen, correction: undefined } },
      work.now,
    )
  if (claimed.rests) return seenOnly({ ...seen, lastValue: value, correction: undefined })
  const judged: JudgedInOrder = {
    claimed,
    seen,
    late,
    key: step.arrived[0]?.followed.key,
    ...judgeAll(conditionOf(claimed), conditionStateOf(before), inOrder.map(withinTimes(claimed))),
  }
  // A correction that is made in pieces continues in pieces.
  if (correction === undefined || !isOpen(seen) || isOpen(before)) return judgeInOrder(work, judged)
  return settleJudged(work, judged, await correctAlert({ ...work, isOver: work.limit() }, judged, correction))
}

async function recordsOf({ imported, findPlaces }: Work, { arrived }: ArrivedStep, field: string) {
  const found = []
  for (const { followed, records } of arrived) {
    const { key } = followed
    const times = key === undefined ? undefined : imported.get(key)
    const places = await findPlaces(key, field)
    for (const record of places?.addTo(records) ?? records)
      found.push({ ...record, isImported: times?.has(record.receivedAt) === true })
  }
  return found
}

function judgeInOrder(work: Work, judged: JudgedInOrder): JudgedAlert {
  const { claimed, seen, state, transitions } = judged
  const stored = storedCondition(state, seen)
  const { pending } = stored
  const { pending: before, correction } = claimed.state
  const isPendingSame = pending?.at === before?.at && pending?.value === before?.value
  const isAsideSame = stored.aside === claimed.state.aside
  if (transitions.length === 0 && isPendingSame && isAsideSame && seen.correction === correction)
    return seenOnly({ ...seen, ...stored })
  const lastChange = lastChangeOf(transitions)
  return settleJudged(work, judged, {
    state: { ...seen, ...stored },
    lastChange,
    kept: transitions,
    added: [],
    removed: [],
  })
}

/** What late records change besides what is open. What is waiting is late once the unit sends something later. */
function joinCorrections(
  open: OpenCorrection | undefined,
  { late, waiting }: SortedReadings,
): OpenCorrection | undefined {
  const times = [...late.map(({ at }) => at), ...waiting]
  if (times.length === 0) return open
  const from = times.reduce((one, at) => Math.min(one, at))
  const to = times.reduce((one, at) => Math.max(one, at), open?.to ?? -Infinity)
  if (open === undefined) return { from, to }
  const { state, ...rest } = open
  return from < open.from || state === undefined
    ? { ...rest, from: Math.min(from, open.from), to }
    : { ...rest, state, to }
}

function isOpen({ correction, lastAt = -Infinity }: UnitState): boolean {
  return correction !== undefined && correction.from <= lastAt
}
