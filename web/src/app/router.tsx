import { BUS_IDS, type BusId } from '@fieldwatch/contract/sensors/bus-ids'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { installExtensions, loadSettingsTabs } from '#platform/extensions/web-extension.ts'
import { ownSearch } from '#platform/address/own-search.ts'
import type { Api } from '#platform/api/call.ts'
import { Splash } from '#ui/components/splash.tsx'
import { readFleetSearch } from '#features/fleet/fleet-search.ts'
import { readSettingsSearch } from '#features/settings/settings-search.ts'
import { readEventsSearch } from '#features/events/events-search.ts'
import { readOverviewSearch } from '#features/overview/overview-search.ts'
import { readTimeSeriesSearch } from '#features/time-series/time-series-search.ts'
import { ALERT_PLACE_KEYS, type AlertPlace, readAlertPlace } from '#shared/alerts/alert-place.ts'
import { keepReplay, withReplay } from '#shared/moment/replay-address.ts'
import type { Session } from '#platform/session/session.ts'
import { ErrorView, NotFoundView } from './error-view.tsx'
import { loadChunk } from '#platform/parts/load-chunk.ts'
import { safeRedirect } from './safe-redirect.ts'

interface RouterContext {
  api: Api
  queryClient: QueryClient
  session: Session
}

const HOME = '/dashboard'

/** A page that is loaded when its address is opened; `id` names it when that fails. */
function page<M extends Record<string, unknown>, Name extends keyof M & string>(
  id: string,
  load: () => Promise<M>,
  name: Name,
) {
  return lazyRouteComponent(loadChunk(id, load), name)
}

/** A section of Management, loaded like a page. */
function managementSection<M extends Record<string, unknown>, Name extends keyof M & string>(
  name: Name,
  load: () => Promise<M>,
) {
  return page('management-section', load, name)
}

/** Extensions come with what surrounds the pages of who is signed in: the login page does without them. */
async function loadExtensions(): Promise<void> {
  installExtensions(Object.values(await import('../extensions.ts')))
}

async function loadShell() {
  const [shell] = await Promise.all([import('#features/shell/shell.tsx'), loadExtensions()])
  return shell
}

/** Loaded while the shell is. */
async function loadSettings() {
  const [settings] = await Promise.all([
    import('#features/settings/settings-page.tsx'),
    loadExtensions().then(loadSettingsTabs),
  ])
  return settings
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ownSearch<{ redirect?: string }>(['redirect'], ({ redirect: back }) =>
    typeof back === 'string' ? { redirect: back } : {},
  ),
  beforeLoad: async ({ context, search }) => {
    const { status } = await context.session.decided()
    if (status === 'signed-in') throw redirect({ href: safeRedirect(search.redirect) ?? HOME, replace: true })
  },
  component: page('login', () => import('#features/sign-in/login-page.tsx'), 'LoginPage'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: page('reset-password', () => import('#features/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  component: page('confirm-email', () => import('#features/sign-in/confirm-email-page.tsx'), 'ConfirmEmailPage'),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe/$link',
  component: page('unsubscribe', () => import('#features/sign-in/unsubscribe-page.tsx'), 'UnsubscribePage'),
})

const privacyPolicyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy-policy',
  component: page('privacy-policy', () => import('#features/legal/privacy-policy-page.tsx'), 'PrivacyPolicyPage'),
})

const termsOfUseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-of-use',
  component: page('terms-of-use', () => import('#features/legal/terms-of-use-page.tsx'), 'TermsOfUsePage'),
})

