import type { Equation } from '@fieldwatch/contract/equation'
import type { RecordReader } from '#telemetry/record-reader.ts'
import { computePart, type ResultPart } from './compute-results.ts'
import type { ClaimedCalculation } from './computation-store.ts'
import { type EquationInput, readLatestBefore } from './input-records.ts'
import type { TimeStretch } from './stretches.ts'

interface Work {
  readonly reader: RecordReader
  /** Stores results of the calculation. */
  readonly write: (part: ResultPart) => Promise<void>
  readonly claimed: ClaimedCalculation
  readonly equation: Equation
  readonly inputs: readonly EquationInput[]
}

export interface Corrected {
  /** What is not computed anew yet, in the order of time. */
  readonly left: readonly TimeStretch[]
  /** No record that was looked at is later. */
  readonly upTo: number
}

/** Moments of one step: half a second of work when all of their results change. */
const STEP_MOMENTS = 15_000
/** What it costs to begin with a stretch, in moments. */
const STRETCH_COST = 400

/**
 * Computes a bounded piece of the stretches anew and stores what differs. The newest stretch comes first: somebody may be looking at it.
 * What is done twice stores nothing twice.
 */
export async function correctResults(work: Work, stretches: readonly TimeStretch[]): Promise<Corrected> {
  const left = [...stretches]
  let upTo = -Infinity
  for (let budget = STEP_MOMENTS; budget > 0; budget -= STRETCH_COST) {
    const stretch = left.pop()
    if (stretch === undefined) break
    const part = await computeStretch(work, stretch, budget)
    if (part === undefined) continue
    await work.write(part)
    upTo = Math.max(upTo, part.through)
    if (part.moments === budget) left.push({ from: part.through + 1, to: stretch.to })
    budget -= part.moments
  }
  return { left, upTo }
}

async function computeStretch(
  { reader, claimed, equation, inputs }: Work,
  { from, to }: TimeStretch,
  partLimit: number,
): Promise<ResultPart | undefined> {
  const { values } = await readLatestBefore(reader, inputs, from)
  return computePart({
    equation,
    inputs: inputs.map((input) => ({ places: input.places, blocks: readInput(reader, input, { from, to }) })),
    stored: reader.readNumbers(claimed.key, { from, to, fields: ['value'] }),
    latest: values,
    startAt: claimed.startAt,
    partLimit,
  })
}

async function* readInput(reader: RecordReader, { key, fields }: EquationInput, range: TimeStretch) {
  if (key !== undefined) yield* reader.readNumbers(key, { ...range, fields })
}
