import type { DataId } from '@fieldwatch/contract/api/ids'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Throttle, createThrottle } from '#platform/live/throttle.ts'
import { useLiveDocuments } from '#platform/live/live-context.ts'
import { eventTablesKey, occurrencesKey } from './event-tables-query.ts'

/** However many records come, what is shown of an event table is read again no more often than this. */
const PAUSE_MS = 500

/** Keeps what is shown of the event tables of a unit as it is now, as long as the page that shows it is open. */
export function useLiveOccurrences(dataId: DataId): void {
  const client = useQueryClient()
  const throttles = useRef<Map<string, Throttle>>(undefined)
  useEffect(() => {
    const made = new Map<string, Throttle>()
    throttles.current = made
    return () => {
      for (const throttle of made.values()) throttle.stop()
    }
  }, [])

  function ask(name: string): void {
    const key = `${dataId}/${name}`
    const known = throttles.current?.get(key)
    if (known !== undefined) return known.ask()
    const made = createThrottle(() => reload(client, dataId, name), PAUSE_MS)
    throttles.current?.set(key, made)
    made.ask()
  }

  function readAll(): void {
    void client.invalidateQueries({ queryKey: eventTablesKey(dataId) })
    void client.invalidateQueries({ queryKey: ['occurrences', dataId] })
  }

  useLiveDocuments(dataId, {
    occurrences: ({ dataID, name }) => {
      if (dataID === dataId) ask(name)
    },
    opened: readAll,
  })
}

async function reload(client: QueryClient, dataId: DataId, name: string): Promise<void> {
  const lists = client.getQueriesData<readonly { name: string }[]>({ queryKey: eventTablesKey(dataId) })
  const isKnown = lists.some(([, tables]) => tables?.some((table) => table.name === name) === true)
  await Promise.all([
    client.invalidateQueries({ queryKey: occurrencesKey(dataId, name) }),
    isKnown ? undefined : client.invalidateQueries({ queryKey: eventTablesKey(dataId) }),
  ])
}
