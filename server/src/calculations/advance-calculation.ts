import { compileEquation } from '@fieldwatch/contract/equation'
import type { Bus } from '#bus/bus.ts'
import type { ColumnValues } from '#chunks/column.ts'
import type { ChunkWorkers } from '#chunk-store/chunk-workers.ts'
import type { NewRecords } from '#chunk-store/overwrite-chunk.ts'
import type { Db } from '#database/database.ts'
import type { Recorder } from '#ingest/record-batch.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { RecordReader } from '#telemetry/record-reader.ts'
import type { Clock } from '#time/clock.ts'
import type { ResultPart } from './compute-results.ts'
import { type ClaimedCalculation, createComputationStore } from './computation-store.ts'
import { CORRECTION_STEP, type CorrectionStep } from './correct-results.ts'
import { fillCalculation } from './fill-calculation.ts'
import { followCalculation } from './follow-calculation.ts'
import { overwriteResults } from './overwrite-results.ts'
import type { RememberedValues } from './remembered-values.ts'

export interface ComputingParts {
  readonly db: Db
  readonly reader: RecordReader
  readonly workers: ChunkWorkers
  readonly bus: Bus
  readonly recorder: Pick<Recorder, 'recordResults'>
  readonly remembered: RememberedValues
  readonly clock: Clock
  readonly metrics: Metrics
  /** How much of a correction one step does; left out: some hundred milliseconds of it. */
  readonly correctionStep?: CorrectionStep
}

/** `done`: something was computed, and nothing waits any more. `idle`: there was nothing to do, or it was not our turn. */
export type StepOutcome = 'more' | 'done' | 'idle'

/**
 * Takes one step of a calculated source: fills it, or computes what arrived. How far it is is noted only once the results are stored, and
 * the row of the calculation is locked meanwhile, so that nothing is lost and no two servers compute the same.
 */
export function advanceCalculation(parts: ComputingParts, id: number): Promise<StepOutcome> {
  const { db, reader, remembered, metrics, clock, correctionStep } = parts
  return db.transaction().execute(async (tx) => {
    const store = createComputationStore(tx)
    const claimed = await store.claim(id)
    if (claimed === undefined) return 'idle'
    const { equation, problem } = compileEquation(claimed.equation)
    if (equation === undefined) throw new Error(`A stored equation cannot be computed: ${problem.message}`)
    const write = (part: ResultPart): Promise<void> => writeResults(parts, claimed, part)
    if (claimed.filledTo !== undefined) return fillCalculation({ store, reader, write }, claimed, equation)
    const followed = await followCalculation({ store, reader, remembered, write, correctionStep }, claimed, equation)
    if (followed.firstReceivedAt !== undefined) {
      metrics.calculationLag.observe(Math.max(0, clock() - followed.firstReceivedAt) / 1000)
    }
    return followed.outcome
  })
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
