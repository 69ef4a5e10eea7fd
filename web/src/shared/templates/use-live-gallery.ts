import { ALERTS_ONLY } from '@fieldwatch/contract/api/live-addresses'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Calm, createCalm } from '#platform/live/calm.ts'
import { useLiveDocuments } from '#platform/live/live-context.ts'
import { GALLERY_KEY } from '#shared/units/template-keys.ts'

/** However much changes, templates are read anew no more often than this. */
const PAUSE_MS = 500

/** Keeps what is shown of shared templates as it is now, on a page that watches no units. */
export function useLiveGallery(): void {
  const client = useQueryClient()
  const calm = useRef<Calm>(undefined)
  useEffect(() => {
    const made = createCalm(() => client.invalidateQueries({ queryKey: GALLERY_KEY }), PAUSE_MS)
    calm.current = made
    return made.stop
  }, [client])
  const ask = (): void => calm.current?.ask()
  useLiveDocuments(ALERTS_ONLY, { onTemplates: ask, onOpened: ask, onReopened: ask })
}
