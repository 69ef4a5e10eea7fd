import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** A connection to the database that is cut when the test says so. */
export type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>

/** Passes everything on to a PostgreSQL; of one request it cuts the connection once the answer is there, so that it gets lost. */
export async function startLossyProxy(connectionString: string) {
  const { host, port, user, password, database } = new pg.Client({ connectionString })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  let passing = Infinity
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (request) => {
      if (passing === 0) upstream.removeAllListeners('data').once('data', () => client.destroy())
      passing -= 1
      upstream.write(request)
    })
    upstream.on('data', (answer) => client.write(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    connection: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user, password, database },
    /** Lets so many requests pass, and loses the answer of the next one. */
    loseAfter: (requests: number): void => void (passing = requests),
    /** Whether the answer was lost by now. */
    hasLost: (): boolean => passing < 0,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
