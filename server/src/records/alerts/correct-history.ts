import { satisfies } from '@fieldwatch/contract/conditions'
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

export interface Corrected {
  /** As it was by the last record before the late ones. */
  readonly evaluation: Evaluation
  /** The last change of the status, as it is known now. */
  readonly last: StatusChange
  readonly added: readonly StatusChange[]
  /** Changes that were none. */
  readonly removed: readonly number[]
  /** Whether the last record itself was replaced, so that it is about the present. */
  readonly isOfLast: boolean
  readonly lastValue: number | undefined
}

interface Work {
  readonly reader: RecordReader
  readonly store: Pick<AlertStateStore, 'findChangeBefore' | 'listChangesFrom'>
  readonly now: number
}

interface Late {
  readonly late: readonly Reading[]
  readonly key: number | undefined
}

/** Records behind which what was known before is taken to be right, so that a step ends. */
const MOST_RECORDS = 1_000_000

/**
 * Judges the stretch anew in which late records count: from the first of them until the status is what it was found to be. The records
 * are those that are stored now.
 */
export async function correctHistory(
  { reader, store, now }: Work,
  claimed: ClaimedState,
  rule: ValueRule,
  { late, key }: Late,
): Promise<Corrected> {
  const { alertId, dataId, lastAt = -Infinity } = claimed.state
  const times = late.map(({ at }) => at)
  const [first, last] = [times.reduce((one, at) => Math.min(one, at)), times.reduce((one, at) => Math.max(one, at))]
  const earlier = await store.findChangeBefore(alertId, dataId, first)
  // What happened before the alert began to look at the unit was by another rule.
  const before = earlier !== undefined && earlier.at >= claimed.beginsAt ? earlier : undefined
  const from =
    before?.to === 'high' || key === undefined
      ? first
      : await findPendingStart(reader, { claimed, rule, key, first, before })
  const known = await store.listChangesFrom(alertId, dataId, first)
  let evaluation: Evaluation = before?.to === 'high' ? { status: 'high', pending: undefined } : UNTRIGGERED
  const found: StatusChange[] = []
  let count = 0
  let until = Infinity
  const blocks =
    key === undefined
      ? []
      : reader.readCandidates(key, { from, to: lastAt + 1, fields: [claimed.field], isCandidate: () => true })
  reading: for await (const { at: atAll, columns } of blocks) {
    for (const [index, at] of atAll.entries()) {
      const value = columns[0]?.[index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      const { after, changes } = evaluate(rule, evaluation, { at, receivedAt: at, value })
      evaluation = after
      found.push(...changes)
      count += 1
      if (at <= last || evaluation.pending !== undefined) continue
      const isSure = rule.forMs === 0 || evaluation.status === 'high' || !satisfies(rule.bound, value)
      if ((isSure && statusAt(known, at, before) === evaluation.status) || count > MOST_RECORDS) {
        until = at
        break reading
      }
    }
  }
  const isOpen = until === Infinity
  return {
    ...compare(
      known.filter(({ at }) => at <= until),
      found,
    ),
    evaluation: isOpen ? withArrival(evaluation, claimed, now) : claimed.state,
    last: found.at(-1) ??
      before ?? { to: evaluation.status, at: first, value: late.find(({ at }) => at === first)?.value ?? Number.NaN },
    isOfLast: last === lastAt,
    lastValue: late.findLast(({ at }) => at === lastAt)?.value,
  }
}

/** A condition that holds since before is counted from when it was found to. */
function withArrival(evaluation: Evaluation, { state }: ClaimedState, now: number): Evaluation {
  const { pending } = evaluation
  if (pending === undefined) return evaluation
  return { ...evaluation, pending: { ...pending, receivedAt: state.pending?.receivedAt ?? now } }
}

function statusAt(known: readonly KnownChange[], at: number, before: KnownChange | undefined): 'ok' | 'high' {
  return known.findLast((change) => change.at <= at)?.to ?? before?.to ?? 'ok'
}

/** What is not there yet, and what should not be. Changes of one moment are written anew together, in their order. */
function compare(
  known: readonly KnownChange[],
  found: readonly StatusChange[],
): { added: StatusChange[]; removed: number[] } {
  const momentsOf = (changes: readonly StatusChange[]): Map<number, string> => {
    const byMoment = Map.groupBy(changes, ({ at }) => at)
    return new Map(Array.from(byMoment, ([at, of]) => [at, of.map(({ to, value }) => `${to} ${value}`).join()]))
  }
  const [before, after] = [momentsOf(known), momentsOf(found)]
  const isOther = ({ at }: StatusChange): boolean => before.get(at) !== after.get(at)
  return { added: found.filter(isOther), removed: known.filter(isOther).map(({ id }) => id) }
}

/** From where on a condition may have held that had not done so for long enough. */
async function findPendingStart(
  reader: RecordReader,
  asked: { claimed: ClaimedState; rule: ValueRule; key: number; first: number; before: KnownChange | undefined },
): Promise<number> {
  const { claimed, rule, key, first, before } = asked
  if (rule.forMs === 0) return first
  const from = Math.max(claimed.beginsAt, before === undefined ? 0 : before.at)
  let start = from
  // Longer than that it cannot have held without having been found.
  for (let width = rule.forMs; ; width *= 4) {
    const begin = Math.max(from, first - width)
    let last: number | undefined
    const range = { from: begin, to: first, fields: [claimed.field], isCandidate: () => true }
    for await (const { at, columns } of reader.readCandidates(key, range)) {
      for (const [index, time] of at.entries()) {
        const value = columns[0]?.[index] ?? Number.NaN
        if (!Number.isNaN(value) && !satisfies(rule.bound, value)) last = time
      }
    }
    if (last !== undefined) return last
    start = begin
    if (begin === from) return start
  }
}
