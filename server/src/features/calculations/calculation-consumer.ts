import { compileEquation, type Equation } from '@fieldwatch/contract/calculations/equation'
import type { Consumer, Left, Step } from '#records/arrivals/consumer.ts'
import type { FollowedFields } from '#records/arrivals/followed-numbers.ts'
import type { ColumnValues } from '#records/chunks/column.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { CorrectForMs } from '#records/conditions/correct-transitions.ts'
import type { NewRecords } from '#records/store/overwrite-chunk.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Recorder } from '#doors/ingest/record-batch.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Platform } from '#platform/floor.ts'
import { CALCULATIONS } from './calculation-store.ts'
import type { ResultPart } from './compute-results.ts'
import { type ClaimedCalculation, createComputationStore } from './computation-store.ts'
import { CORRECTION_STEP, type CorrectionStep } from './correct-results.ts'
import { fillCalculation } from './fill-calculation.ts'
import { followCalculation, type LatestValues } from './follow-calculation.ts'
import { overwriteResults } from './overwrite-results.ts'

export interface ComputingParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'metrics'> {
  readonly reader: RecordReader
  readonly workers: ThreadPool
  readonly recorder: Pick<Recorder, 'recordResults'>
  /** How much of a correction one step does; left out, some hundred milliseconds. */
  readonly correctionStep?: CorrectionStep
  readonly correctForMs?: CorrectForMs | undefined
}

/** Steps at the same time: while one waits for the database the others compute, and their results share a commit. */
const LANES = 4

/** Fills calculated sources, and computes them as their inputs arrive. */
export function createCalculationConsumer(parts: ComputingParts): Consumer<LatestValues> {
  return {
    name: CALCULATIONS,
    lanes: LANES,
    take: async (step) => {
      try {
        return await computeStep(parts, step)
      } catch (error) {
        if (!isDatabaseAway(error)) parts.metrics.calculationFailures.inc()
        throw error
      }
    },
  }
}

/** Takes one step of a calculated source: fills it, or computes what arrived. */
async function computeStep(parts: ComputingParts, step: Step<LatestValues>): Promise<Left> {
  const { reader, metrics, clock, correctForMs, correctionStep = CORRECTION_STEP } = parts
  const store = createComputationStore(step.tx)
  const claimed = await store.claim(Number(step.id), step.sources)
  if (claimed === undefined) return 'later'
  const { equation, problem } = compileEquation(claimed.equation)
  if (equation === undefined) throw new Error(`A stored equation cannot be computed: ${problem.message}`)
  const write = (part: ResultPart): Promise<void> => writeResults(parts, claimed, part)
  const work = { store, reader, write, claimed, equation, inputs: inputsOf(claimed, equation) }
  if (claimed.filledTo !== undefined) return fillCalculation(step, work)
  const { left, firstReceivedAt } = await followCalculation(step, work, {
    ...correctionStep,
    forMs: correctForMs?.() ?? correctionStep.forMs,
  })
  if (firstReceivedAt !== undefined) metrics.calculationLag.observe(Math.max(0, clock() - firstReceivedAt) / 1000)
  return left
}

async function writeResults(parts: ComputingParts, claimed: ClaimedCalculation, part: ResultPart): Promise<void> {
  if (part.at.length === 0) return
  const { fewestForChunk } = parts.correctionStep ?? CORRECTION_STEP
  const { at, columns } = await overwriteResults(parts, claimed, recordsOf(claimed, part), fewestForChunk)
  if (at.length > 0) {
    await parts.recorder.recordResults(claimed.dataId, {
      source: claimed.name,
      count: at.length,
      at,
      columns,
      types: new Map([
        ['value', 'float'],
        ['unit', 'string'],
      ]),
    })
  }
  parts.metrics.recordsCalculated.inc(part.at.length)
}

function recordsOf({ unit }: ClaimedCalculation, { at, results }: ResultPart): NewRecords {
  const numbers = results.filter((result) => result !== null)
  return {
    at: Float64Array.from(at),
    columns: new Map<string, ColumnValues>([
      ['value', numbers.length === results.length ? Float64Array.from(numbers) : results],
      ['unit', Array.from(at, () => unit)],
    ]),
  }
}

/** The sources of a calculation with what the equation reads of each. */
function inputsOf({ inputs }: ClaimedCalculation, { variables }: Equation): FollowedFields[] {
  const split = variables.map((name) => name.split('.') as [string, string])
  return inputs.map((input) => {
    const places = [...split.keys()].filter((place) => split[place]?.[0] === input.source)
    return { ...input, places, fields: places.map((place) => split[place]?.[1] ?? '') }
  })
}
