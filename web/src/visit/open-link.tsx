import { getSharedScreen, type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { PASS_ERRORS } from '@fieldwatch/contract/api/errors'
import { ALERTS_ONLY } from '@fieldwatch/contract/api/live-addresses'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ApiProvider, useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { AppQueryClient } from '#platform/api/query-client.ts'
import type { Send } from '#platform/api/send.ts'
import { LiveContext, useLive, useLiveDocuments, useLiveStatus } from '#platform/live/live-context.ts'
import type { LiveStatus } from '#platform/live/live-state.ts'
import { ME_KEY } from '#platform/session/me-key.ts'
import { createVisitApi, type Visit } from './visit-api.ts'
import type { CreateLive } from './visit-live.ts'
import { VISITOR } from './visitor.ts'

interface OpenLinkProps {
  visit: Visit
  send: Send
  createLive: CreateLive
  /** Called with each answer of the portal. */
  onAnswer?: ((response: Response) => void) | undefined
  /** The link shows nothing any more. */
  onEnd: () => void
  /** Draws the screen. */
  children: (screen: SharedScreen, about: { status: LiveStatus }) => ReactNode
}

/** How often the screen is read again besides the live connection, in case that a network holds it back. */
const CHECK_MS = 30_000

const SCREEN_KEY = ['shared-screen'] as const

/** What a link shows, as long as it shows it. All that was read goes with it. */
export function OpenLink({ visit, send, createLive, onAnswer, onEnd, children }: OpenLinkProps) {
  const [api] = useState(() => createVisitApi(send, visit.pass, { onAnswer }))
  const [client] = useState(() => createVisitClient(VISITOR))
  const [live] = useState(() => createLive(visit.pass, () => void client.invalidateQueries({ queryKey: SCREEN_KEY })))
  useEffect(() => {
    const look = () => live.setHidden({ hidden: document.hidden })
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      live.close()
      client.clear()
    }
  }, [live, client])
  return (
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>
        <LiveContext value={live}>
          <FollowedScreen first={visit.screen} onEnd={onEnd}>
            {children}
          </FollowedScreen>
        </LiveContext>
      </ApiProvider>
    </QueryClientProvider>
  )
}

export function createVisitClient(reader: SessionUser): QueryClient {
  const client = new AppQueryClient({
    defaultOptions: { queries: { staleTime: 30_000, networkMode: 'always', retry: false } },
  })
  client.setQueryDefaults(ME_KEY, { staleTime: Infinity })
  client.setQueryData(ME_KEY, reader)
  return client
}

interface FollowedScreenProps extends Pick<OpenLinkProps, 'onEnd' | 'children'> {
  first: SharedScreen
}

/** The screen as it is now: it is read again when the stream ends, which the portal ends with the link and with each change of the screen. */
function FollowedScreen({ first, onEnd, children }: FollowedScreenProps) {
  const api = useApi()
  const client = useQueryClient()
  const live = useLive()
  const status = useLiveStatus()
  const {
    data: screen,
    error,
    dataUpdatedAt,
  } = useQuery({
    queryKey: SCREEN_KEY,
    queryFn: async ({ signal }) => (await api.call(getSharedScreen, {}, { signal })).details,
    initialData: first,
    refetchInterval: CHECK_MS,
    refetchIntervalInBackground: true,
  })
  const tryNow = useEffectEvent((_answeredAt: number) => {
    const { kind } = live.status()
    if (kind === 'lost' || kind === 'refused') live.setHidden({ hidden: false })
  })
  // An answer says that the portal is there: a connection that waits for its next try tries now.
  useEffect(() => tryNow(dataUpdatedAt), [dataUpdatedAt])
  const isEnded = PASS_ERRORS.some((code) => hasCode(error, code))
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isEnded) end()
  }, [isEnded])
  // Keeps a stream open even where the screen shows a period of the past.
  useLiveDocuments(ALERTS_ONLY, {})
  useEffect(
    () =>
      live.onStatus(() => {
        const { kind } = live.status()
        if (kind === 'lost' || kind === 'refused') void client.invalidateQueries({ queryKey: SCREEN_KEY })
        // Values may have come while there was no stream: they are not sent again.
        if (kind === 'open') void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== ME_KEY[0] })
      }),
    [live, client],
  )
  if (isEnded) return undefined
  return children(screen, { status })
}