/** The guard: no page behind it opens before the sign-in is decided. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const state = await context.session.decided()
    if (state.status !== 'signed-out') return
    const isChosen = state.why === 'chosen' || state.why === 'elsewhere'
    const back = isChosen ? undefined : safeRedirect(location.href)
    throw redirect({ to: '/login', search: back === undefined || back === HOME ? {} : { redirect: back } })
  },
  component: page('shell', loadShell, 'Shell'),
})

const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  validateSearch: withReplay(readFleetSearch),
  search: { middlewares: [keepReplay] },
  loader: ({ context }) => void prefetchUnits(context),
  component: page('dashboard', () => import('#features/fleet/fleet-page.tsx'), 'FleetPage'),
})

const unitRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard/$dataID',
  loader: ({ context, params }) => void prefetchUnit(context, params.dataID),
  component: page('unit', () => import('#features/unit/unit-page.tsx'), 'UnitPage'),
})

const overviewRoute = createRoute({
  getParentRoute: () => unitRoute,
  path: '/',
  validateSearch: withReplay(readOverviewSearch),
  search: { middlewares: [keepReplay] },
  component: page('overview', () => import('#features/overview/overview-page.tsx'), 'OverviewPage'),
})

const readReplayedTimeSeriesSearch = withReplay(readTimeSeriesSearch)

const timeSeriesRoute = createRoute({
  getParentRoute: () => unitRoute,
  path: '/time-series',
  validateSearch: readReplayedTimeSeriesSearch,
  search: { middlewares: [keepReplay] },
  loaderDeps: ({ search }): TimeSeriesPart => {
    const range = search.replay ?? search.history
    return range === undefined ? {} : { history: range }
  },
  loader: ({ context, params, deps }) => void prefetchCharts(context, params.dataID, deps),
  component: page('time-series', () => import('#features/time-series/time-series-page.tsx'), 'TimeSeriesPage'),
})

const eventsRoute = createRoute({
  getParentRoute: () => unitRoute,
  path: '/events',
  validateSearch: readEventsSearch,
  component: page('events', () => import('#features/events/events-page.tsx'), 'EventsPage'),
})

/** An application of the unit. Pages of our own below a unit have routes of their own, which come first. */
const unitAppRoute = createRoute({
  getParentRoute: () => unitRoute,
  path: '/$appSlug',
  component: page('unit-application', () => import('#features/applications/unit-app-page.tsx'), 'UnitAppPage'),
})

const applicationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/applications',
  component: page('applications', () => import('#features/applications/applications-page.tsx'), 'ApplicationsPage'),
})

const applicationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/applications/$appId',
  component: page('application', () => import('#features/applications/application-page.tsx'), 'ApplicationPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: page('settings', loadSettings, 'SettingsPage'),
})

const managementRoute = createRoute({
  getParentRoute: () => unitRoute,
  path: '/management',
  component: page('management', () => import('#features/management/management-page.tsx'), 'ManagementPage'),
})

const managementStatusRoute = createRoute({
  getParentRoute: () => managementRoute,
  path: '/',
  validateSearch: ownSearch<AlertPlace>(ALERT_PLACE_KEYS, readAlertPlace),
  // Messages that were sent before Management had sections lead to an alert by this address.
  beforeLoad: ({ params, search }) => {
    if (search.alert === undefined) return
    throw redirect({ to: '/dashboard/$dataID/management/alerts', params, search, replace: true })
  },
  component: managementSection('StatusSection', () => import('#features/management/status-section.tsx')),
})

const managementAlertsRoute = createRoute({
  getParentRoute: () => managementRoute,
  path: '/alerts',
  validateSearch: ownSearch<AlertPlace>(ALERT_PLACE_KEYS, readAlertPlace),
  component: managementSection('AlertsSection', () => import('#features/management/alerts-section.tsx')),
})

const managementRequestsRoute = createRoute({
  getParentRoute: () => managementRoute,
  path: '/requests',
  component: managementSection('RequestsSection', () => import('#features/management/requests-section.tsx')),
})

const managementDataRoute = createRoute({
  getParentRoute: () => managementRoute,
  path: '/data',
  component: managementSection('DataSection', () => import('#features/management/data-section.tsx')),
})

