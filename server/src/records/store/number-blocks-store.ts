import { CompiledQuery } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { preparedText } from '#platform/database/prepared.ts'
import { momentOf } from './moment.ts'
import { unpackNumbers } from './packed-numbers.ts'
import type { NumberBlock, NumbersRequest } from './record-reader.ts'

/** The first block is small, as most charts need no more; the others are as large as decodes without a pause. */
const FIRST_BLOCK = 5_000
const BLOCK = 20_000

/** `arrivals`: the last column has the times of arrival. */
interface BlocksRequest extends NumbersRequest {
  readonly arrivals?: boolean
}

/** Reads numeric fields as columns: PostgreSQL aggregates each into one value, which is much faster to read than rows. */
export async function* readNumberBlocks(
  db: Db,
  sourceKey: number,
  { from, to, fields, arrivals = false }: BlocksRequest,
): AsyncGenerator<NumberBlock> {
  const text = queryText(fields.length, { arrivals })
  let after = from - 1
  let limit = FIRST_BLOCK
  while (true) {
    const parameters = [sourceKey, momentOf(after), momentOf(to), limit, ...fields]
    const { rows } = await db.executeQuery<Record<string, Buffer | null>>(CompiledQuery.raw(text, parameters))
    const block = blockOf(rows[0], fields.length, { arrivals })
    if (block.at.length > 0) yield block
    if (block.at.length < limit) return
    after = block.at[block.at.length - 1] ?? to
    limit = BLOCK
  }
}

function queryText(fieldCount: number, { arrivals }: { arrivals: boolean }): string {
  const indices = Array.from({ length: fieldCount }, (_, index) => index)
  const values = indices.map((index) => `given -> $${index + 5}::text as v${index}`)
  const columns = indices.map(
    (index) => `string_agg(coalesce(float8send(${numberOf(`v${index}`)}), ${NOT_A_NUMBER}), '') as f${index}`,
  )
  if (arrivals) {
    values.push("date_part('epoch', received_at) * 1000 as received")
    columns.push("string_agg(float8send(received), '') as arrived")
  }
  return `${preparedText(`number-blocks-${fieldCount}${arrivals ? '-arrived' : ''}`)}
    select ${["string_agg(float8send(t), '') as t", ...columns].join(', ')}
    from (
      select ${["date_part('epoch', at) * 1000 as t", ...values].join(', ')}
      from (
        select at, received_at, fields::jsonb as given from record_row
        where source_key = $1::bigint and at > $2::timestamptz and last_at > $2::timestamptz
          and at < $3::timestamptz and first_at < $3::timestamptz
        order by at limit $4::int
      ) parsed
      offset 0
    ) block`
}

const NOT_A_NUMBER = String.raw`'\x7ff8000000000000'::bytea`

/** Each record is parsed once, and each value extracted once in a subquery. */
function numberOf(value: string): string {
  return `case jsonb_typeof(${value})
    when 'number' then (${value})::float8
    when 'boolean' then (${value})::boolean::int::float8
  end`
}

function blockOf(
  row: Record<string, Buffer | null> | undefined,
  fieldCount: number,
  { arrivals }: { arrivals: boolean },
): NumberBlock {
  const at = unpackNumbers(row?.['t']).map(Math.round)
  const columns = Array.from({ length: fieldCount }, (_, index) => unpackNumbers(row?.[`f${index}`]))
  if (arrivals) columns.push(unpackNumbers(row?.['arrived']).map(Math.round))
  return { at, columns }
}
