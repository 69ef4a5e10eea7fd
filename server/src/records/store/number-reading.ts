import { sliceNumbers } from './merge-numbers.ts'
import type { NumberBlock } from './record-reader.ts'

/** Records of a source that are read block by block, and which of them is the next. */
export interface Reading {
  readonly iterator: AsyncIterator<NumberBlock>
  block: NumberBlock
  index: number
  ended: boolean
}

const NO_BLOCK: NumberBlock = { at: new Float64Array(0), columns: [] }

export function readingOf(blocks: AsyncIterable<NumberBlock>): Reading {
  return { iterator: blocks[Symbol.asyncIterator](), block: NO_BLOCK, index: 0, ended: false }
}

/** Blocks that are there already. */
export async function* given(...blocks: readonly NumberBlock[]): AsyncGenerator<NumberBlock> {
  yield* blocks
}

export function needsBlock({ block, index, ended }: Reading): boolean {
  return !ended && index >= block.at.length
}

/** The next block with a record; none when everything was read. */
export async function nextBlock(reading: Reading): Promise<void> {
  do {
    const { done, value } = await reading.iterator.next()
    reading.ended = done === true
    reading.block = done === true ? NO_BLOCK : value
    reading.index = 0
  } while (needsBlock(reading))
}

/** The time of the next record; Infinity when there is none. */
export function timeOf({ block, index }: Reading): number {
  return block.at[index] ?? Infinity
}

/** Without the records before a moment. */
export function fromStart(block: NumberBlock, startAt: number): NumberBlock {
  const first = block.at.findIndex((time) => time >= startAt)
  return sliceNumbers(block, first === -1 ? block.at.length : first, block.at.length)
}

/** All that is left. */
export async function drain(reading: Reading): Promise<NumberBlock[]> {
  const { block, index } = reading
  const blocks = [
    { at: block.at.subarray(index), columns: block.columns.map((column) => column.subarray(index)) },
    ...(await Array.fromAsync({ [Symbol.asyncIterator]: () => reading.iterator })),
  ]
  reading.index = block.at.length
  reading.ended = true
  return blocks.filter(({ at }) => at.length > 0)
}
