import type { Socket } from 'node:net'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { errorBody } from './error-reply.ts'

/** Time limits for the arrival of a request, in milliseconds; answers have their own. */
export interface ArrivalLimits {
  readonly headMs: number
  readonly requestMs: number
  /** How often the limits are checked. */
  readonly checkMs: number
}

/**
 * 20 seconds for the head, five minutes for all of a request: 16 MiB at 56 kB a second. A minimum rate would not be fairer, and
 * harder to explain.
 */
export const ARRIVAL_LIMITS: ArrivalLimits = { headMs: 20_000, requestMs: 300_000, checkMs: 5_000 }

/** Answers data that is not a request, or that did not arrive in time, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const code = codeOf(error)
  const body = errorBody({ code })
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${body.statusCode} ${code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}

function codeOf({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request/timeout'
  return code === 'HPE_HEADER_OVERFLOW' ? 'request/head-too-large' : 'request/invalid'
}
