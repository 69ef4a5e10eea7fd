import type { AnyEndpoint, CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { addressOf, type AnyRequest, toForm } from '@fieldwatch/contract/api/request'
import { portalClock } from '#platform/time/portal-clock.ts'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import { errorOf, networkError } from './api-error.ts'

type Part<E extends AnyEndpoint, K extends keyof CallOf<E>> = undefined extends CallOf<E>[K]
  ? { [P in K]?: CallOf<E>[K] }
  : { [P in K]: CallOf<E>[K] }

/** The parts of a call that an endpoint takes. */
export type RequestOf<E extends AnyEndpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>

/** Where a request goes. */
export type Address = Pick<AnyEndpoint, 'method' | 'path'> & Partial<Pick<AnyEndpoint, 'bodyFormat'>>

export interface SendOptions {
  /** The ID token; none for public addresses. */
  token?: string | undefined
  signal?: AbortSignal | undefined
  /** The same for repetitions of one request. */
  idempotencyKey?: string | undefined
}

/** One HTTP request to an endpoint of the contract. */
export type Send = (address: Address, request: AnyRequest, options?: SendOptions) => Promise<Response>

/**
 * Creates the function that sends HTTP requests. A success resolves with the response.
 * @throws ApiError (the returned function) on a failure; an abort is passed on
 */
export function createSend(fetcher: typeof fetch): Send {
  return async (address, request, options = {}) => {
    const body = address.bodyFormat === 'multipart' ? toForm(request.body) : request.body
    const isForm = body instanceof FormData
    const init: RequestInit = {
      method: address.method,
      credentials: 'same-origin',
      headers: {
        // Errors are written in the language of the page, whatever the browser would ask for.
        'accept-language': PAGE_LANGUAGE.language,
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }
    const sentAt = Date.now()
    const response = await fetcher(addressOf(address, request), init).catch((error: unknown) => {
      if (options.signal?.aborted === true) throw error
      throw networkError()
    })
    portalClock.note(response, sentAt)
    if (!response.ok) throw await errorOf(response)
    return response
  }
}

/** The body of a JSON success of the endpoint `E`. */
export async function readReply<E extends AnyEndpoint>(response: Response): Promise<ReplyOf<E>> {
  // Replies are not checked again: the server writes them with the schema of the contract.
  return (await response.json()) as ReplyOf<E>
}
