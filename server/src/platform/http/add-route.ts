import {
  type AnyEndpoint,
  type BodyOf,
  IdempotencyKey,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '@fieldwatch/contract/api/endpoint'
import { ErrorBody } from '@fieldwatch/contract/api/errors'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
  RouteShorthandOptions,
} from 'fastify'
import { z } from 'zod'
import { actAs } from '#platform/audit/acting.ts'
import type { Caller } from './caller.ts'
import { compileCheck } from './check-shape.ts'
import type { Idempotency } from './idempotency.ts'
import { isCompressible } from './compression.ts'
import { FORM_BYTES_KEPT, readForm } from './read-form.ts'
import { sentencesFor, writerFor } from './reader-language.ts'
import { requireStorable } from './unstorable-text.ts'
import { DomainError } from '#platform/errors/domain-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency
  }
  interface FastifyRequest {
    caller: Caller | undefined
    failureCode: string | undefined
  }
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
  }
}

export interface Call<E extends AnyEndpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** Who asks. Reading it on an endpoint that is not for sessions throws. */
  readonly caller: Caller
  /** The version that a change was made from; undefined when the caller names none. */
  readonly seen: number | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const KEY_HEADERS = z.looseObject({ 'idempotency-key': IdempotencyKey.optional() })

type Handler<E extends AnyEndpoint> = (call: Call<E>) => Promise<ReplyOf<E>>

interface Options {
  bodyLimit?: number
  /** The body is large: it is not read before there is room for it. Forms always are. */
  isLarge?: boolean
  /** Runs before the body is read; an error is the answer. */
  admit?: (caller: Caller) => Promise<void> | void
  /** An address of another product's protocol, which the API document leaves out. */
  isForeign?: boolean
  /** The handler reads the body by itself: `request.body` holds its bytes. */
  rawBody?: boolean
}

type OptionsAndHandler<O, H> = [handler: H] | [options: O, handler: H]

/**
 * Registers an endpoint of the contract: its shapes are checked on the way in, its reply on the way out (unknown keys are
 * dropped). Who calls it is found before anything else (`app.ts`).
 */
export function addRoute<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  ...given: OptionsAndHandler<Options, Handler<E>>
): void {
  const [options, handler] = given.length === 2 ? given : [{}, ...given]
  const handle = (request: FastifyRequest, reply: FastifyReply) => handler(callOf<E>(request, reply))
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    endpoint.idempotent ? once(app, request, () => handle(request, reply)) : handle(request, reply)
  // What is kept for a repetition has sentences, not their texts.
  const writeWithin = writerFor(endpoint.reply)
  const written = async (request: FastifyRequest, reply: FastifyReply) =>
    writeWithin?.(await answer(request, reply), sentencesFor(request))
  register(app, endpoint, writeWithin === undefined ? answer : written, options)
}

/** A request without an idempotency key is done each time. */
function once<Reply>(app: FastifyInstance, request: FastifyRequest, run: () => Promise<Reply>): Promise<Reply> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return run()
  const { method, url, body, ip, caller } = request
  return app.idempotency.once({ key, caller: caller?.userId ?? ip, method, url, body }, run)
}

/** As `addRoute`, for replies that are not checked JSON: the handler sends by itself, on `reply` or its raw response. */
export function addSendingRoute<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  ...given: OptionsAndHandler<Options, (call: Call<E>) => Promise<void>>
): void {
  const [options, handler] = given.length === 2 ? given : [{}, ...given]
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await handler(callOf<E>(request, reply))
    return reply
  }
  register(app, endpoint, handle, options)
}