const managementAdministrationRoute = createRoute({
  getParentRoute: () => managementRoute,
  path: '/administration',
  component: managementSection(
    'AdministrationSection',
    () => import('#features/management/administration-section.tsx'),
  ),
})

const busRoute = createRoute({
  getParentRoute: () => unitRoute,
  path: '/xetasense',
  // The board that is looked at; left out: the first that is connected.
  validateSearch: ownSearch<{ bus?: BusId }>(['bus'], ({ bus }) => {
    const known = BUS_IDS.find((id) => id === bus)
    return known === undefined ? {} : { bus: known }
  }),
  component: page('xetasense', () => import('#features/sensor-configuration/bus-page.tsx'), 'BusPage'),
})

const pressureRoute = createRoute({
  getParentRoute: () => unitRoute,
  path: '/pressure-sensor',
  component: page('pressure-sensor', () => import('#features/sensor-configuration/pressure-page.tsx'), 'PressurePage'),
})

const simCardsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/sim-cards',
  validateSearch: ownSearch<{ search?: string }>(['search'], ({ search }) =>
    // The router parses text that looks like a number, which would truncate an ICCID.
    (typeof search === 'string' && search !== '') || typeof search === 'number' ? { search: String(search) } : {},
  ),
  component: page('sim-cards', () => import('#features/sim-cards/sim-cards-page.tsx'), 'SimCardsPage'),
})

/** Any other address: a page of an extension, or the not-found view inside the shell. */
const addedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: page('added-page', () => import('./added-page.tsx'), 'AddedPage'),
})

const routeTree = rootRoute.addChildren([
  loginRoute,
  resetPasswordRoute,
  confirmEmailRoute,
  unsubscribeRoute,
  privacyPolicyRoute,
  termsOfUseRoute,
  signedInRoute.addChildren([
    homeRoute,
    dashboardRoute,
    unitRoute.addChildren([
      overviewRoute,
      timeSeriesRoute,
      eventsRoute,
      busRoute,
      pressureRoute,
      managementRoute.addChildren([
        managementStatusRoute,
        managementAlertsRoute,
        managementRequestsRoute,
        managementDataRoute,
        managementAdministrationRoute,
      ]),
      unitAppRoute,
    ]),
    applicationsRoute,
    applicationRoute,
    settingsRoute,
    simCardsRoute,
    addedRoute,
  ]),
])

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: Splash,
    defaultPendingMs: 0,
    // Shows a page as soon as it is ready, however short the wait was.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorView,
    defaultNotFoundComponent: NotFoundView,
    scrollRestoration: true,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

/** Loads the units while the page that shows them is still loading. */
async function prefetchUnits({ api, queryClient }: RouterContext): Promise<void> {
  // A failure is ignored here: the page loads again and shows it.
  await Promise.all([
    import('#features/fleet/fleet-queries.ts').then((queries) => queries.prefetchUnits(queryClient, api)),
    import('#features/fleet/list-view/list-view-queries.ts').then((queries) =>
      queries.prefetchListView(queryClient, api),
    ),
  ]).catch(() => undefined)
}

/** Loads the unit and its template in the same way. */
async function prefetchUnit({ api, queryClient }: RouterContext, dataId: string): Promise<void> {
  // As above, the page shows what fails.
  const queries = await import('#shared/units/unit-queries.ts').catch(() => undefined)
  await queries?.prefetchUnit(queryClient, api, dataId).catch(() => undefined)
}

type TimeSeriesPart = ReturnType<typeof readTimeSeriesSearch>

/** Loads the series of a unit's charts in the same way. */
async function prefetchCharts(
  { api, queryClient }: RouterContext,
  dataId: string,
  search: TimeSeriesPart,
): Promise<void> {
  // As above, the page shows what fails.
  const charts = await import('#features/time-series/prefetch-charts.ts').catch(() => undefined)
  await charts?.prefetchCharts({ api, client: queryClient, dataId, search }).catch(() => undefined)
}
