import type { Equation } from '@fieldwatch/contract/calculations/equation'
import { needsBlock, nextBlock, type Reading, readingOf, timeOf } from '#records/store/number-reading.ts'
import type { NumberBlock } from '#records/store/record-reader.ts'

/** The records of one source that an equation reads. */
interface InputRecords {
  /** For each column of its blocks the place of the value in the equation's variables. */
  readonly places: readonly number[]
  readonly blocks: AsyncIterable<NumberBlock>
}

export interface Computation {
  readonly equation: Equation
  readonly inputs: readonly InputRecords[]
  /** The stored results as one column; NaN where one was taken back. */
  readonly stored: AsyncIterable<NumberBlock>
  /** The latest value of each variable before the first record; updated as records pass. */
  readonly latest: (number | undefined)[]
  /** Nothing is computed for records before it. */
  readonly startAt: number
  /** The most moments of one part. */
  readonly partLimit: number
}

/** The results to write for a stretch of time, in the order of time. */
export interface ResultPart {
  readonly at: readonly number[]
  /** Null takes back a result that is stored. */
  readonly results: readonly (number | null)[]
  /** Records of inputs that were looked at. */
  readonly read: number
  /** The last moment of the part. */
  readonly through: number
}

/**
 * Computes the equation whenever a record of an input brings one of its values, with the latest values of the others, and yields
 * where the result differs from the stored one. A record without a number in a field keeps the field's latest value.
 */
export async function* computeResults(computation: Computation): AsyncGenerator<ResultPart> {
  const inputs = computation.inputs.map(({ places, blocks }) => ({ places, reading: readingOf(blocks) }))
  const stored = readingOf(computation.stored)
  const all = [...inputs.map(({ reading }) => reading), stored]
  try {
    for (;;) {
      const part = startPart()
      while (part.moments < computation.partLimit) {
        for (const reading of all) if (needsBlock(reading)) await nextBlock(reading)
        const now = all.reduce((first, reading) => Math.min(first, timeOf(reading)), Infinity)
        if (now === Infinity) {
          if (part.moments > 0) yield part
          return
        }
        pass(computation, { inputs, stored, now }, part)
      }
      yield part
    }
  } finally {
    for (const { iterator } of all) await iterator.return?.()
  }
}

interface Readings {
  readonly inputs: readonly { readonly places: readonly number[]; readonly reading: Reading }[]
  readonly stored: Reading
  readonly now: number
}

interface Part {
  readonly at: number[]
  readonly results: (number | null)[]
  read: number
  through: number
  moments: number
}

function startPart(): Part {
  return { at: [], results: [], read: 0, through: -Infinity, moments: 0 }
}

/** Consumes the records of one moment. */
function pass({ equation, latest, startAt }: Computation, { inputs, stored, now }: Readings, part: Part): void {
  let isNew = false
  for (const { places, reading } of inputs) {
    if (timeOf(reading) !== now) continue
    for (const [column, place] of places.entries()) {
      const value = reading.block.columns[column]?.[reading.index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      latest[place] = value
      isNew = true
    }
    reading.index += 1
    part.read += 1
  }
  const result = isNew && now >= startAt ? equation.evaluate(latest) : undefined
  const before = storedAt(stored, now)
  if (result !== undefined && result !== before) put(part, now, result + 0)
  else if (result === undefined && before !== undefined) put(part, now, null)
  part.through = now
  part.moments += 1
}

/** Consumes the stored result of a moment; undefined when there is none, or it was taken back. */
function storedAt(stored: Reading, now: number): number | undefined {
  if (timeOf(stored) !== now) return undefined
  const value = stored.block.columns[0]?.[stored.index] ?? Number.NaN
  stored.index += 1
  return Number.isNaN(value) ? undefined : value
}

function put({ at, results }: Part, now: number, result: number | null): void {
  at.push(now)
  // JSON has no -0.
  results.push(result)
}
