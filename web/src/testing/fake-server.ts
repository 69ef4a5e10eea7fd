import { ERROR_STATUS, type ErrorBody } from '@fieldwatch/contract/api/errors'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Answer, Failure, failure, FromProxy, Raw, Whole } from './answers.ts'
import {
  checkFailure,
  checkReply,
  checkRequest,
  ContractProblem,
  findEndpoint,
  type Match,
  nameOf,
} from './contract-check.ts'
import { quietPortal } from './quiet-portal.ts'

/** One request that the app made. */
export interface SeenRequest {
  method: string
  /** With the query. */
  path: string
  authorization: string | undefined
  idempotencyKey?: string | undefined
  body: unknown
}

/**
 * A server in place of `fetch` that answers calls as the test says, the last answer that fits first; what has no answer is not
 * found. Requests, replies and failures are parsed by the contract: the test fails when one is not valid.
 */
export function createFakeServer(answers: readonly Answer[] = []) {
  const all = [...quietPortal(answers), ...answers]
  const seen: SeenRequest[] = []
  const problems: string[] = []
  onTestFinished(() => {
    if (problems.length > 0) throw new ContractProblem([...new Set(problems)].join('\n'))
  })

  async function fetcher(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    init.signal?.throwIfAborted()
    const request = readRequest(input, init)
    seen.push(request)
    try {
      return await respond(request, init)
    } catch (error) {
      if (error instanceof ContractProblem) problems.push(error.message)
      throw error
    }
  }
  return { fetch: fetcher, seen }

  async function respond(request: SeenRequest, { signal }: RequestInit): Promise<Response> {
    const [path = '', query] = request.path.split('?')
    const match = findEndpoint(request.method, path)
    const found = match && all.findLast((one) => isFor(one, match))
    if (match === undefined) throw new ContractProblem(`${request.method} ${request.path} is not in the contract`)
    const parts = checkRequest(match, new URLSearchParams(query), request.body)
    if (found === undefined) return toResponse(match, failure('request/not-found'))
    return toResponse(match, await found.reply({ ...request, ...parts, signal: signal ?? undefined }))
  }
}

function readRequest(input: RequestInfo | URL, { method = 'GET', headers, body }: RequestInit): SeenRequest {
  const given = new Headers(headers)
  return {
    method,
    path: typeof input === 'string' ? input : new Request(input).url,
    authorization: given.get('authorization') ?? undefined,
    idempotencyKey: given.get('idempotency-key') ?? undefined,
    body: typeof body === 'string' ? JSON.parse(body) : (body ?? undefined),
  }
}

function isFor({ endpoint, params }: Answer, match: Match): boolean {
  return endpoint === match.endpoint && Object.entries(params).every(([name, value]) => match.params[name] === value)
}

/** @throws ContractProblem when the contract has no such answer; what the test throws in the place of an answer */
function toResponse({ endpoint }: Match, reply: unknown): Response {
  if (reply instanceof Error) throw reply
  if (reply instanceof FromProxy) return new Response(reply.body, { status: reply.status })
  if (reply instanceof Raw) return toRawResponse(endpoint, reply)
  if (reply instanceof Failure) {
    const status = ERROR_STATUS[reply.code]
    return Response.json(checkFailure(endpoint, bodyOf(reply, status)), { status, headers: reply.headers })
  }
  return Response.json(checkReply(endpoint, reply instanceof Whole ? reply.reply : enveloped(endpoint, reply)))
}

function bodyOf({ code, details }: Failure, statusCode: number): ErrorBody {
  const message = `The sentence of ${code}.`
  return { statusCode, status: 'error', code, message, ...(details === undefined ? {} : { details }) }
}

function toRawResponse(endpoint: Match['endpoint'], { body, headers }: Raw): Response {
  if (endpoint.format === 'json') throw new ContractProblem(`${nameOf(endpoint)}: the reply is JSON`)
  return new Response(body, { headers })
}

/** The details of a success as a reply; the Data API has its own envelope. */
function enveloped({ reply }: Match['endpoint'], details: unknown): unknown {
  // Where a reply has several shapes, they have the same envelope.
  const shape = reply instanceof z.ZodUnion ? reply.options[0] : reply
  if (!(shape instanceof z.ZodObject)) return details
  const success = { status: 'success', details }
  if ('statusCode' in shape.shape) return { statusCode: 200, body: success }
  return 'status' in shape.shape ? success : details
}
