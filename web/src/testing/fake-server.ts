import { DEFAULT_LIST_VIEW } from '@fieldwatch/contract/units/list-columns'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { columnsOf } from './unit-columns.ts'

/** One request that the app made. */
export interface SeenRequest {
  method: string
  /** With the query. */
  path: string
  authorization: string | undefined
  idempotencyKey?: string | undefined
  body: unknown
}

type JsonAnswer = { status?: number; body: unknown }
type Answer = JsonAnswer | Error | Response
type Handler = (request: SeenRequest, init: RequestInit) => Answer | Promise<Answer>

const DOCUMENTS = 'GET /api/v1/devices'
const COLUMNS = 'GET /api/v1/devices/columns'
const DEPENDANTS = 'GET /api/v1/dependants'
const LIST_VIEW = 'GET /api/v1/me/list-view'

function isOfUnits(answer: Answer | undefined): answer is { body: { details: DataDocument[] } } {
  const body = answer !== undefined && 'body' in answer && !(answer instanceof Response) ? answer.body : undefined
  return typeof body === 'object' && body !== null && 'details' in body && Array.isArray(body.details)
}

/** A server that answers by `METHOD /path`, in place of `fetch`; what it does not know is missing. */
export function createFakeServer(routes: Record<string, Handler>) {
  const seen: SeenRequest[] = []
  let columnsRead = 0
  async function fetcher(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    init.signal?.throwIfAborted()
    const request: SeenRequest = {
      method: init.method ?? 'GET',
      path: typeof input === 'string' ? input : new Request(input).url,
      authorization: new Headers(init.headers).get('authorization') ?? undefined,
      idempotencyKey: new Headers(init.headers).get('idempotency-key') ?? undefined,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    }
    seen.push(request)
    const answer = (await answerOf(request, init)) ?? failure(404, 'request/not-found')
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer
    return Response.json(answer.body, { status: answer.status ?? 200 })
  }
  return { fetch: fetcher, seen }

  async function answerOf(request: SeenRequest, init: RequestInit): Promise<Answer | undefined> {
    const name = `${request.method} ${request.path.split('?')[0]}`
    const handler = routes[name]
    if (handler === undefined && name === LIST_VIEW) return success(DEFAULT_LIST_VIEW)
    if (handler === undefined && name === DEPENDANTS) return success({ dependants: [] })
    if (handler !== undefined || name !== COLUMNS) return handler?.(request, init)
    // The list of the units is the same units, in columns.
    const answer = await routes[DOCUMENTS]?.(request, init)
    if (!isOfUnits(answer)) return answer
    columnsRead += 1
    return { body: { status: 'success', details: columnsOf(answer.body.details), asOf: `read ${columnsRead}` } }
  }
}

/** An answer in the shape of every failure. */
export function failure(status: number, code: string, details?: object): JsonAnswer {
  return { status, body: { statusCode: status, status: 'error', code, message: `The sentence of ${code}.`, details } }
}

export function success(details?: unknown): JsonAnswer {
  return { body: { status: 'success', details } }
}
