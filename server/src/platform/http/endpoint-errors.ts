import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ERROR_STATUS, type ErrorCode, errorCodes, PASS_ERRORS } from '@fieldwatch/contract/api/errors'
import { z } from 'zod'

/** Errors of every address. A request with an unreadable address or header gets the first. */
const EVERYWHERE: readonly ErrorCode[] = ['request/invalid', 'server/unavailable', 'server/no-room', 'server/internal']

const OF_ACCESS: Readonly<Record<AnyEndpoint['access'], readonly ErrorCode[]>> = {
  public: [],
  session: [
    'auth/missing-token',
    'auth/invalid-token',
    'auth/expired-token',
    'auth/session-ended',
    'auth/second-factor-required',
    'auth/program-token-invalid',
    'access/forbidden',
    'access/not-for-programs',
    'request/rate-limited',
  ],
  unit: ['unit/invalid-token', 'unit/deactivated', 'request/needs-https'],
  share: ['request/rate-limited'],
}

/** Errors of what programs may call with their own token. */
const OF_PROGRAMS: readonly ErrorCode[] = ['auth/program-token-invalid', 'access/scope-missing', 'access/forbidden']

const OF_BODIES: readonly ErrorCode[] = [
  'request/malformed-json',
  'request/too-large',
  'request/unsupported-media-type',
]

/** Errors of requests with an idempotency key. */
const OF_KEYS: readonly ErrorCode[] = ['request/key-reused', 'request/in-progress', 'request/outcome-unknown']

/** Beginnings of the codes that the endpoints of a feature of the core may answer. */
const OF_FEATURE: Readonly<Record<string, readonly string[]>> = {
  auth: ['auth/', 'user/email-taken', 'request/rate-limited'],
  session: ['user/', 'entity/'],
  tokens: ['token/', 'entity/', 'auth/step-up-needed'],
  'second-factor': ['auth/', 'second-factor/', 'user/', 'request/rate-limited'],
  users: [
    'auth/step-up-needed',
    'auth/wrong-password',
    'auth/too-many-requests',
    'user/',
    'unit/not-found',
    'phone/',
    'entity/',
    'file/',
  ],
  entities: ['entity/', 'file/', 'second-factor/own-first', 'auth/step-up-needed'],
  files: ['file/', 'user/'],
  templates: ['template/', 'unit/', 'entity/', 'access/only-admins-edit'],
  units: [
    'auth/step-up-needed',
    'unit/',
    'entity/',
    'template/',
    'app/',
    'file/',
    'alert/',
    'label/',
    'calculation/in-use',
    'data/not-found',
    'data/too-many-reads',
  ],
  map: ['map/'],
  retention: ['retention/', 'unit/', 'entity/', 'data/'],
  sims: ['sim/', 'unit/', 'entity/'],
  data: ['data/', 'unit/'],
  calculations: ['calculation/', 'data/', 'unit/', 'access/only-admins-edit'],
  events: ['event/', 'data/', 'unit/', 'template/', 'access/only-admins-edit'],
  actions: ['action/', 'unit/'],
  alerts: ['alert/', 'unit/', 'user/', 'entity/', 'data/'],
  replay: ['data/'],
  places: ['place/', 'entity/not-found'],
  notes: ['note/', 'unit/', 'file/', 'data/not-found'],
  shared: ['share/closed', 'auth/too-many-requests', 'request/rate-limited', 'data/', 'server/stopping'],
  labels: ['label/', 'entity/', 'unit/'],
  consequences: [
    'unit/',
    'user/',
    'template/',
    'label/',
    'place/not-found',
    'entity/',
    'data/source-not-found',
    'event/not-found',
    'alert/not-found',
  ],
  activity: ['activity/', 'entity/', 'unit/', 'data/too-many-reads'],
  live: ['data/', 'unit/', 'server/stopping'],
  health: ['server/stopping'],
  ingest: ['record/', 'unit/'],
  metrics: ['auth/missing-token', 'auth/invalid-token', 'access/forbidden'],
}

/** Statuses of changes only: a conflict with what is there, or a body that is too large or of another type. */
const OF_CHANGES: readonly number[] = [409, 413, 415]

/** The codes that an endpoint may answer, by status: those of its kind, of who may call it, and of its feature. */
export function errorsOf(endpoint: AnyEndpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  const ofKind = [
    ...EVERYWHERE,
    ...OF_ACCESS[endpoint.access],
    ...(endpoint.access === 'share' ? PASS_ERRORS : []),
    ...(endpoint.scope === undefined ? [] : OF_PROGRAMS),
    ...(endpoint.body instanceof z.ZodUndefined ? [] : OF_BODIES),
    ...(endpoint.idempotent ? OF_KEYS : []),
  ]
  const ofFeature = endpoint.errors ?? OF_FEATURE[endpoint.tag] ?? []
  const codes = errorCodes().filter(
    (code) =>
      ofKind.includes(code) ||
      (ofFeature.some((beginning) => code.startsWith(beginning)) && isPossible(code, endpoint)),
  )
  return Map.groupBy(codes, (code) => ERROR_STATUS[code])
}

function isPossible(code: ErrorCode, { access, bodyFormat, idempotent, method, tag }: AnyEndpoint): boolean {
  if (code === 'unit/deactivated' && tag === 'actions') return idempotent
  if (OF_ACCESS.unit.includes(code)) return access === 'unit'
  if (code.startsWith('file/') && tag !== 'files')
    return bodyFormat === 'multipart' || code === 'file/not-found' || code === 'file/store-away'
  return method !== 'GET' || !OF_CHANGES.includes(ERROR_STATUS[code])
}
