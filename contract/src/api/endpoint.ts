import { z } from 'zod'
import '../text/sentences.ts'
import type { ProgramScope } from './program-scopes.ts'
import { Sentence } from '../text/sentence.ts'

export const API_BASE = '/api/v1'

/** Identifies repetitions of a request for a day: a text that cannot be guessed, such as a UUID. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{16,200}$/, 'fields.idempotency-key')

/** The schema of an absent part of a request. */
export const NOTHING = z.undefined()

/**
 * Who may call an endpoint: anyone, a user with an ID token, a unit with its own token, or the visitor of a shared link with its pass.
 * The server's policies decide what a user may do with a particular thing.
 */
export type Access = 'public' | 'session' | 'unit' | 'share'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a success is sent: `json` is checked against `reply`; others are written by their own code, and `reply` documents one event
 * or body.
 */
export type ReplyFormat =
  | 'json'
  | 'event-stream'
  | 'arrow'
  | 'csv'
  | 'table'
  | 'xlsx'
  | 'parquet'
  | 'text'
  | 'image'
  | 'tile'
  | 'redirect'

/**
 * How a body travels. `multipart` is a form (RFC 7578): an object of texts and files, where what is undefined is left
 * out; files are `File` on both sides.
 */
type BodyFormat = 'json' | 'multipart'

type Schema = z.ZodType

/** One address of the HTTP API as a value: the server registers it, the web calls it, tests and documents walk over it. */
interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> {
  readonly method: Method
  /** With the base, in the `:name` notation. */
  readonly path: string
  readonly access: Access
  /** What a program's token must be made for in order to call it; undefined: no such token may. */
  readonly scope: ProgramScope | undefined
  /** A feature's name, for the OpenAPI page. */
  readonly tag: string
  /** What it may answer of its own: codes or their beginnings, such as `unit/`. Undefined: those of its tag. */
  readonly errors?: readonly string[]
  readonly summary: string
  readonly format: ReplyFormat
  readonly bodyFormat: BodyFormat
  /** Whether a repetition would do harm: the endpoint takes an `Idempotency-Key`, and runs once for each. */
  readonly idempotent: boolean
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
}

export type AnyEndpoint = Endpoint

export type ParamsOf<E extends AnyEndpoint> = z.infer<E['params']>
export type QueryOf<E extends AnyEndpoint> = z.infer<E['query']>
export type BodyOf<E extends AnyEndpoint> = z.infer<E['body']>
export type ReplyOf<E extends AnyEndpoint> = z.infer<E['reply']>

/** The input of a call, before defaults and brands. */
export interface CallOf<E extends AnyEndpoint> {
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}

/** A method and a path with the base: as one text, or apart where the web app uses them without the schemas. */
type Address = `${Method} /${string}` | Pick<Endpoint, 'method' | 'path'>

interface Declaration<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> {
  access?: Access
  scope?: ProgramScope
  tag: string
  errors?: readonly string[]
  summary: string
  format?: ReplyFormat
  bodyFormat?: BodyFormat
  idempotent?: boolean
  params?: P
  query?: Q
  body?: B
  reply?: R
}

/** A success without details. */
export const Done = z.object({ status: z.enum(['success', 'partial_success']), message: Sentence.optional() })

/**
 * Defines an endpoint. Unknown keys in a body are refused, as a mistyped name would silently change nothing. Leaving out
 * `params`, `query` or `body` means that the endpoint takes none; `reply` defaults to `Done`, `access` to `session`, `format` and
 * `bodyFormat` to `json`, `idempotent` to false. Without a `scope` it is for people only.
 */
export function defineEndpoint<
  P extends Schema = z.ZodUndefined,
  Q extends Schema = z.ZodUndefined,
  B extends Schema = z.ZodUndefined,
  R extends Schema = typeof Done,
>(address: Address, declaration: Declaration<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    ...toMethodAndPath(address),
    access: 'session',
    format: 'json',
    bodyFormat: 'json',
    idempotent: false,
    scope: undefined,
    ...declaration,
    params: declaration.params ?? (NOTHING as unknown as P),
    query: declaration.query ?? (NOTHING as unknown as Q),
    body: declaration.body === undefined ? (NOTHING as unknown as B) : strict(declaration.body),
    reply: declaration.reply ?? (Done as unknown as R),
  }
}

/** `defineEndpoint` for endpoints that have these parts in common. Each may have its own in their place. */
export function endpointsWith<CommonP extends Schema = z.ZodUndefined, CommonR extends Schema = typeof Done>(
  common: Partial<Declaration<CommonP, z.ZodUndefined, z.ZodUndefined, CommonR>> & { tag: string },
) {
  return <
    P extends Schema = CommonP,
    Q extends Schema = z.ZodUndefined,
    B extends Schema = z.ZodUndefined,
    R extends Schema = CommonR,
  >(
    address: Address,
    own: Omit<Declaration<P, Q, B, R>, 'tag'>,
    // What `own` leaves out has the type of the common part.
  ) => defineEndpoint<P, Q, B, R>(address, { ...common, ...own } as Declaration<P, Q, B, R>)
}

function toMethodAndPath(address: Address): Pick<Endpoint, 'method' | 'path'> {
  if (typeof address === 'object') return address
  const [method, path = ''] = address.split(' ')
  return { method: method as Method, path }
}

function strict<S extends Schema>(shape: S): S {
  const open = shape instanceof z.ZodObject && shape.def.catchall === undefined
  // A strict clone keeps shape and refinements.
  return open ? (shape.strict() as unknown as S) : shape
}

/** The envelope of every JSON success but the Data API's: `{status, message?, details}`. */
export function envelope<D extends Schema>(details: D) {
  return z.object({
    status: z.enum(['success', 'partial_success']),
    message: Sentence.optional(),
    details,
  })
}
