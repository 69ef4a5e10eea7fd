import type { Equation } from '@fieldwatch/contract/equation'
import type { RecordReader } from '#telemetry/record-reader.ts'
import { computeResults, type ResultPart } from './compute-results.ts'
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

/** How much of a correction one step does: whole pieces, until the time is over. */
export interface CorrectionStep {
  readonly pieceMoments: number
  readonly forMs: number
}

/** A piece is one commit of some hundred milliseconds when all of its results change. */
export const CORRECTION_STEP: CorrectionStep = { pieceMoments: 5_000, forMs: 300 }

/**
 * Computes a bounded part of the stretches anew and stores what differs. The newest stretch comes first: somebody may be looking at it.
 * What is done twice stores nothing twice.
 */
export async function correctResults(
  work: Work,
  stretches: readonly TimeStretch[],
  { pieceMoments, forMs }: CorrectionStep,
): Promise<Corrected> {
  const end = performance.now() + forMs
  const left = [...stretches]
  let upTo = -Infinity
  for (let stretch = left.pop(); stretch !== undefined; stretch = left.pop()) {
    for await (const part of computeStretch(work, stretch, pieceMoments)) {
      await work.write(part)
      upTo = Math.max(upTo, part.through)
      if (performance.now() < end) continue
      return { left: [...left, { from: part.through + 1, to: stretch.to }], upTo }
    }
  }
  return { left, upTo }
}

async function* computeStretch(
  { reader, claimed, equation, inputs }: Work,
  { from, to }: TimeStretch,
  partLimit: number,
): AsyncGenerator<ResultPart> {
  const { values } = await readLatestBefore(reader, inputs, from)
  yield* computeResults({
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
