import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Stopping } from '#platform/health/stopping.ts'
import { type BodyGate, createBodyGate } from '#platform/http/body-gate.ts'
import type { Authenticator } from '#platform/http/caller.ts'
import { compileCheck } from '#platform/http/check-shape.ts'
import { registerCompression } from '#platform/http/compression.ts'
import { replyWithError } from '#platform/http/error-reply.ts'
import { type HttpsOnly, registerHttpsOnly } from '#platform/http/https-only.ts'
import { createApiDocument } from './api-document.ts'
import { NAMED_ENDPOINTS, SCHEMAS_OF_EXTENSIONS } from './endpoints.ts'
import { registerOpenApi } from '#platform/http/open-api.ts'
import { registerOperatorGate } from '#platform/http/operator-gate.ts'
import { createPace, DROPPING, type Pace, READING } from '#platform/http/pace.ts'
import { createBodyDropper } from '#platform/http/drop-bodies.ts'
import { isLongBody } from '#platform/http/read-bytes.ts'
import { registerForms } from '#platform/http/read-form.ts'
import { registerJsonReader } from '#platform/http/read-json.ts'
import { createReplyWatch, type ReplyWatch } from '#platform/http/reply-watch.ts'
import { registerSecurityHeaders } from '#platform/http/security-headers.ts'
import { registerUnknownAddresses } from '#platform/http/unknown-address.ts'
import { answerClientError, ARRIVAL_LIMITS, type ArrivalLimits } from '#platform/http/slow-requests.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { type Clock, systemClock } from '#platform/time/clock.ts'
import { bearerOf, isProgramToken } from '#platform/http/bearer.ts'
import { requireScope } from '#platform/http/require-scope.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator
    bodyGate: BodyGate
    pace: Pace
    replyWatch: ReplyWatch
  }
}

/** Bodies other than telemetry are small. */
const BODY_LIMIT = 1024 * 1024

interface AppOptions {
  authenticator: Authenticator
  /** Left out, it never stops. */
  stopping?: Pick<Stopping, 'hasBegun'>
  metrics: Metrics
  log: FastifyBaseLogger
  trustProxy: boolean
  /** Without one, the pages of operators are served on this machine only. */
  operatorToken?: string | undefined
  clock?: Clock
  /** Left out, requests without TLS are served. */
  httpsOnly?: HttpsOnly | undefined
  /** How long requests may take to arrive. */
  arrival?: ArrivalLimits
  /** Where maps load their style, tiles, fonts and icons from, besides ourselves. */
  mapOrigins: readonly string[]
  /** Whether maps are drawn by Google Maps. */
  googleMaps: boolean
  /** Whether browsers use TLS for the names below that of the portal too. Left out, for its own name only. */
  hstsSubdomains?: boolean | undefined
  /** Where apps run that may be opened in frames. */
  frameOrigins: () => readonly string[]
  /** Registers the routes of the features. */
  register: (app: FastifyInstance) => void
}

/** Builds the HTTP application: no environment, no port. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { arrival = ARRIVAL_LIMITS } = options
  const app = Fastify({
    loggerInstance: options.log,
    // Addresses that cannot be read never reach a route.
    frameworkErrors: replyWithError,
    logController: new LogController({ disableRequestLogging: true }),
    // Trusts only the nearest hop: anyone who sends a request can write earlier entries of `X-Forwarded-For`.
    trustProxy: options.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: BODY_LIMIT,
    // What still comes on connections that are open is answered.
    return503OnClosing: false,
    requestTimeout: arrival.requestMs,
    http: { headersTimeout: arrival.headMs, connectionsCheckingInterval: arrival.checkMs },
    clientErrorHandler: answerClientError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
  })
  app.setValidatorCompiler(compileCheck)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('authenticator', options.authenticator)
  app.decorate('bodyGate', createBodyGate())
  app.decorate('pace', createPace(READING))
  app.decorate('replyWatch', createReplyWatch(options.log))
  app.addHook('onClose', async () => app.replyWatch.close())
  const dropRest = createBodyDropper(createPace(DROPPING))
  // Thousands of long bodies may begin at once: their senders are looked up and answered in turn.
  app.addHook('onRequest', async (request) => {
    if (isLongBody(request.headers)) await app.pace()
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('failureCode', undefined)
  app.setErrorHandler(replyWithError)
  registerUnknownAddresses(app)
  if (options.httpsOnly !== undefined) registerHttpsOnly(app, options.httpsOnly)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }
    options.metrics.httpDuration.observe(labels, reply.elapsedTime / 1000)
    if (request.failureCode !== undefined) options.metrics.failures.inc({ code: request.failureCode })
  })

  app.addHook('onSend', (request, reply, _payload, done) => {
    // The next request goes to another server, or waits for this one to be back.
    if (options.stopping?.hasBegun === true) reply.header('connection', 'close')
    // An answer may come before all of its request did.
    if (!request.raw.complete) dropRest(request.raw)
    // RFC 9110, section 15.5.2, and RFC 6750, section 3.
    if (reply.statusCode === 401 && !reply.hasHeader('www-authenticate'))
      reply.header('www-authenticate', challengeOf(request.headers.authorization))
    done()
  })
  registerJsonReader(app)
  await registerCompression(app)
  await app.register(cookie)
  registerForms(app)
  registerSecurityHeaders(app, options)
  if (!options.trustProxy) warnOfUntrustedProxy(app, options.clock ?? systemClock)
  registerOperatorGate(app, { token: options.operatorToken, trustProxy: options.trustProxy })
  registerAdmission(app)
  await registerOpenApi(app, {
    endpoints: NAMED_ENDPOINTS,
    schemas: SCHEMAS_OF_EXTENSIONS,
    getDocument: createApiDocument(),
  })
  // Registered as a plugin, so that OpenAPI, which is registered before, sees every route.
  await app.register(async (features) => options.register(features))
  return app
}

function challengeOf(sent: string | undefined): string {
  return sent === undefined ? 'Bearer realm="Fieldwatch"' : 'Bearer realm="Fieldwatch", error="invalid_token"'
}

/** Warns, at most once an hour, when requests seem to come through a proxy that is not configured as trusted. */
function warnOfUntrustedProxy(app: FastifyInstance, clock: Clock): void {
  let warnedAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined && clock() - warnedAt >= HOUR_MS) {
      warnedAt = clock()
      request.log.warn(
        { address: request.ip },
        'X-Forwarded-For from an untrusted address: all its clients share one rate limit. If it is your proxy, set FIELDWATCH_TRUST_PROXY',
      )
    }
    done()
  })
}

/**
 * Finds who sends each request, and lets a program in where the scope of the endpoint is among those of its token.
 */
function registerAdmission(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) return
    const { authorization } = request.headers
    // Units have tokens of their own, and what is public needs none.
    const isForCaller =
      endpoint.access === 'session' || (endpoint.scope !== undefined && isProgramToken(bearerOf(authorization)))
    if (!isForCaller) return
    const caller = await app.authenticator.authenticate(authorization, request.ip)
    requireScope(caller.token, endpoint)
    request.caller = caller
    // Streams are judged by what they show.
    if (endpoint.format !== 'event-stream') app.replyWatch.follow(reply.raw, () => app.authenticator.reload(caller))
  })
}
