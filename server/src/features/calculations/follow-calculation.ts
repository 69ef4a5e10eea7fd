import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Arrived, Left, Step } from '#records/arrivals/consumer.ts'
import { given } from '#records/store/number-reading.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { computeResults } from './compute-results.ts'
import { type ComputingWork, CORRECTION_STEP, correctResults } from './correct-results.ts'
import { blockOf, findEndOfEffect, type FollowedFields, readLatestBefore } from '#records/arrivals/followed-numbers.ts'
import { findRuns, joinRanges } from '#records/arrivals/time-ranges.ts'

/** The latest values of an equation's variables. */
export interface LatestValues {
  /** The revision of the calculation that they belong to. */
  readonly revision: number
  readonly values: readonly (number | undefined)[]
  /** The time of the newest record that was read. */
  readonly upTo: number
}

export interface Followed {
  readonly left: Left
  /** When the first of the read records arrived. */
  readonly firstReceivedAt: number | undefined
}

const PART_MOMENTS = 20_000
/** With so many ranges left to compute again, arrivals wait. */
const MOST_CORRECTIONS = 1_000

/**
 * Computes what the next arrivals change. Records newer than all before are computed from the latest values in memory; for late
 * records and replacements the ranges in which they have an effect are computed again, piece by piece in this step and the next
 * ones.
 */
export async function followCalculation(
  step: Step<LatestValues>,
  work: ComputingWork,
  correctionStep = CORRECTION_STEP,
): Promise<Followed> {
  const { store, inputs } = work
  const { id, revision, corrections, startAt } = work.claimed
  const isFull = corrections.length >= MOST_CORRECTIONS
  const next = isFull ? [] : await step.read()
  const known = step.remembered?.revision === revision ? step.remembered : undefined
  const isInOrder = known !== undefined && next.every(({ times }) => times.every((at) => at > known.upTo))
  const arrived = ofInputs(inputs, isInOrder ? next : await step.readTimes(next))
  const { late, latest } = isInOrder ? await computeNext(work, arrived, known) : await findLate(work, arrived, known)
  const { left, upTo } = await correctResults(work, joinRanges([...corrections, ...late], startAt), correctionStep)
  if (left.length > 0 || corrections.length > 0) await store.setCorrections(id, left)
  if (latest !== undefined) step.remember({ ...latest, revision, upTo: Math.max(latest.upTo, upTo) })
  return { left: left.length > 0 ? 'more' : 'nothing', firstReceivedAt: firstReceivedOf(arrived) }
}

/** What arrived of an input. */
interface InputArrived extends Arrived {
  readonly input: FollowedFields
}

function ofInputs(inputs: readonly FollowedFields[], arrived: readonly Arrived[]): InputArrived[] {
  return arrived.flatMap((of) => {
    const input = inputs.find(({ source }) => source === of.followed.source)
    return input === undefined ? [] : [{ ...of, input }]
  })
}

interface Next {
  /** Ranges to compute again. */
  readonly late: readonly TimeRange[]
  readonly latest: Omit<LatestValues, 'revision'> | undefined
}

/** Nothing is stored after the newest record, so there is nothing to compare with. */
async function computeNext(work: ComputingWork, arrived: readonly InputArrived[], known: LatestValues): Promise<Next> {
  const { equation, claimed, write } = work
  const latest = [...known.values]
  const inputs = arrived.map(({ input, records }) => ({
    places: input.places,
    blocks: given(blockOf(records, input.fields)),
  }))
  let { upTo } = known
  for await (const part of computeResults({
    equation,
    inputs,
    stored: given(),
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
 * The ranges in which late records have an effect. An effect that lasts until now ends at the newest record; later records
 * continue from the latest values.
 */
async function findLate(
  { reader, inputs }: ComputingWork,
  arrived: readonly InputArrived[],
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
  { input, times }: InputArrived,
): Promise<(TimeRange & { readonly last: number })[]> {
  const ranges: (TimeRange & { readonly last: number })[] = []
  for (const { first, last } of findRuns(times)) {
    // Includes the record's own moment, as a replacement may have removed its numbers.
    ranges.push({ from: first, to: Math.max(await findEndOfEffect(reader, input, last), last + 1), last })
  }
  return ranges
}

function firstReceivedOf(arrived: readonly Arrived[]): number | undefined {
  const moments = arrived.flatMap(({ records }) => records.slice(0, 1).map(({ receivedAt }) => receivedAt))
  return moments.length === 0 ? undefined : Math.min(...moments)
}
