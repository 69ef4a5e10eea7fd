import { quoted } from './copy-store.ts'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import type { CatalogTable } from './catalog-store.ts'

/** 64 MB of a table. */
const PIECE_BLOCKS = 8_192
/** The binary format of COPY has a signature, flags and the length of an extension before the rows, and an end after them. */
const HEAD_BYTES = 19
const END_BYTES = 2

/**
 * Reads within a transaction that sees one snapshot, without keeping a table locked: a migration gets in between. Locks that are
 * taken after a savepoint end when it is rolled back to.
 */
export function createPieceStore(client: pg.ClientBase, pieceBlocks = PIECE_BLOCKS) {
  return {
    /** The rows of a table as `COPY` writes them, in the order in which they are stored; `rowCount` returns their number at the end. */
    read: (table: CatalogTable): AsyncIterable<Buffer> & { readonly rowCount: number } => {
      const rows = { rowCount: 0, [Symbol.asyncIterator]: () => readPieces(table, (count) => (rows.rowCount += count)) }
      return rows
    },

    /** Runs other reads whose locks end with them. */
    passing,
  }

  async function* readPieces(table: CatalogTable, onRows: (count: number) => void): AsyncGenerator<Buffer, void, void> {
    const blocks = await passing(() => countBlocks(client, table))
    let end = Buffer.alloc(0)
    for (let from = 0; from === 0 || from < blocks; from += pieceBlocks) {
      await client.query('savepoint passing')
      const piece = client.query(to(`copy (${selectPiece(table, from, blocks)}) to stdout (format binary)`))
      end = yield* withoutEnds(piece, from === 0 ? 0 : HEAD_BYTES)
      onRows(piece.rowCount)
      await client.query('rollback to savepoint passing; release savepoint passing')
    }
    yield end
  }

  /** The last piece is open: rows after the snapshot are not seen, and a table that is kept elsewhere has no blocks here. */
  function selectPiece({ name, columns }: CatalogTable, from: number, blocks: number): string {
    const to = from + pieceBlocks
    const before = to < blocks ? `and ctid < '(${to},0)'` : ''
    const rows = `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`
    return blocks > pieceBlocks ? `${rows} where ctid >= '(${from},0)' ${before}` : rows
  }

  async function passing<T>(read: () => Promise<T>): Promise<T> {
    await client.query('savepoint passing')
    const result = await read()
    await client.query('rollback to savepoint passing; release savepoint passing')
    return result
  }
}

/** Leaves the head of a piece out, and hands back its end. */
async function* withoutEnds(
  chunks: AsyncIterable<Buffer>,
  headBytes: number,
): AsyncGenerator<Buffer, Buffer<ArrayBuffer>, void> {
  let skipped = headBytes
  let held = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const part = chunk.subarray(skipped)
    skipped -= chunk.length - part.length
    held = Buffer.concat([held, part])
    if (held.length <= END_BYTES) continue
    yield held.subarray(0, -END_BYTES)
    held = held.subarray(-END_BYTES)
  }
  return held
}

async function countBlocks(client: pg.ClientBase, { name }: CatalogTable): Promise<number> {
  const { rows } = await client.query<{ blocks: number }>(
    `select (pg_relation_size(quote_ident($1)::regclass) / current_setting('block_size')::int)::int as blocks`,
    [name],
  )
  return rows[0]?.blocks ?? 0
}
