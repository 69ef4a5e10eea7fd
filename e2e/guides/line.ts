import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  /** Ends all that goes over it, and lets nothing through. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** A line from a port of this machine to another one, which can be cut. */
export async function openLine(target: number): Promise<Line> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const cut = (): void => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return {
    port,
    cut,
    mend: () => void server.listen(port, '127.0.0.1'),
    close: async () => {
      cut()
      if (server.listening) await once(server, 'close')
    },
  }
}
