import type { AnyEndpoint, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import type { AnyRequest } from '@fieldwatch/contract/api/request'
import type { ProofWay } from '@fieldwatch/contract/api/errors'
import { hasCode, proofWaysOf } from './api-error.ts'
import { type Address, readReply, type RequestOf, type Send, type SendOptions } from './send.ts'

/** Where calls get their ID token from. */
export interface Tokens {
  /** The ID token at hand; undefined while signed out. */
  current: () => string | undefined
  /** Replaces the token `refused`, once for all concurrent callers. Undefined when the session is over. */
  renew: (refused: string | undefined) => Promise<string | undefined>
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** How the app talks to the server. Calls throw `ApiError`. */
export interface Api {
  /** Calls an endpoint and reads its JSON reply. */
  call: <E extends AnyEndpoint>(endpoint: E, request: RequestOf<E>, options?: CallOptions) => Promise<ReplyOf<E>>
  /** Calls an endpoint whose reply is not JSON: Arrow, CSV. */
  callRaw: <E extends AnyEndpoint>(endpoint: E, request: RequestOf<E>, options?: CallOptions) => Promise<Response>
}

/** Codes after which a new token may help, or a new sign-in. */
export const RENEWABLE = [
  'auth/expired-token',
  'auth/missing-token',
  'auth/invalid-token',
  'auth/session-ended',
  'auth/second-factor-required',
] as const

interface ApiOptions {
  /** Called after each call that the user may not make. */
  onForbidden?: () => void
  /** Asks the person for the password or second factor again; whether it was given. */
  stepUp?: (ways: readonly ProofWay[]) => Promise<boolean>
}

export function createApi(send: Send, tokens: Tokens, { onForbidden, stepUp }: ApiOptions = {}): Api {
  /** Calls, and once more after the person has proven who they are, where the portal asks for it. */
  async function callProven(endpoint: AnyEndpoint, request: AnyRequest, options: SendOptions): Promise<Response> {
    try {
      return await callWithToken(endpoint, request, options)
    } catch (error) {
      const ways = proofWaysOf(error)
      if (ways === undefined || (await stepUp?.(ways)) !== true) throw error
      return callWithToken(endpoint, request, options)
    }
  }

  async function callWithToken(endpoint: AnyEndpoint, request: AnyRequest, options: SendOptions): Promise<Response> {
    const token = tokens.current()
    try {
      return await send(endpoint, request, { ...options, token })
    } catch (error) {
      if (hasCode(error, 'access/forbidden', 'access/only-admins-edit')) onForbidden?.()
      if (!hasCode(error, ...RENEWABLE)) throw error
      const renewed = await tokens.renew(token)
      if (renewed === undefined) throw error
      return send(endpoint, request, { ...options, token: renewed })
    }
  }

  const intentions = createIntentions()

  /** Sends a request that must not happen twice with its key. */
  async function callOnce(endpoint: AnyEndpoint, request: AnyRequest, options: CallOptions): Promise<Response> {
    const text = textOfRequest(endpoint, request)
    const idempotencyKey = intentions.keyOf(text)
    try {
      const response = await callProven(endpoint, request, { ...options, idempotencyKey })
      intentions.answered(text)
      return response
    } catch (error) {
      if (!hasCode(error, 'network', 'server/unavailable', 'server/no-room', 'request/in-progress'))
        intentions.answered(text)
      throw error
    }
  }

  return {
    call: async <E extends AnyEndpoint>(endpoint: E, request: RequestOf<E>, options: CallOptions = {}) =>
      readReply<E>(await (endpoint.idempotent ? callOnce : callProven)(endpoint, request, options)),
    callRaw: (endpoint, request, options = {}) => callWithToken(endpoint, request, options),
  }
}

/** The idempotency keys of requests that are not answered yet. */
interface Intentions {
  /** The key of a request: the same for equal requests until one is answered. */
  keyOf: (request: string) => string
  /** Ends the key after an answer: the next equal request is another intention. */
  answered: (request: string) => void
}

/**
 * Gives equal requests the same idempotency key until one is answered: a request that is sent again because its answer was lost
 * is the same intention.
 */
function createIntentions(): Intentions {
  const keys = new Map<string, string>()
  return {
    keyOf: (request) => {
      const key = keys.get(request) ?? randomKey()
      keys.set(request, key)
      return key
    },
    answered: (request) => {
      keys.delete(request)
    },
  }
}

/** A request as a text; files by their name, size and time. */
function textOfRequest({ method, path }: Address, { params, query, body }: AnyRequest): string {
  return JSON.stringify([method, path, params, query, body], (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
}

/** Browsers offer `randomUUID` on secure pages only. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