function register(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  { isLarge = endpoint.bodyFormat === 'multipart', admit, isForeign = false, rawBody = false, ...options }: Options,
): void {
  const schema: Record<string, unknown> = {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    hide: isForeign,
    ...describeAccess(endpoint),
  }
  for (const [part, shape] of [
    ['params', endpoint.params],
    ['querystring', endpoint.query],
    ['body', endpoint.body],
  ] as const) {
    if (!(shape instanceof z.ZodUndefined)) schema[part] = shape
  }
  if (endpoint.idempotent) schema['headers'] = KEY_HEADERS
  if (endpoint.format === 'json') schema['response'] = { 200: endpoint.reply, default: ErrorBody }

  const routeOptions: RouteShorthandOptions = { schema, config: { endpoint }, ...options }
  if (!isCompressible(endpoint)) routeOptions.compress = false
  // A GET that must not happen twice has an effect: it must not be cached, nor happen for a HEAD.
  if (endpoint.method === 'GET' && endpoint.idempotent) {
    routeOptions.exposeHeadRoute = false
    routeOptions.onRequest = async (_request, reply) => void reply.header('cache-control', 'no-store')
  }
  if (rawBody) routeOptions.validatorCompiler = exceptOfBodies
  if (isLarge) limitLargeBodies(app, routeOptions, { limit: options.bodyLimit ?? FORM_BYTES_KEPT, admit })
  if (endpoint.bodyFormat === 'multipart') schema['consumes'] = ['multipart/form-data']
  // Bodies of units are checked record by record, and raw bodies by their handler.
  if (endpoint.access !== 'unit') {
    routeOptions.preValidation = async (request) => {
      if (endpoint.bodyFormat === 'multipart') request.body = await readForm(request)
      requireStorable(request.params, request.query, rawBody ? undefined : request.body)
    }
  }
  app.route({
    ...routeOptions,
    method: endpoint.method,
    url: endpoint.path,
    handler: (request, reply) =>
      actAs({ token: request.caller?.token, address: request.ip }, () => handler(request, reply)),
  })
}

/** Everything but the body is checked as usual. */
const exceptOfBodies: FastifySchemaCompiler<FastifySchema> = (given) =>
  given.httpPart === 'body' ? (body: unknown) => ({ value: body }) : compileCheck(given as never)

interface BodyLimit {
  /** The most bytes of a body that are held. */
  readonly limit: number
  readonly admit: Options['admit']
}

/** Lets large bodies wait, unread, until there is room for them and their sender has a turn. */
function limitLargeBodies(app: FastifyInstance, route: RouteShorthandOptions, { limit, admit }: BodyLimit): void {
  route.preParsing = async (request, reply) => {
    const { caller } = request
    if (caller === undefined) throw new Error(`${request.routeOptions.url} has no caller`)
    const gone = new AbortController()
    const stopWaiting = (): void => gone.abort()
    reply.raw.once('close', stopWaiting)
    const announced = Number(request.headers['content-length'] ?? limit)
    const entering = app.bodyGate.enter(caller.userId, Math.min(announced, limit), gone.signal)
    const leave = await entering.finally(() => reply.raw.off('close', stopWaiting))
    leaving.set(request, leave)
    reply.raw.once('close', leave)
    await admit?.(caller)
  }
  route.onResponse = async (request) => leaving.get(request)?.()
}

const leaving = new WeakMap<FastifyRequest, () => void>()

function callOf<E extends AnyEndpoint>(request: FastifyRequest, reply: FastifyReply): Call<E> {
  return {
    params: request.params as ParamsOf<E>,
    query: request.query as QueryOf<E>,
    body: request.body as BodyOf<E>,
    get caller() {
      if (request.caller === undefined) throw new Error(`${request.routeOptions.url} has no caller`)
      return request.caller
    },
    get seen() {
      return seenVersionOf(request)
    },
    request,
    reply,
  }
}

interface DescribedAccess {
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** What the API document says of who may call an endpoint: people, units, and programs with a token for the scope. */
function describeAccess({ access, scope }: Pick<AnyEndpoint, 'access' | 'scope'>): DescribedAccess {
  const others = access === 'public' ? [] : [{ [access]: [] }]
  if (scope === undefined) {
    const closed = 'Not for tokens of programs.'
    return { description: access === 'public' ? 'For everyone.' : closed, security: others }
  }
  const description = `Tokens of programs need the scope \`${scope}\`.`
  return { description, security: [...(access === 'public' ? [{}] : others), { token: [scope] }] }
}

/**
 * The version that a change was made from: of the body, or else of `If-Match`, where it is in quotes (RFC 9110, section 13.1.1).
 * Undefined when neither names one, or `*`.
 * @throws DomainError request/invalid
 */
function seenVersionOf({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): number | undefined {
  const { version } = (body ?? {}) as { version?: number }
  const header = headers['if-match']
  if (version !== undefined || header === undefined || header === '*') return version
  const [, digits] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim()) ?? []
  if (digits === undefined) {
    throw new DomainError('request/invalid', { message: 'answers.if-match' })
  }
  return Number(digits)
}
