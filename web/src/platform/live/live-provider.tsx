import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '#platform/session/session-context.tsx'
import { createLiveClient, type LiveClient, type LiveWorker, toLiveWorker } from './live-client.ts'
import { LiveContext } from './live-context.ts'

interface LiveProviderProps {
  /** Left out: created from the session. */
  client?: LiveClient
  children: ReactNode
}

/** Provides the one live connection of the tab, which starts with the first subscription and pauses while the tab is hidden. */
export function LiveProvider({ client: given, children }: LiveProviderProps) {
  const session = useSession()
  const [client] = useState(
    () =>
      given ??
      createLiveClient({
        startWorker: startLiveWorker,
        token: (refused) => {
          const current = session.current()
          return current !== undefined && refused === undefined ? Promise.resolve(current) : session.renew(refused)
        },
      }),
  )
  useEffect(() => {
    const look = () => client.setHidden({ hidden: document.hidden })
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
      client.close()
    }
  }, [client])
  useHealing(client)
  return <LiveContext value={client}>{children}</LiveContext>
}

/** Retries failed queries as soon as the portal is back. */
function useHealing(live: LiveClient): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      live.onStatus(() => {
        if (live.status().kind !== 'open') return
        void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      }),
    [live, queries],
  )
}

/** Starts the worker that holds the live connection. */
function startLiveWorker(): LiveWorker {
  return toLiveWorker(new Worker(new URL('live.worker.ts', import.meta.url), { type: 'module', name: 'live' }))
}
