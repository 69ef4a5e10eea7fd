import type { Equation } from '@fieldwatch/contract/calculations/equation'
import type { Left, Step } from '#records/arrivals/consumer.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { type Computation, computeResults, type ResultPart } from './compute-results.ts'
import type { ClaimedCalculation, ComputationStore } from './computation-store.ts'
import { type FollowedFields, readLatestBefore } from '#records/arrivals/followed-numbers.ts'
import { inputsOf } from './equation-inputs.ts'

interface Dependencies {
  readonly step: Pick<Step, 'skip'>
  readonly store: ComputationStore
  readonly reader: RecordReader
  /** Stores results of the calculation. */
  readonly write: (part: ResultPart) => Promise<void>
}

/** Moments of one step: some hundred milliseconds and some megabytes. */
const STEP_MOMENTS = 50_000

/**
 * Computes the next results from records that are older than the calculated source, and notes the progress. A step that is
 * interrupted runs again, and stores nothing twice.
 */
export async function fillCalculation(
  { step, store, reader, write }: Dependencies,
  claimed: ClaimedCalculation,
  equation: Equation,
): Promise<Left> {
  if (claimed.waitsForInput) return 'later'
  const inputs = inputsOf(claimed, equation)
  const total = claimed.fillTotal ?? (await begin(step, store, claimed))
  const from = claimed.filledTo ?? claimed.startAt
  const latest = (await readLatestBefore(reader, inputs, from)).values
  const part = await firstPart({
    equation,
    inputs: inputs.map((input) => ({ places: input.places, blocks: readInput(reader, input, from) })),
    stored: reader.readNumbers(claimed.key, { from, to: Infinity, fields: ['value'] }),
    latest,
    startAt: claimed.startAt,
    partLimit: STEP_MOMENTS,
  })
  if (part !== undefined) await write(part)
  const done = part === undefined ? total : Math.min(total, claimed.fillDone + part.read)
  await store.setProgress(claimed.id, { filledTo: part && part.through + 1, done, total })
  return 'more'
}

/** Arrivals from now on are followed once the filling is done. */
async function begin(
  step: Pick<Step, 'skip'>,
  store: ComputationStore,
  { inputs, startAt }: ClaimedCalculation,
): Promise<number> {
  step.skip()
  const keys = inputs.map(({ key }) => key).filter((key) => key !== undefined)
  return store.countRecords(keys, startAt)
}

async function* readInput(reader: RecordReader, { key, fields }: FollowedFields, from: number) {
  if (key !== undefined) yield* reader.readNumbers(key, { from, to: Infinity, fields })
}

async function firstPart(computation: Computation): Promise<ResultPart | undefined> {
  for await (const part of computeResults(computation)) return part
  return undefined
}
