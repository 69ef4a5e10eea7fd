import { createM4 } from '#records/chunks/m4.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { NumberBlock } from './record-reader.ts'
import type { Series, SeriesRequest } from './record-reader.ts'

/** M4 keeps four points for each pixel column: with fewer records there is nothing to reduce. */
const POINTS_PER_COLUMN = 4

/** The most records that are not reduced. */
export function mostComplete({ width, mostRaw }: SeriesRequest): number {
  return mostRaw ?? width * POINTS_PER_COLUMN
}

/** Every record of blocks in the order of time, or, when they are many, the points that draw the same lines. */
export async function collectSeries(blocks: AsyncIterable<NumberBlock>, request: SeriesRequest): Promise<Series> {
  const limit = mostComplete(request)
  const held: NumberBlock[] = []
  let count = 0
  let reduced: ReturnType<typeof createM4>[] | undefined
  const reduce = (block: NumberBlock): void =>
    reduced?.forEach((m4, index) => m4.addPoints(block.at, block.columns[index] ?? new Float64Array(0)))
  for await (const block of blocks) {
    count += block.at.length
    if (count > limit && request.mostRaw !== undefined) throw new DomainError('data/too-many-values')
    if (reduced === undefined && count > limit) {
      reduced = request.fields.map(() => createM4(request))
      for (const earlier of held.splice(0)) reduce(earlier)
    }
    if (reduced === undefined) held.push(block)
    else reduce(block)
  }
  if (reduced !== undefined) return { complete: false, fields: reduced.map((m4) => m4.finish()) }
  return { complete: true, blocks: held }
}
