import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createStopListening } from './stop-listening.ts'
import { type ListenAddress, listenOn } from './listen-on.ts'
import { answerClientError } from './slow-requests.ts'

/** What answers requests. */
export interface AnsweringApp {
  readonly server: Pick<Server, 'keepAliveTimeout' | 'requestTimeout' | 'headersTimeout'>
  readonly routing: (request: IncomingMessage, response: ServerResponse) => void
}

export interface BesideServer {
  /** Resolves to the port. */
  readonly listen: (address: ListenAddress) => Promise<number>
  /** Accepts no more connections. */
  readonly stopListening: () => void
  /** Waits for requests that are under way. */
  readonly close: () => Promise<void>
}

/** Lets a server serve an application beside its own server, with the same limits. */
export function serveBeside(server: Server, app: AnsweringApp): BesideServer {
  const stopListening = createStopListening(server)
  const { keepAliveTimeout, requestTimeout, headersTimeout } = app.server
  Object.assign(server, { keepAliveTimeout, requestTimeout, headersTimeout })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What fails before there is a request, such as a handshake, cannot be answered.
    if (/^(HPE|ERR_HTTP)_/.test(error.code ?? '') && socket instanceof Socket) answerClientError(error, socket)
    else socket.destroy()
  })
  return {
    listen: (address) => listenOn(server, address),
    stopListening,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      await closed
    },
  }
}
