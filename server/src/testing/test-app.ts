import { join } from 'node:path'
import { signIn } from '@fieldwatch/contract/people/auth'
import type { AnyEndpoint, CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import type { ErrorBody } from '@fieldwatch/contract/api/errors'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Permission, Role } from '@fieldwatch/contract/people/users'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '#app.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { composeFeatures, type ComposeOptions } from '#compose.ts'
import { createStopping } from '#platform/health/stopping.ts'
import { errorsOf } from '#platform/http/endpoint-errors.ts'
import { STANDARD_INGEST } from '#doors/ingest/ingest-settings.ts'
import { ALL_DOORS, ALL_EXTENSIONS } from '#extension-settings.ts'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { STANDARD_LIMITS } from '#people/access/people-limits.ts'
import { ALL_ROLES } from '#platform/roles/roles.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { systemPause } from '#platform/time/clock.ts'
import { buildUser, TEST_PASSWORD } from './build-users.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { silentLog, type TestDatabase } from './test-database.ts'

type Call<E extends AnyEndpoint> = Partial<CallOf<E>> & {
  /** The caller; without it, the call is anonymous. */
  as?: SignedInUser
  headers?: Record<string, string>
  cookies?: Record<string, string>
  /** The address that asks. */
  from?: string
}

/** `body` is the reply of a success; read `failure` when the status is not 200. */
export interface Answer<E extends AnyEndpoint> {
  status: number
  body: ReplyOf<E>
  failure: ErrorBody
  response: LightMyRequestResponse
}

export interface SignedInUser {
  userId: UserId
  entity: EntityId
  email: string
  idToken: string
  /** Value of the `Authorization` header. */
  bearer: string
}

interface WantedUser {
  role?: Role
  permissions?: Permission[]
  /** Leaving it out makes a new one. */
  entity?: EntityId
}

interface Options extends Partial<Omit<ComposeOptions, 'database' | 'clock'>> {
  database: TestDatabase
  clock?: FakeClock
  trustProxy?: boolean
  operatorToken?: string
}

/** Calls an endpoint of a portal, in this process or in another one. */
export type CallApi = <E extends AnyEndpoint>(
  endpoint: E,
  request?: Call<E>,
) => Promise<Pick<Answer<E>, 'status' | 'body' | 'failure'>>

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/**
 * The whole HTTP application as production composes it, on a test database, with a clock that is advanced by hand; closed after the
 * tests of the file. Call it at the top level of the file.
 */
