import type { BenchContext } from '../bench-context.ts'
import type { Result } from '../report/result.ts'
import { fillTable } from './event-tables.ts'
import { measureBesideFill } from './measure-beside-fill.ts'
import { measureSaturatedFill } from './measure-saturated-fill.ts'
import { countSince, type SentRoom } from './sent-room.ts'

/** Live messages while all occurrences of a room are found again. */
export async function measureFills(context: BenchContext, { room, found, isYear }: SentRoom): Promise<Result[]> {
  const table = { unit: room.unit, name: isYear ? 'whole_year' : 'whole_month' }
  await fillTable(context.portal, { ...table, start: room.start, occurrences: countSince(found, 0) })
  return [...(await measureBesideFill(context, table)), await measureSaturatedFill(context, table)]
}
