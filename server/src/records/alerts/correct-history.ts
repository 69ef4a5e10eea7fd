import type { AlertStatus } from '@fieldwatch/contract/alerts'
import { maySatisfy, satisfies } from '@fieldwatch/contract/conditions'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { AlertStateStore, ClaimedState, KnownChange } from './alert-state-store.ts'
import {
  type Evaluation,
  evaluate,
  type Reading,
  type StatusChange,
  UNTRIGGERED,
  type ValueRule,
} from './evaluate-value.ts'
import { readReadings } from './read-readings.ts'

export interface Corrected {
  /** As it is by the last record. */
  readonly evaluation: Evaluation
  /** The last change of the status, as it is known now. */
  readonly last: StatusChange
  readonly added: readonly StatusChange[]
  /** Stored changes that were none. */
  readonly removed: readonly number[]
  /** Changes found in this step that stay. */
  readonly kept: readonly StatusChange[]
  /** The status by the records in their order alone; by all where the last record itself was replaced. */
  readonly heard: AlertStatus
  readonly lastValue: number | undefined
}

interface Work {
  readonly reader: RecordReader
  readonly store: Pick<AlertStateStore, 'findChangeBefore' | 'listChangesFrom'>
  readonly now: number
}

/** What is known before the correction: the records in their order are judged already. */
export interface Judged {
  readonly claimed: ClaimedState
  readonly rule: ValueRule
  readonly key: number | undefined
  readonly late: readonly Reading[]
  readonly evaluation: Evaluation
  /** What the records of this step in their order have changed. */
  readonly changes: readonly StatusChange[]
  readonly lastAt: number
  readonly aheadUntil: number | undefined
}

/**
 * Judges the stretch anew in which late records count: from the first of them until the status is what it was found to be. The records
 * are those that are stored now.
 */
