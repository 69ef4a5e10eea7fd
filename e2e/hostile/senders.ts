import { once } from 'node:events'
import { connect } from 'node:net'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import type { Asked } from './ask.ts'
import { ENDED, type Outcome } from './hostile-case.ts'

export const STRANGERS = 'strangers at the doors'

export interface Sent {
  readonly unit: string
  readonly token: string
}

/** A door over HTTP, with what is right but for the sender. */
export interface HttpSender {
  readonly endpoint: AnyEndpoint
  /** Whether a sender names the unit beside its token. */
  readonly names: boolean
  readonly write: (sent: Sent) => Pick<Asked, 'path' | 'headers' | 'body'>
}

export const bearer = ({ token }: Sent) => ({ authorization: `Bearer ${token}` })

const EVERY_MS = 3_000
const PATIENCE_MS = 60_000

/** Sends the beginning of a frame, then a byte every few seconds, until the portal ends the connection. */
export async function dripUntilEnded(host: string, port: number, beginning: Buffer): Promise<Outcome> {
  const socket = connect(port, host).on('error', () => undefined)
  const ended = once(socket.resume(), 'close', { signal: AbortSignal.timeout(PATIENCE_MS) })
  socket.write(beginning)
  const dripping = setInterval(() => socket.write('1'), EVERY_MS)
  try {
    await ended
    return ENDED
  } finally {
    clearInterval(dripping)
    socket.destroy()
  }
}
