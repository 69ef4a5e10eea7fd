import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** Resolves to the port once a server listens. */
export async function listenOn(server: Server, { host, port }: ListenAddress): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