export async function createTestApp({ database, trustProxy = false, operatorToken, ...given }: Options) {
  const clock = given.clock ?? createFakeClock()
  const bus = given.bus ?? createInProcessBus(silentLog)
  const server =
    given.server ?? (await startServerLease({ db: database.ingest.db, random: systemRandom, log: silentLog }))
  const metrics = given.metrics ?? createMetrics()
  const stopping = given.stopping ?? createStopping()
  const features = await composeFeatures({
    roles: ALL_ROLES,
    pause: systemPause,
    random: systemRandom,
    log: silentLog,
    publicUrl: () => 'https://fieldwatch.example',
    publicMqttUrl: () => 'mqtt://fieldwatch.example:1883',
    certificate: undefined,
    mailServer: undefined,
    fileStorage: createMemoryStorage(),
    smsProvider: undefined,
    alertSmsPerDay: 200,
    pdf: undefined,
    peopleLimits: STANDARD_LIMITS,
    outside: undefined,
    ingest: STANDARD_INGEST,
    doors: ALL_DOORS,
    extensions: ALL_EXTENSIONS,
    extensionSettings: {},
    retention: { rawDays: undefined, summaryDays: undefined },
    history: undefined,
    mapSettings: { styleUrl: undefined, googleMapsKey: undefined, streets: undefined },
    worldMapPath: join(import.meta.dirname, 'no-world.pmtiles'),
    ...given,
    database,
    server,
    stopping,
    clock,
    bus,
    metrics,
  })
  const app = await buildApp({
    authenticator: features.authenticator,
    stopping,
    metrics,
    log: given.log ?? silentLog,
    trustProxy,
    operatorToken,
    clock,
    mapOrigins: [],
    googleMaps: false,
    frameOrigins: features.frameOrigins,
    register: features.register,
  })
  await app.ready()
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => (closed ??= app.close().then(features.close).then(server.close))
  database.defer(close)

  const call = <E extends AnyEndpoint>(endpoint: E, request: Call<E> = {}): Promise<Answer<E>> =>
    inject(app, endpoint, request)

  /** Signs in by the door that everyone uses. */
  const signInWith = async (email: string, password = TEST_PASSWORD): Promise<SignedInUser> => {
    const { status, body, failure } = await call(signIn, { body: { email, password } })
    if (status !== 200) throw new Error(`sign-in of ${email} failed: ${failure.code}`)
    const { idToken, user } = body.details
    return { userId: user.id, entity: user.entity, email, idToken, bearer: `Bearer ${idToken}` }
  }

  return {
    app,
    database,
    db: database.db,
    features,
    clock,
    bus,
    metrics,
    call,
    signInWith,
    /** Makes a user and signs in. */
    signInAs: async ({ role = 'viewer', permissions = [], entity }: WantedUser = {}): Promise<SignedInUser> => {
      const user = await buildUser(database.db, {
        role,
        permissions,
        ...(entity === undefined ? {} : { entityId: entity }),
      })
      return signInWith(user.email)
    },
    close,
  }
}

async function inject<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, request: Call<E>): Promise<Answer<E>> {
  const params = (request.params ?? {}) as Record<string, unknown>
  const form = endpoint.bodyFormat === 'multipart' ? await writeForm(request.body) : undefined
  const payload = form?.payload ?? (request.body as InjectOptions['payload'])
  const response = await app.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    headers: {
      ...form?.headers,
      ...(request.as === undefined ? {} : { authorization: request.as.bearer }),
      ...request.headers,
    },
    ...(request.query === undefined ? {} : { query: request.query as Record<string, string> }),
    ...(payload === undefined ? {} : { payload }),
    ...(request.cookies === undefined ? {} : { cookies: request.cookies }),
    ...(request.from === undefined ? {} : { remoteAddress: request.from }),
  })
  const parsed: unknown = isJson(response) ? response.json() : undefined
  checkDocumented(endpoint, response.statusCode, parsed as ErrorBody | undefined)
  checkWritten(endpoint, parsed)
  return { status: response.statusCode, body: parsed as ReplyOf<E>, failure: parsed as ErrorBody, response }
}

/** Every failure that a test sees is in the API document. */
function checkDocumented(endpoint: AnyEndpoint, status: number, failure: ErrorBody | undefined): void {
  if (status < 400 || failure === undefined || errorsOf(endpoint).get(status)?.includes(failure.code)) return
  throw new Error(`${endpoint.method} ${endpoint.path} answers ${failure.code}: add it to endpoint-errors.ts`)
}

/** Every sentence that a test sees is written for its reader: its field is a `Sentence` in the contract. */
function checkWritten(endpoint: AnyEndpoint, reply: unknown, path = ''): void {
  if (typeof reply === 'object' && reply !== null) {
    for (const [name, value] of Object.entries(reply)) checkWritten(endpoint, value, `${path}.${name}`)
  } else if (typeof reply === 'string' && inEnglish(reply) !== reply) {
    throw new Error(`${endpoint.method} ${endpoint.path} answers the id ${reply} at ${path}: make it a Sentence`)
  }
}

const inEnglish = sentencesIn('en')

/** A body of texts and files as a form, as browsers write it. */
async function writeForm(body: unknown): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, string | File | undefined>)) {
    if (value !== undefined) form.append(name, value)
  }
  const response = new Response(form)
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}

function isJson(response: LightMyRequestResponse): boolean {
  return (response.headers['content-type'] ?? '').includes('application/json')
}
