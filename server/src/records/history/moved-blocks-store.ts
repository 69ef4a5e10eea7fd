import type { KyselyPlugin, QueryResult, UnknownRow } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { type BlockReference, decodeReference, nameOfReference } from './block-reference.ts'
import type { History } from './history.ts'

/** A statement met blocks that are in the bucket: the transaction ends, they are fetched, and it is done again. */
class BlocksMissingError extends Error {
  override readonly name = 'BlocksMissingError'
  readonly references: readonly BlockReference[]

  constructor(references: readonly BlockReference[]) {
    super('Blocks are in the bucket')
    this.references = references
  }
}

/** The columns that hold blocks. */
const BLOCKS = ['times', 'arrivals', 'data'] as const

/** The most bytes of blocks that one piece of work may need from the bucket. */
const MOST_BYTES = 2 ** 26
/** So many pages are read ahead at most: 8 MB. */
const MOST_AHEAD = 32
const NO_SETTINGS = 'Old records are in a bucket, but FIELDWATCH_HISTORY_S3_ENDPOINT is not set'

/**
 * Does something in a transaction that reads blocks through `see(transaction)`. Whenever one of them is in the bucket, the
 * transaction is given up and repeated with the block at hand, so that no connection waits for the bucket.
 * @throws DomainError data/history-away
 */
export async function withHistory<T>(
  history: History | undefined,
  work: (see: (db: Db) => Db) => Promise<T>,
): Promise<T> {
  const found = new Map<string, Buffer>()
  const plugin = seeThrough((reference) => found.get(nameOfReference(reference)) ?? history?.peek(reference))
  let bytes = 0
  for (let ahead = 0; ; ahead = Math.min(MOST_AHEAD, ahead * 2 + 1)) {
    try {
      return await work((db) => db.withPlugin(plugin))
    } catch (error) {
      if (!(error instanceof BlocksMissingError)) throw error
      if (history === undefined) throw new DomainError('data/history-away', { cause: new Error(NO_SETTINGS) })
      for (const [name, block] of await history.fetch(error.references, ahead)) {
        found.set(name, block)
        bytes += block.length
      }
      if (bytes > MOST_BYTES) throw new DomainError('data/read-too-long', { cause: error })
    }
  }
}

/** Gives statements the blocks in place of their references. */
function seeThrough(find: (reference: BlockReference) => Buffer | undefined): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const columns = BLOCKS.filter((name) => result.rows[0] !== undefined && name in result.rows[0])
      return columns.length === 0 ? result : replaceReferences(result, columns, find)
    },
  }
}

function replaceReferences(
  result: QueryResult<UnknownRow>,
  columns: readonly string[],
  find: (reference: BlockReference) => Buffer | undefined,
): QueryResult<UnknownRow> {
  const missing: BlockReference[] = []
  const rows = result.rows.map((row) => {
    let replaced = row
    for (const column of columns) {
      const reference = decodeReference(row[column])
      if (reference === undefined) continue
      const block = find(reference)
      if (block === undefined) missing.push(reference)
      else replaced = { ...replaced, [column]: block }
    }
    return replaced
  })
  if (missing.length > 0) throw new BlocksMissingError(missing)
  return { ...result, rows }
}