export async function correctHistory({ reader, store, now }: Work, judged: Judged): Promise<Corrected> {
  const { claimed, rule, late, key, lastAt } = judged
  const times = late.map(({ at }) => at)
  const [first, last] = [times.reduce((one, at) => Math.min(one, at)), times.reduce((one, at) => Math.max(one, at))]
  const { before, known } = await listKnown(store, judged, first)
  const from =
    before?.to === 'high' || key === undefined
      ? first
      : await findPendingStart(reader, judged, { key, first, from: Math.max(claimed.beginsAt, before?.at ?? 0) })
  let evaluation: Evaluation = before?.to === 'high' ? { status: 'high', pending: undefined } : UNTRIGGERED
  const found: StatusChange[] = []
  let [until, settledAt] = [Infinity, Infinity]
  const isCandidate = (least: number, greatest: number): boolean => mayChange(rule, least, greatest)
  const { field } = claimed
  const range = { field, from, to: lastAt + 1, aheadUntil: judged.aheadUntil, isCandidate }
  const blocks = key === undefined ? [] : readReadings(reader, { key, ...range })
  reading: for await (const { at: atAll, columns } of blocks) {
    for (const [index, at] of atAll.entries()) {
      const value = columns[0]?.[index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      // Of several that count from one moment on all are judged.
      if (settledAt < at) {
        until = settledAt
        break reading
      }
      const { after, changes } = evaluate(rule, evaluation, { at, receivedAt: at, value })
      evaluation = after
      found.push(...changes)
      const isUnsettled = at <= last || evaluation.pending !== undefined
      const isSure = rule.forMs === 0 || evaluation.status === 'high' || !satisfies(rule.bound, value)
      settledAt = !isUnsettled && isSure && statusAt(known, at, before) === evaluation.status ? at : Infinity
    }
  }
  const compared = compare(
    known.filter(({ at }) => at <= until),
    found,
  )
  const [later, isOpen] = [known.findLast(({ at }) => at > until), until === Infinity]
  return {
    added: compared.added,
    removed: compared.removed.flatMap(({ id }) => id ?? []),
    kept: judged.changes.filter((change) => !compared.removed.some(({ is }) => is === change)),
    evaluation: isOpen ? withArrival(evaluation, claimed, now) : judged.evaluation,
    last: later ??
      found.at(-1) ??
      before ?? { to: evaluation.status, at: first, value: late.find(({ at }) => at === first)?.value ?? Number.NaN },
    heard: last === lastAt && isOpen ? evaluation.status : judged.evaluation.status,
    lastValue: late.findLast(({ at }) => at === lastAt)?.value,
  }
}

/** A change that is stored, or was found in this step. */
interface Known extends StatusChange {
  readonly id: number | undefined
  readonly is: StatusChange
}

/** The changes of the status from a moment on, and the last one before it. */
async function listKnown(
  store: Work['store'],
  { claimed, changes }: Judged,
  first: number,
): Promise<{ before: StatusChange | undefined; known: readonly Known[] }> {
  const { alertId, dataId } = claimed.state
  const earlier = await store.findChangeBefore(alertId, dataId, first)
  // What happened before the alert began to look at the unit was by another rule.
  const stored = earlier !== undefined && earlier.at >= claimed.beginsAt ? earlier : undefined
  const known = [
    ...(await store.listChangesFrom(alertId, dataId, first)).map((one: KnownChange) => ({ ...one, is: one })),
    ...changes.filter(({ at }) => at >= first).map((one) => ({ ...one, id: undefined, is: one })),
  ]
  return { before: changes.findLast(({ at }) => at < first) ?? stored, known }
}

/** Whether any value between two can change the status: between the two limits of an alert none does. */
function mayChange({ bound, clearBound }: ValueRule, least: number, greatest: number): boolean {
  if (maySatisfy(bound, least, greatest)) return true
  return !(satisfies(clearBound, least) && satisfies(clearBound, greatest))
}

/** A condition that holds since before is counted from when it was found to. */
function withArrival(evaluation: Evaluation, { state }: ClaimedState, now: number): Evaluation {
  const { pending } = evaluation
  if (pending === undefined) return evaluation
  return { ...evaluation, pending: { ...pending, receivedAt: state.pending?.receivedAt ?? now } }
}

function statusAt(known: readonly StatusChange[], at: number, before: StatusChange | undefined): AlertStatus {
  return known.findLast((change) => change.at <= at)?.to ?? before?.to ?? 'ok'
}

/** What is not there yet, and what should not be. Changes of one moment are written anew together, in their order. */
function compare(known: readonly Known[], found: readonly StatusChange[]): { added: StatusChange[]; removed: Known[] } {
  const momentsOf = (changes: readonly StatusChange[]): Map<number, string> => {
    const byMoment = Map.groupBy(changes, ({ at }) => at)
    return new Map(Array.from(byMoment, ([at, of]) => [at, of.map(({ to, value }) => `${to} ${value}`).join()]))
  }
  const [before, after] = [momentsOf(known), momentsOf(found)]
  const isOther = ({ at }: StatusChange): boolean => before.get(at) !== after.get(at)
  return { added: found.filter(isOther), removed: known.filter(isOther) }
}

/** From where on a condition may have held that had not done so for long enough. */
async function findPendingStart(
  reader: RecordReader,
  { claimed, rule, aheadUntil }: Judged,
  { key, first, from }: { key: number; first: number; from: number },
): Promise<number> {
  if (rule.forMs === 0) return first
  // Longer than that it cannot have held without having been found.
  for (let width = rule.forMs; ; width *= 4) {
    const begin = Math.max(from, first - width)
    let last: number | undefined
    const range = { key, field: claimed.field, from: begin, to: first, aheadUntil, isCandidate: () => true }
    for await (const { at, columns } of readReadings(reader, range)) {
      for (const [index, time] of at.entries()) {
        const value = columns[0]?.[index] ?? Number.NaN
        if (!Number.isNaN(value) && !satisfies(rule.bound, value)) last = time
      }
    }
    if (last !== undefined) return last
    if (begin === from) return from
  }
}
