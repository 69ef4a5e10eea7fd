import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly recipient: string
  /** Headers and body as they came, soft line ends of quoted-printable joined. */
  readonly text: string
  /** When it was accepted, as `performance.now()` has it. */
  readonly at: number
}

/** A mail server that takes whatever it is given. */
export interface MailServer {
  /** Value for `SMTP_URL`. */
  readonly url: string
  /** Calls back with each mail that comes from now on. */
  onMail(listener: (mail: ReceivedMail) => void): () => void
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const listeners = new Set<(mail: ReceivedMail) => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      text(stream).then((mail) => {
        done()
        const recipient = session.envelope.rcptTo[0]?.address ?? ''
        const received = { recipient, text: mail.replaceAll('=\r\n', ''), at: performance.now() }
        for (const listener of listeners) listener(received)
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // A server that is killed leaves its connection in the middle of a mail.
  server.on('error', () => undefined)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    onMail: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
