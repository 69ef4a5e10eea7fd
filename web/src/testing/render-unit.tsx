import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createApi } from '#platform/api/call.ts'
import { ApiProvider } from '#platform/api/api-context.tsx'
import { DialogStackProvider } from '#ui/components/dialog-stack.tsx'
import { UnsavedPage } from '#ui/components/unsaved-context.tsx'
import { createSend } from '#platform/api/send.ts'
import { EventsPage } from '#features/events/events-page.tsx'
import { readEventsSearch } from '#features/events/events-search.ts'
import { OverviewPage } from '#features/overview/overview-page.tsx'
import { readOverviewSearch } from '#features/overview/overview-search.ts'
import { TimeSeriesPage } from '#features/time-series/time-series-page.tsx'
import { readTimeSeriesSearch } from '#features/time-series/time-series-search.ts'
import { UnitPage } from '#features/unit/unit-page.tsx'
import { keepReplay, withReplay } from '#shared/moment/replay-address.ts'
import { LiveContext } from '#platform/live/live-context.ts'
import { PrintProvider } from '#platform/print/print-context.tsx'
import { meQuery } from '#platform/session/me-queries.ts'
import { buildSessionUser } from './build-session-user.ts'
import { createFakeLive } from './fake-live.ts'

// jsdom has no page to scroll.
globalThis.scrollTo = () => undefined

/** Opens the page of a unit at `path`, with a server of the test's own and a live connection that it holds. */
export function renderUnit(fetcher: typeof fetch, path: string, me = buildSessionUser()) {
  const live = createFakeLive()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  const api = createApi(createSend(fetcher), { current: () => 'token', renew: async () => undefined })
  client.setQueryData(meQuery(api).queryKey, me)
  const history = createMemoryHistory({ initialEntries: [path] })
  render(
    <PrintProvider>
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <ApiProvider value={api}>
            <LiveContext value={live.client}>
              <UnsavedPage>
                <DialogStackProvider>
                  <RouterProvider router={createUnitRouter(history)} />
                </DialogStackProvider>
              </UnsavedPage>
            </LiveContext>
          </ApiProvider>
        </QueryClientProvider>
      </MantineProvider>
    </PrintProvider>,
  )
  return { live, address: () => history.location.href, go: (path: string) => history.push(path) }
}

/** The routes of the app from the shell down, without the shell. */
function createUnitRouter(history: ReturnType<typeof createMemoryHistory>): AnyRouter {
  const root = createRootRoute({ component: Outlet })
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Outlet })
  const dashboard = createRoute({ getParentRoute: () => signedIn, path: '/dashboard', component: () => 'All units' })
  const unit = createRoute({ getParentRoute: () => signedIn, path: '/dashboard/$dataID', component: UnitPage })
  const overview = createRoute({
    getParentRoute: () => unit,
    path: '/',
    validateSearch: withReplay(readOverviewSearch),
    search: { middlewares: [keepReplay] },
    component: OverviewPage,
  })
  const timeSeries = createRoute({
    getParentRoute: () => unit,
    path: '/time-series',
    validateSearch: withReplay(readTimeSeriesSearch),
    search: { middlewares: [keepReplay] },
    component: TimeSeriesPage,
  })
  const events = createRoute({
    getParentRoute: () => unit,
    path: '/events',
    validateSearch: readEventsSearch,
    component: EventsPage,
  })
  const routeTree = root.addChildren([
    signedIn.addChildren([dashboard, unit.addChildren([overview, timeSeries, events])]),
  ])
  return createRouter({ routeTree, history, defaultPendingMs: 0 })
}
