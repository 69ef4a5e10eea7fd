import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The way to accept no more connections. Those that wait for a request end; browsers also open some ahead, over which none has come yet,
 * and which the server would wait for. It has to be made before the server listens.
 */
export function createStopListening(server: Server): () => void {
  const open = new Set<Socket>()
  const isSecure = 'setSecureContext' in server
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    server.close()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
