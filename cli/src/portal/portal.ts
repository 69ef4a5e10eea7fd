import { setTimeout as pause } from 'node:timers/promises'
import type { AnyEndpoint, CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import type { ErrorBody } from '@fieldwatch/contract/api/errors'
import { addressOf, type AnyRequest, toForm } from '@fieldwatch/contract/api/request'

/** Where the portal is, and the token for programs that calls it. */
export interface Connection {
  /** Without a slash at the end. */
  readonly url: string
  readonly token: string
}

type Asked<E extends AnyEndpoint> = Partial<CallOf<E>>

export interface Portal {
  readonly url: string
  /** Calls an endpoint and reads its JSON reply. @throws PortalError */
  readonly call: <E extends AnyEndpoint>(endpoint: E, asked: Asked<E>) => Promise<ReplyOf<E>>
  /** Calls an endpoint whose reply is a file. @throws PortalError */
  readonly open: <E extends AnyEndpoint>(endpoint: E, asked: Asked<E>, signal?: AbortSignal) => Promise<Response>
}

/** A request that the portal refused or did not answer. The message is a sentence for the person at the terminal. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  /** Undefined: there was no answer of the portal. */
  readonly code: ErrorBody['code'] | undefined
  readonly details: ErrorBody['details']

  constructor(message: string, failure: Partial<Pick<ErrorBody, 'code' | 'details'>> & { cause?: unknown } = {}) {
    super(message, failure.cause === undefined ? undefined : { cause: failure.cause })
    this.code = failure.code
    this.details = failure.details
  }
}

/** How often a request is made that the portal asks to repeat later. */
const MOST_TRIES = 5
const LONGEST_PAUSE_MS = 60_000

export function createPortal({ url, token }: Connection): Portal {
  async function send(endpoint: AnyEndpoint, request: AnyRequest, signal?: AbortSignal): Promise<Response> {
    const body = endpoint.bodyFormat === 'multipart' ? toForm(request.body) : toJson(request.body)
    const init: RequestInit = {
      method: endpoint.method,
      redirect: 'error',
      headers: {
        accept: '*/*',
        'accept-language': 'en',
        authorization: `Bearer ${token}`,
        ...(endpoint.idempotent ? { 'idempotency-key': crypto.randomUUID() } : {}),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    }
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url + addressOf(endpoint, request), init).catch((error: unknown) => {
        throw new PortalError(`${url} does not answer: ${reasonOf(error)}.`, { cause: error })
      })
      if (response.ok) return response
      if (response.status !== 429 || attempt === MOST_TRIES) throw await failureOf(response, url)
      await response.body?.cancel()
      await pause(pauseOf(response))
    }
  }

  return {
    url,
    call: async <E extends AnyEndpoint>(endpoint: E, asked: Asked<E>): Promise<ReplyOf<E>> => {
      const response = await send(endpoint, asked)
      // The portal writes its replies with the schemas of the contract.
      return (await response.json()) as ReplyOf<E>
    },
    open: (endpoint, asked, signal) => send(endpoint, asked, signal),
  }
}

function toJson(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body)
}

function pauseOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 1)
  return Math.min(LONGEST_PAUSE_MS, (Number.isFinite(seconds) ? Math.max(1, seconds) : 1) * 1_000)
}

async function failureOf(response: Response, url: string): Promise<PortalError> {
  // A proxy before the portal may answer with anything.
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
  if (typeof body?.code !== 'string' || typeof body.message !== 'string')
    return new PortalError(`${url} answered ${response.status}, and not as a Fieldwatch portal does.`)
  const { code, details } = body
  return new PortalError(sentenceOf(body.message, details), { code, ...(details === undefined ? {} : { details }) })
}

/** The message, with the problems of single fields and of who was faster. */
function sentenceOf(message: string, details: ErrorBody['details']): string {
  const fields = Object.entries(details?.fields ?? {}).filter(([, problem]) => problem !== message)
  const { changedBy, changedUTC } = details ?? {}
  const change =
    changedUTC === undefined ? [] : [`The change is of ${changedUTC}${changedBy ? ` by ${changedBy}` : ''}.`]
  return [message, ...change, ...fields.map(([field, problem]) => `${field}: ${problem}`)].join(' ')
}

/** What is known of a connection that failed: `fetch` itself only says that it did. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const { code } = cause as NodeJS.ErrnoException
  return cause.message === '' ? (code ?? cause.name) : cause.message.replace(/\.$/, '')
}
