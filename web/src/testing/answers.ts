import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@fieldwatch/contract/api/endpoint'
import type { ErrorBody, ErrorCode } from '@fieldwatch/contract/api/errors'
import type { z } from 'zod'

/** A call of an endpoint, as the server reads it. */
export interface Call<E extends AnyEndpoint> {
  method: string
  /** With the query. */
  path: string
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  authorization: string | undefined
  signal: AbortSignal | undefined
}

/** The shape of a reply without its closed sets of texts: tests name them in constants, and the schema checks them when it is sent. */
export type Loose<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Loose<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Loose<T[Key]> }
      : T

type ReplyGiven<E extends AnyEndpoint> = z.input<E['reply']>

/** What a test says of a success: the `details` of an envelope, nothing where there are none, or the whole reply. */
type Details<E extends AnyEndpoint> =
  ReplyGiven<E> extends { statusCode: 200; body: { details: infer D } }
    ? D
    : ReplyGiven<E> extends { status: 'success' | 'partial_success' }
      ? ReplyGiven<E> extends { details: infer D }
        ? D
        : undefined
      : ReplyGiven<E>

/** What can be answered to a call. */
export type Reply<E extends AnyEndpoint> =
  | Loose<Details<E>>
  | Whole<Loose<ReplyGiven<E>>>
  | Failure
  | Raw
  | FromProxy
  | Error

/** What is answered to the calls of an endpoint, or to those with certain parameters in the path. */
export interface Answer {
  readonly endpoint: AnyEndpoint
  readonly params: Readonly<Record<string, string>>
  readonly reply: (call: Call<AnyEndpoint>) => unknown
}

export type Replying<E extends AnyEndpoint> = (call: Call<E>) => Reply<E> | Promise<Reply<E>>

/** Answers the calls of an endpoint. The reply is the `details` of a success, or a failure; left out, it is a success without details. */
export function answerTo<E extends AnyEndpoint>(endpoint: E, reply?: Replying<E>): Answer {
  return answerAt(endpoint, {}, reply)
}

/** Answers the calls of an endpoint that have these parameters in their path. */
export function answerAt<E extends AnyEndpoint>(
  endpoint: E,
  params: Readonly<Record<string, string>>,
  reply?: Replying<E>,
): Answer {
  // The server calls it with what it has read by the shapes of this endpoint.
  const replying: Replying<E> | (() => undefined) = reply ?? (() => undefined)
  return { endpoint, params, reply: replying }
}

/** A reply with more than its details. */
export class Whole<R> {
  readonly reply: R
  constructor(reply: R) {
    this.reply = reply
  }
}

export function whole<R>(reply: R): Whole<R> {
  return new Whole(reply)
}

/** A refusal in the shape and with the status that its code has. */
export class Failure {
  readonly code: ErrorCode
  readonly details: ErrorBody['details']
  readonly headers: Record<string, string>
  constructor(code: ErrorCode, details: ErrorBody['details'], headers: Record<string, string>) {
    this.code = code
    this.details = details
    this.headers = headers
  }
}

export function failure(
  code: ErrorCode,
  details?: ErrorBody['details'],
  headers: Record<string, string> = {},
): Failure {
  return new Failure(code, details, headers)
}

/** A success that is not JSON: Arrow, CSV, a stream of events. */
export class Raw {
  readonly body: BodyInit
  readonly headers: Record<string, string>
  constructor(body: BodyInit, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}

export function raw(body: BodyInit, headers: Record<string, string> = {}): Raw {
  return new Raw(body, headers)
}

/** A reply of a proxy in the place of the server, which knows nothing of the contract. */
export class FromProxy {
  readonly status: number
  readonly body: string
  constructor(status: number, body: string) {
    this.status = status
    this.body = body
  }
}

export function fromProxy(status: number, body = '<html>'): FromProxy {
  return new FromProxy(status, body)
}
