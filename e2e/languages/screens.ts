import { WALK_UNIT } from '../keyboard/walk-portal.ts'

const UNIT = `/dashboard/${WALK_UNIT}`
const HOUR = 3_600_000
const at = (hoursAgo: number): string => new Date(Date.now() - hoursAgo * HOUR).toISOString()
/** The unit sent records then, and its alerts and event tables saw them. */
const REPLAY = `replay=${encodeURIComponent(`${at(2)}~${at(0)}`)}&moment=${encodeURIComponent(at(1))}`
const SETTINGS = [
  'profile',
  'my-company',
  'entities',
  'templates',
  'alerts',
  'reports',
  'shares',
  'boards',
  'webhooks',
  'mappings',
  'network-servers',
  'tokens',
  'jobs',
  'delivery-log',
  'activity',
]

export interface Place {
  readonly name: string
  readonly path: string
}

/** What people see before they sign in. */
export const OUTER_SCREENS: readonly Place[] = [
  { name: 'login', path: '/login' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'choose-password', path: '/reset-password#token=abc' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'terms-of-use', path: '/terms-of-use' },
  { name: 'shared-link', path: '/shared/00000000-0000-4000-8000-000000000000#fws_none' },
  { name: 'board-pairing', path: '/board' },
]

export const INNER_SCREENS: readonly Place[] = [
  { name: 'fleet', path: '/dashboard' },
  { name: 'fleet-replay', path: `/dashboard?${REPLAY}` },
  { name: 'fleet-nothing-found', path: '/dashboard?filter=deactivated' },
  { name: 'unit', path: UNIT },
  { name: 'unit-replay', path: `${UNIT}?${REPLAY}&known=then` },
  { name: 'unit-unknown', path: '/dashboard/no-such-unit' },
  { name: 'time-series', path: `${UNIT}/time-series` },
  { name: 'time-series-replay', path: `${UNIT}/time-series?${REPLAY}` },
  { name: 'time-series-compared', path: `${UNIT}/time-series?range=6h&compare=previous` },
  { name: 'events', path: `${UNIT}/events` },
  { name: 'gateway', path: `${UNIT}/xetasense` },
  { name: 'pressure-sensor', path: `${UNIT}/pressure-sensor` },
  { name: 'management', path: `${UNIT}/management` },
  { name: 'management-alerts', path: `${UNIT}/management/alerts` },
  { name: 'management-requests', path: `${UNIT}/management/requests` },
  { name: 'management-data', path: `${UNIT}/management/data` },
  { name: 'management-administration', path: `${UNIT}/management/administration` },
  { name: 'sim-cards', path: '/sim-cards' },
  { name: 'places', path: '/places' },
  { name: 'notes', path: '/notes' },
  { name: 'incidents', path: '/incidents' },
  { name: 'applications', path: '/applications' },
  ...SETTINGS.map((tab) => ({ name: `settings-${tab}`, path: `/settings?tab=${tab}` })),
]
