import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Equation } from '@fieldwatch/contract/calculations/equation'
import type { RecordReader } from '#records/store/record-reader.ts'
import { computeResults, type ResultPart } from './compute-results.ts'
import type { ClaimedCalculation, ComputationStore } from './computation-store.ts'
import { type FollowedFields, readLatestBefore } from '#records/arrivals/followed-numbers.ts'
import { joinRanges } from '#records/arrivals/time-ranges.ts'

/** What computing a calculated source needs. */
export interface ComputingWork {
  readonly store: ComputationStore
  readonly reader: RecordReader
  /** Stores results of the calculation. */
  readonly write: (part: ResultPart) => Promise<void>
  readonly claimed: ClaimedCalculation
  readonly equation: Equation
  readonly inputs: readonly FollowedFields[]
}

interface Corrected {
  /** Ranges that are not computed again yet, in the order of time. */
  readonly left: readonly TimeRange[]
  /** The time of the newest record that was read. */
  readonly upTo: number
}

/** The size of one step of a correction: whole pieces, until its time is over. */
export interface CorrectionStep {
  readonly pieceMoments: number
  readonly forMs: number
  /** From so many results on a chunk is rewritten; fewer become rows, which compaction merges. */
  readonly fewestForChunk: number
}

/** A piece of that many results is one chunk, which is rewritten. */
export const CORRECTION_STEP: CorrectionStep = { pieceMoments: 65_536, forMs: 50, fewestForChunk: 1_000 }

/**
 * Computes a bounded part of the ranges again and stores what differs. The newest range comes first, as someone may be looking at
 * it. Repeating it stores nothing twice.
 */
export async function correctResults(
  work: ComputingWork,
  ranges: readonly TimeRange[],
  { pieceMoments, forMs }: CorrectionStep,
): Promise<Corrected> {
  const end = performance.now() + forMs
  let left = [...ranges]
  let upTo = -Infinity
  for (let range = left.pop(); range !== undefined; range = left.pop()) {
    const { piece, rest } = await cutPiece(work, range)
    left.push(...rest)
    for await (const part of computeRange(work, piece, pieceMoments)) {
      await work.write(part)
      upTo = Math.max(upTo, part.through)
      if (performance.now() < end) continue
      left = joinRanges([...left, { from: part.through + 1, to: piece.to }], -Infinity)
      return { left, upTo }
    }
  }
  return { left, upTo }
}

/** The first piece of a range, up to the end of the chunk that it lies in, so that no chunk is rewritten twice. */
async function cutPiece(
  { store, claimed }: ComputingWork,
  { from, to }: TimeRange,
): Promise<{ piece: TimeRange; rest: TimeRange[] }> {
  const behind = ((await store.findChunkEnd(claimed.key, from)) ?? Infinity) + 1
  if (behind >= to) return { piece: { from, to }, rest: [] }
  return { piece: { from, to: behind }, rest: [{ from: behind, to }] }
}

/** The results of a range that differ from what is stored. */
export async function* computeRange(
  { reader, claimed, equation, inputs }: ComputingWork,
  { from, to }: TimeRange,
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

async function* readInput(reader: RecordReader, { key, fields }: FollowedFields, range: TimeRange) {
  if (key !== undefined) yield* reader.readNumbers(key, { ...range, fields })
}
