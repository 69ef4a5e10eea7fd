import { type EventPage, MOST_OCCURRENCES_A_PAGE } from '@fieldwatch/contract/events/events'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { usePrinting } from '#platform/print/print-context.tsx'
import { occurrencesQuery, type PageRequest } from './event-queries.ts'

export interface PrintedOccurrences {
  /** All of the range, as many as there may be; the page of the screen when the browser's own menu printed. */
  readonly page: EventPage | undefined
  /** Whether more than the page of the screen was loaded. */
  readonly isWhole: boolean
}

/** What is printed of an event table; undefined on the screen. */
export function usePrintedOccurrences(
  request: PageRequest,
  onScreen: EventPage | undefined,
): PrintedOccurrences | undefined {
  const api = useApi()
  const client = useQueryClient()
  const { since, prepare } = usePrinting()
  const [loaded, setLoaded] = useState<{ since: number; page: EventPage }>()
  const load = useEffectEvent(async (began: number) => {
    const all = { ...request, page: 1, pageSize: MOST_OCCURRENCES_A_PAGE }
    setLoaded({ since: began, page: await client.fetchQuery(occurrencesQuery(api, all)) })
  })
  useEffect(() => prepare((began) => load(began)), [prepare])
  if (since === undefined) return undefined
  const isWhole = loaded?.since === since
  return { page: isWhole ? loaded.page : onScreen, isWhole }
}
