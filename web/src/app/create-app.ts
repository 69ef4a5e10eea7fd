import type { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { ApiError } from '#platform/api/api-error.ts'
import { type Api, createApi } from '#platform/api/call.ts'
import { AppQueryClient } from '#platform/api/query-client.ts'
import { createSend } from '#platform/api/send.ts'
import { keepQueries } from '#platform/session/kept-queries.ts'
import { ME_KEY } from '#platform/session/me-key.ts'
import { followViewing } from '#platform/session/show-viewing.ts'
import type { OtherTabs } from '#platform/session/other-tabs.ts'
import { createSession, type Session } from '#platform/session/session.ts'
import type { SessionMark } from '#platform/session/session-mark.ts'
import { rememberLanguage } from '#platform/texts/page-language.ts'
import type { PageStorage } from '#platform/storage/page-storage.ts'
import { createStepUp, type StepUp } from '#platform/session/step-up-request.ts'
import { type AppRouter, createAppRouter } from './router.tsx'

/** Everything that lives as long as the page. */
export interface App {
  api: Api
  queryClient: QueryClient
  router: AppRouter
  session: Session
  stepUp: StepUp
}

interface AppOptions {
  fetch: typeof fetch
  storage: PageStorage
  tabs: OtherTabs
  mark: SessionMark
  /** Reloads the page. */
  reload: () => void
}

/** Creates the parts of the app and connects them. */
export function createApp({ fetch, storage, tabs, mark, reload }: AppOptions): App {
  const queryClient = createQueryClient()
  const kept = keepQueries(queryClient, storage)
  kept.restore()

  function onUser(user: SessionUser): void {
    const before = queryClient.getQueryData<SessionUser>(ME_KEY)
    if (before !== undefined && before.id !== user.id) {
      kept.clear()
      queryClient.clear()
      // The screen shows another user's data.
      if (isOpen(session)) reload()
    }
    followLanguage(user)
    queryClient.setQueryDefaults(ME_KEY, { meta: { kept: true } })
    queryClient.setQueryData(ME_KEY, user)
    if (before?.id === user.id && !isSameViewing(before, user)) void followViewing(queryClient)
  }

  /** The language of the page is chosen when it is loaded, so that another one loads it again. */
  function followLanguage({ language, entityLanguage }: SessionUser): void {
    if (rememberLanguage(language ?? entityLanguage ?? undefined)) reload()
  }

  const send = createSend(fetch)
  const session: Session = createSession({ send, tabs, mark, onUser, onEnd: () => kept.clear() })
  const stepUp = createStepUp()
  const api = createApi(send, session, {
    // The person may have another role by now, or the unit may let fewer edit.
    onForbidden: () => {
      for (const queryKey of [ME_KEY, ['unit']]) void queryClient.invalidateQueries({ queryKey })
    },
    stepUp: stepUp.ask,
  })
  followReach(queryClient)
  const router = createAppRouter({ api, queryClient, session })
  preloadPage(router)

  session.subscribe(({ status }) => {
    if (status === 'signed-out') stepUp.current()?.answer(false)
    // The page stays under the dialog that asks for the password.
    if (status === 'ended') return
    // The guard of each route decides where to go now. The cached data is cleared last, as a screen that is still mounted reads
    // it.
    void router.invalidate().then(() => {
      if (status === 'signed-out' && session.state().status === 'signed-out') forget(queryClient)
    })
  })
  return { api, queryClient, router, session, stepUp }
}

/** Clears the data of a user who is not signed in any more. */
function forget(client: QueryClient): void {
  client.removeQueries({ predicate: ({ meta }) => meta?.public !== true })
  client.getMutationCache().clear()
}

/** Whether the pages of a user are open. */
function isOpen(session: Session): boolean {
  const { status } = session.state()
  return status === 'signed-in' || status === 'ended'
}

/** Whether both look at the same entities, in any order. */
function isSameViewing(one: SessionUser, other: SessionUser): boolean {
  return one.entityViewing.toSorted().join() === other.entityViewing.toSorted().join()
}

/** Loads the parts of the page at this address while the sign-in is still being decided. */
function preloadPage(router: AppRouter): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const { options } of matchedRoutes) {
    // The types of a route do not tell which of its components can be preloaded.
    const component = options.component as { preload?: () => Promise<unknown> | undefined } | undefined
    // A failure is ignored here: the router loads again and shows it.
    component?.preload?.()?.catch(() => undefined)
  }
}

function createQueryClient(): QueryClient {
  return new AppQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Without a network a question fails, and its place says so; it is asked again when the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        // Retries only failures that may pass; a refusal stays one.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && mayHeal(error),
      },
      // Without a network a change fails and the form says so; it must not wait unseen and be made later.
      mutations: { networkMode: 'always' },
    },
  })
}

function mayHeal(error: ApiError): boolean {
  return error.code === 'network' || error.code === 'server/unavailable'
}

/** Reads shown data again when the rights of the signed-in user change. */
function followReach(client: QueryClient): void {
  let before: string | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== ME_KEY[0]) return
    // The key says which user the data belongs to.
    const me = query.state.data as SessionUser | undefined
    const reach = me && reachOf(me)
    const hasChanged = before !== undefined && reach !== undefined && reach !== before
    before = reach
    if (hasChanged) void followViewing(client)
  })
}

function reachOf({ id, role, permissions, entityData }: SessionUser): string {
  return JSON.stringify([id, role, permissions.toSorted(), Object.keys(entityData).toSorted()])
}
