import type { Left, Step } from '#records/arrivals/consumer.ts'
import type { ResultPart } from './compute-results.ts'
import { computeRange, type ComputingWork } from './correct-results.ts'

/** Moments of one step: some hundred milliseconds and some megabytes. */
const STEP_MOMENTS = 50_000

/**
 * Computes the next results from records that are older than the calculated source, and notes the progress. A step that is
 * interrupted runs again, and stores nothing twice.
 */
export async function fillCalculation(step: Pick<Step, 'skip'>, work: ComputingWork): Promise<Left> {
  const { store, claimed } = work
  if (claimed.waitsForInput) return 'later'
  const total = claimed.fillTotal ?? (await begin(step, work))
  const part = await firstPart(work, claimed.filledTo ?? claimed.startAt)
  if (part !== undefined) await work.write(part)
  const done = part === undefined ? total : Math.min(total, claimed.fillDone + part.read)
  await store.setProgress(claimed.id, { filledTo: part && part.through + 1, done, total })
  return 'more'
}

/** Arrivals from now on are followed once the filling is done. */
async function begin(step: Pick<Step, 'skip'>, { store, claimed }: ComputingWork): Promise<number> {
  step.skip()
  const keys = claimed.inputs.map(({ key }) => key).filter((key) => key !== undefined)
  return store.countRecords(keys, claimed.startAt)
}

async function firstPart(work: ComputingWork, from: number): Promise<ResultPart | undefined> {
  for await (const part of computeRange(work, { from, to: Infinity }, STEP_MOMENTS)) return part
  return undefined
}
