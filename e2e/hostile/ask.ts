import { request } from 'node:http'
import { Readable } from 'node:stream'
import { ENDED, type Outcome, type Sender, type Target } from './hostile-case.ts'

export type Body = string | Buffer | Iterable<Buffer>

export interface Asked {
  readonly method?: string
  /** As it goes over the wire, whatever is in it. */
  readonly path: string
  readonly as?: Sender
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
}

/** How long the suite waits for an answer; a portal that never answers is at fault. */
const PATIENCE_MS = 180_000

/** Bytes of an answer that are kept to look for a code and a sentence. */
const KEPT_BYTES = 64 * 1024

/** Sends a request as it is given and reads how it ended. */
export function ask(
  target: Target,
  { method = 'GET', path, as = 'admin', headers = {}, body }: Asked,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const sending = request({
      host: target.host,
      port: target.httpPort,
      method,
      path,
      agent: false,
      // Keeps the connection open, as browsers do.
      headers: { connection: 'keep-alive', ...tokenOf(target, as), ...headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    let isAnswered = false
    sending.once('response', (response) => {
      isAnswered = true
      let text = ''
      const finish = () => {
        resolve(outcomeOf(response.statusCode, text))
        sending.destroy()
      }
      response.setEncoding('utf8').on('data', (part: string) => {
        if (text.length < KEPT_BYTES) text += part
        // A stream of events has no end.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) finish()
      })
      response.once('end', finish)
      response.once('error', finish)
    })
    sending.once('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return
      if (error.name === 'AbortError' || error.name === 'TimeoutError') {
        reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`))
      } else if (error.code?.startsWith('ERR_') === true) reject(error)
      else resolve(ENDED)
    })
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) sending.end(body)
    else Readable.from(body).pipe(sending)
  })
}

/** As `ask`, with JSON, valid or not. */
export function askJson(target: Target, asked: Asked & { body: Body }): Promise<Outcome> {
  return ask(target, {
    method: 'POST',
    ...asked,
    headers: { 'content-type': 'application/json', ...asked.headers },
  })
}

function tokenOf({ admin, viewer, other, unitToken }: Target, as: Sender): Record<string, string> {
  const tokens: Record<Sender, string | undefined> = { admin, viewer, other, unit: unitToken, anonymous: undefined }
  const token = tokens[as]
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

export function outcomeOf(status: number | undefined, text: string): Outcome {
  try {
    const { code, message } = JSON.parse(text) as { code?: string; message?: string }
    return { status, code, message }
  } catch {
    return { status, code: undefined, message: undefined }
  }
}
