import type { Equation } from '@fieldwatch/contract/equation'
import type { NumberBlock, RecordReader } from '#telemetry/record-reader.ts'
import { type Arrived, readArrived, readMoreTimes } from './arrived-records.ts'
import { computeResults, type ResultPart } from './compute-results.ts'
import { CORRECTION_STEP, type CorrectionStep, correctResults } from './correct-results.ts'
import type { ArrivalCursor, ClaimedCalculation, ComputationStore } from './computation-store.ts'
import { blockOf, type EquationInput, findEndOfEffect, inputsOf, readLatestBefore } from './input-records.ts'
import type { LatestValues, RememberedValues } from './remembered-values.ts'
import { findRuns, joinStretches, type TimeStretch } from './stretches.ts'

interface Dependencies {
  readonly store: ComputationStore
  readonly reader: RecordReader
  readonly remembered: RememberedValues
  /** Stores results of the calculation. */
  readonly write: (part: ResultPart) => Promise<void>
  readonly correctionStep?: CorrectionStep | undefined
}

interface Work {
  readonly store: ComputationStore
  readonly reader: RecordReader
  readonly write: Dependencies['write']
  readonly claimed: ClaimedCalculation
  readonly equation: Equation
  readonly inputs: readonly EquationInput[]
}

export interface Followed {
  readonly outcome: 'more' | 'done' | 'idle'
  /** When the first of the records arrived that were looked at. */
  readonly firstReceivedAt: number | undefined
}

const PART_MOMENTS = 20_000
/** With so many stretches to compute anew, what arrives has to wait. */
const MOST_CORRECTIONS = 1_000

/**
 * Computes what the next arrivals of the inputs change. Records that continue all that was seen are computed from the latest values at
 * hand; a late one, or one that replaces another, has the stretch computed anew in which it counts, piece by piece in this step and
 * the next ones.
 */
export async function followCalculation(
  { store, reader, remembered, write, correctionStep = CORRECTION_STEP }: Dependencies,
  claimed: ClaimedCalculation,
  equation: Equation,
): Promise<Followed> {
  const { id, corrections, startAt } = claimed
  const inputs = inputsOf(claimed, equation)
  const work = { store, reader, write, claimed, equation, inputs }
  const isFull = corrections.length >= MOST_CORRECTIONS
  const next = isFull ? [] : await Promise.all(inputs.map((input) => readArrived(reader, input)))
  const known = remembered.find(claimed)
  const isInOrder = known !== undefined && next.every(({ times }) => times.every((at) => at > known.upTo))
  const arrived = isInOrder ? next : await Promise.all(next.map((of) => readMoreTimes(reader, of)))
  const { late, latest } = isInOrder ? await computeNext(work, arrived, known) : await findLate(work, arrived, known)
  const { left, upTo } = await correctResults(work, joinStretches([...corrections, ...late], startAt), correctionStep)
  const changed = cursorsOf(arrived.filter(hasMoved))
  await store.setCursors(id, changed)
  if (left.length > 0 || corrections.length > 0) await store.setCorrections(id, left)
  const cursors = new Map([...inputs.map(({ source, cursor }) => [source, cursor] as const), ...changed])
  remembered.keep(claimed, cursors, latest && { ...latest, upTo: Math.max(latest.upTo, upTo) })
  const isMore = left.length > 0 || arrived.some(({ cursor }) => cursor.at !== undefined)
  const outcome = isMore
    ? 'more'
    : arrived.some(({ times }) => times.length > 0) || corrections.length > 0
      ? 'done'
      : 'idle'
  return { outcome, firstReceivedAt: firstReceivedOf(arrived) }
}

function hasMoved({ input, cursor }: Arrived): boolean {
  return cursor.receivedAfter !== input.cursor.receivedAfter || cursor.at !== input.cursor.at
}

function cursorsOf(arrived: readonly Arrived[]): ReadonlyMap<EquationInput['source'], ArrivalCursor> {
  return new Map(arrived.map(({ input, cursor }) => [input.source, cursor]))
}

interface Next {
  /** What is to be computed anew. */
  readonly late: readonly TimeStretch[]
  readonly latest: LatestValues | undefined
}

/** Nothing is stored behind what was seen, so that there is nothing to compare with. */
async function computeNext(work: Work, arrived: readonly Arrived[], known: LatestValues): Promise<Next> {
  const { equation, claimed, write } = work
  const latest = [...known.values]
  const inputs = arrived.map(({ input, records }) => ({
    places: input.places,
    blocks: oneBlock(blockOf(records, input.fields)),
  }))
  const stored = oneBlock(NOTHING)
  let { upTo } = known
  for await (const part of computeResults({
    equation,
    inputs,
    stored,
    latest,
    startAt: claimed.startAt,
    partLimit: PART_MOMENTS,
  })) {
    await write(part)
    upTo = Math.max(upTo, part.through)
  }
  return { late: [], latest: { values: latest, upTo } }
}

/**
 * The stretches in which the records count. Where they count until now, the end is what is recorded by now, and what comes later
 * continues from the latest values.
 */
async function findLate(
  { reader, inputs }: Work,
  arrived: readonly Arrived[],
  known: LatestValues | undefined,
): Promise<Next> {
  const late = (await Promise.all(arrived.map((of) => affectedBy(reader, of)))).flat()
  if (late.every(({ to }) => to < Infinity)) return { late, latest: known }
  const { values, upTo: end } = await readLatestBefore(reader, inputs, Infinity)
  const upTo = late.reduce((most, { last }) => Math.max(most, last), Math.max(end, known?.upTo ?? end))
  return { late: late.map(({ from, to }) => ({ from, to: Math.min(to, upTo + 1) })), latest: { values, upTo } }
}

async function affectedBy(
  reader: RecordReader,
  { input, times }: Arrived,
): Promise<(TimeStretch & { readonly last: number })[]> {
  const stretches: (TimeStretch & { readonly last: number })[] = []
  for (const { first, last } of findRuns(times)) {
    // The record itself may have lost its numbers, so that its own moment counts in any case.
    stretches.push({ from: first, to: Math.max(await findEndOfEffect(reader, input, last), last + 1), last })
  }
  return stretches
}

const NOTHING: NumberBlock = { at: new Float64Array(0), columns: [] }

async function* oneBlock(block: NumberBlock): AsyncGenerator<NumberBlock> {
  yield block
}

function firstReceivedOf(arrived: readonly Arrived[]): number | undefined {
  const moments = arrived.flatMap(({ records }) => records.slice(0, 1).map(({ receivedAt }) => receivedAt))
  return moments.length === 0 ? undefined : Math.min(...moments)
}
