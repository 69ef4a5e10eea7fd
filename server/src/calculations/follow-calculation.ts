import type { Equation } from '@fieldwatch/contract/equation'
import type { NumberBlock, RecordReader, StoredRecord } from '#telemetry/record-reader.ts'
import { computeResults, type ResultPart } from './compute-results.ts'
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
}

interface Arrived {
  readonly input: EquationInput
  readonly records: readonly StoredRecord[]
  /** Where it is after them. */
  readonly cursor: ArrivalCursor
}

interface Work {
  readonly reader: RecordReader
  readonly write: Dependencies['write']
  readonly claimed: ClaimedCalculation
  readonly equation: Equation
}

export interface Followed {
  readonly outcome: 'more' | 'done' | 'idle'
  /** When the first of the records arrived that were looked at. */
  readonly firstReceivedAt: number | undefined
}

const STEP_ARRIVALS = 5_000
const PART_MOMENTS = 20_000

/**
 * Computes what the next arrivals of the inputs change. Records that continue all that was seen are computed from the latest values at
 * hand; a late one, or one that replaces another, has the stretch computed anew in which it counts.
 */
export async function followCalculation(
  { store, reader, remembered, write }: Dependencies,
  claimed: ClaimedCalculation,
  equation: Equation,
): Promise<Followed> {
  const arrived = await Promise.all(inputsOf(claimed, equation).map((input) => readArrived(reader, input)))
  const work = { reader, write, claimed, equation }
  const known = remembered.find(claimed)
  const times = arrived.flatMap(({ records }) => records.map(({ at }) => at))
  const isInOrder = known !== undefined && times.every((at) => at > known.upTo)
  const latest = isInOrder ? await computeNext(work, arrived, known) : ((await computeAnew(work, arrived)) ?? known)
  const cursors = new Map(arrived.map(({ input, cursor }) => [input.source, cursor]))
  await store.setCursors(claimed.id, changedOf(arrived))
  remembered.keep(claimed, cursors, latest)
  const outcome = arrived.some(({ cursor }) => cursor.at !== undefined) ? 'more' : times.length > 0 ? 'done' : 'idle'
  return { outcome, firstReceivedAt: firstReceivedOf(arrived) }
}

async function readArrived(reader: RecordReader, input: EquationInput): Promise<Arrived> {
  const { key, cursor, lastReceivedAt } = input
  if (key === undefined) return { input, records: [], cursor }
  const records = await reader.readArrivals(key, { ...cursor, limit: STEP_ARRIVALS })
  const last = records.at(-1)
  if (records.length === STEP_ARRIVALS && last !== undefined) {
    return { input, records, cursor: { receivedAfter: last.receivedAt, at: last.at } }
  }
  // The source was looked up before its arrivals, so that all of what it told of is among them.
  const receivedAfter = Math.max(cursor.receivedAfter, lastReceivedAt, last?.receivedAt ?? 0)
  return { input, records, cursor: { receivedAfter, at: undefined } }
}

function changedOf(arrived: readonly Arrived[]): ReadonlyMap<EquationInput['source'], ArrivalCursor> {
  const changed = arrived.filter(
    ({ input, cursor }) => cursor.receivedAfter !== input.cursor.receivedAfter || cursor.at !== input.cursor.at,
  )
  return new Map(changed.map(({ input, cursor }) => [input.source, cursor]))
}

/** Nothing is stored behind what was seen, so that there is nothing to compare with. */
async function computeNext(work: Work, arrived: readonly Arrived[], known: LatestValues): Promise<LatestValues> {
  const latest = [...known.values]
  const inputs = arrived.map(({ input, records }) => ({
    places: input.places,
    blocks: oneBlock(blockOf(records, input.fields)),
  }))
  const parts = computeResults({ ...computationOf(work, latest), inputs, stored: oneBlock(NOTHING) })
  const upTo = await writeAll(work, parts, known.upTo)
  return { values: latest, upTo }
}

/** Returns the latest values when it went as far as there are records. */
async function computeAnew(work: Work, arrived: readonly Arrived[]): Promise<LatestValues | undefined> {
  const { reader, claimed } = work
  const inputs = arrived.map(({ input }) => input)
  const stretches = (await Promise.all(arrived.map((of) => affectedBy(reader, of)))).flat()
  let known: LatestValues | undefined
  for (const { from, to } of joinStretches(stretches, claimed.startAt)) {
    const latest = await readLatestBefore(reader, inputs, from)
    const parts = computeResults({
      ...computationOf(work, latest),
      inputs: inputs.map((input) => ({ places: input.places, blocks: readInput(reader, input, { from, to }) })),
      stored: reader.readNumbers(claimed.key, { from, to, fields: ['value'] }),
    })
    const upTo = await writeAll(work, parts, from)
    if (to === Infinity) known = { values: latest, upTo }
  }
  return known
}

async function affectedBy(reader: RecordReader, { input, records }: Arrived): Promise<TimeStretch[]> {
  const stretches: TimeStretch[] = []
  for (const { first, last } of findRuns(records.map(({ at }) => at))) {
    // The record itself may have lost its numbers, so that its own moment counts in any case.
    stretches.push({ from: first, to: Math.max(await findEndOfEffect(reader, input, last), last + 1) })
  }
  return stretches
}

function computationOf({ equation, claimed }: Work, latest: (number | undefined)[]) {
  return { equation, latest, startAt: claimed.startAt, partLimit: PART_MOMENTS }
}

async function writeAll({ write }: Work, parts: AsyncIterable<ResultPart>, from: number): Promise<number> {
  let upTo = from
  for await (const part of parts) {
    await write(part)
    upTo = Math.max(upTo, part.through)
  }
  return upTo
}

async function* readInput(reader: RecordReader, { key, fields }: EquationInput, range: TimeStretch) {
  if (key !== undefined) yield* reader.readNumbers(key, { ...range, fields })
}

const NOTHING: NumberBlock = { at: new Float64Array(0), columns: [] }

async function* oneBlock(block: NumberBlock): AsyncGenerator<NumberBlock> {
  yield block
}

function firstReceivedOf(arrived: readonly Arrived[]): number | undefined {
  const moments = arrived.flatMap(({ records }) => records.slice(0, 1).map(({ receivedAt }) => receivedAt))
  return moments.length === 0 ? undefined : Math.min(...moments)
}
