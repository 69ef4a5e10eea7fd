import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@fieldwatch/contract/errors'
import { errorBody } from './error-reply.ts'

/** How long a request may take to arrive; how long its answer takes is another matter. Milliseconds. */
export interface ArrivalLimits {
  readonly headMs: number
  readonly requestMs: number
  /** How often it is looked. */
  readonly checkMs: number
}

/**
 * The head of a request in 20 seconds, all of it in five minutes: 16 MiB at 56 kB a second, or a megabyte by the slowest of modems. A
 * least rate would be no fairer, and take more to explain.
 */
export const ARRIVAL_LIMITS: ArrivalLimits = { headMs: 20_000, requestMs: 300_000, checkMs: 5_000 }

/** Answers what is no request, or did not become one in time, and ends its connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const code = codeOf(error)
  const body = errorBody({ code, message: ERRORS[code] })
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
