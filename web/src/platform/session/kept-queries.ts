import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import type { PageStorage } from '#platform/storage/page-storage.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Keep the data for the browser session, so that a reload paints at once: user, apps, device and template. */
      kept?: boolean
      /** Data that is read without a session, and stays when one ends. */
      public?: boolean
    }
  }
}

const STORAGE_KEY = 'fieldwatch-session'

/** Writing on every change would serialise everything with each live update. */
const WRITE_DELAY_MS = 500

interface KeptQueries {
  /** Restores what an earlier load of this tab stored. */
  restore: () => void
  clear: () => void
  close: () => void
}

/** Keeps the data of queries with `meta.kept` in `storage`, as JSON. */
export function keepQueries(client: QueryClient, storage: PageStorage): KeptQueries {
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): void {
    timer = undefined
    const kept = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: (query) => query.meta?.kept === true && query.state.status === 'success',
    })
    try {
      storage.setItem(STORAGE_KEY, JSON.stringify(kept))
    } catch {
      // Without storage only the next reload is slower.
      storage.removeItem(STORAGE_KEY)
    }
  }

  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if ((type === 'updated' || type === 'removed') && query.meta?.kept === true)
      timer ??= setTimeout(write, WRITE_DELAY_MS)
  })

  return {
    restore() {
      const text = storage.getItem(STORAGE_KEY)
      if (text === null) return
      try {
        hydrate(client, JSON.parse(text))
      } catch {
        storage.removeItem(STORAGE_KEY)
      }
    },
    clear() {
      clearTimeout(timer)
      timer = undefined
      storage.removeItem(STORAGE_KEY)
    },
    close() {
      clearTimeout(timer)
      stop()
    },
  }
}
