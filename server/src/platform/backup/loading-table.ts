import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { TableSum } from './backup-format.ts'
import type { CatalogTable } from './catalog-store.ts'
import { createChecksum } from './checksum.ts'
import type { createCopyStore } from './copy-store.ts'

/** A table that rows are written into, piece by piece. */
export type LoadingTable = ReturnType<typeof startLoading>

export function startLoading(copies: ReturnType<typeof createCopyStore>, table: CatalogTable) {
  const checksum = createChecksum()
  const sink = copies.write(table)
  const ended = finished(sink)
  // The next caller that waits gets the failure.
  ended.catch(() => undefined)
  return {
    name: table.name,
    add: async (bytes: Buffer): Promise<void> => {
      checksum.add(bytes)
      if (!sink.write(bytes)) await Promise.race([once(sink, 'drain'), ended])
    },
    finish: async (): Promise<TableSum> => {
      sink.end()
      await ended
      return { name: table.name, count: sink.rowCount, ...checksum.result() }
    },
    /** Ends the writing without its rows: until then the connection does nothing else, a rollback included. */
    abandon: async (): Promise<void> => {
      sink.destroy()
      // It was destroyed on purpose: its rows are not wanted.
      await ended.catch(() => undefined)
    },
  }
}
