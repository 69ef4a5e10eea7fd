import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { every } from '@fieldwatch/server/platform/time/every'
import { pino } from 'pino'

/** A server behind the balancer: where it says whether it is ready, and its ports. */
export interface Upstream {
  readonly url: string
  readonly ports: Readonly<Record<Door, number>>
}

type Door = 'http' | 'mqtt'

export interface Balancer {
  readonly url: string
  readonly mqttUrl: string
  /** Whether new connections go to a server. */
  readonly isReady: (upstream: Upstream) => boolean
  readonly close: () => Promise<void>
}

const LOOK_EVERY_MS = 250
const ANSWER_MS = 1_000

/** Passes connections on to the server with the fewest of those that say that they are ready, as HAProxy's `leastconn` does. */
export async function startBalancer(upstreams: readonly Upstream[]): Promise<Balancer> {
  const ready = new Set<Upstream>()
  const open = new Map(upstreams.map((upstream) => [upstream, new Set<Socket>()]))
  await lookAtAll()
  const looking = every(LOOK_EVERY_MS, lookAtAll, pino({ level: 'silent' }))
  const [http, mqtt] = [await listen('http'), await listen('mqtt')]
  return {
    url: `http://127.0.0.1:${portOf(http)}`,
    mqttUrl: `mqtt://127.0.0.1:${portOf(mqtt)}`,
    isReady: (upstream) => ready.has(upstream),
    close: async () => {
      await looking.close()
      for (const server of [http, mqtt]) server.close()
      for (const sockets of open.values()) for (const socket of sockets) socket.destroy()
    },
  }

  async function listen(door: Door): Promise<Server> {
    const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => pass(client, door))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  /** Tries one server after the other: what is said to be ready may have died since. */
  function pass(client: Socket, door: Door, tried: readonly Upstream[] = []): void {
    const [upstream] = [...ready]
      .filter((one) => !tried.includes(one))
      .sort((one, other) => countOf(one) - countOf(other))
    if (upstream === undefined) return void client.destroy()
    const sockets = open.get(upstream)
    const behind = connect({ port: upstream.ports[door], host: '127.0.0.1', noDelay: true })
    sockets?.add(behind)
    behind.on('close', () => sockets?.delete(behind))
    const onRefused = (): void => pass(client, door, [...tried, upstream])
    behind.once('error', onRefused)
    behind.once('connect', () => {
      behind.off('error', onRefused)
      joinBoth(client, behind)
    })
  }

  function countOf(upstream: Upstream): number {
    return open.get(upstream)?.size ?? 0
  }

  async function lookAtAll(): Promise<void> {
    await Promise.all(
      upstreams.map(async (upstream) => {
        if (await saysReady(upstream)) ready.add(upstream)
        else ready.delete(upstream)
      }),
    )
  }
}

function joinBoth(client: Socket, behind: Socket): void {
  for (const [one, other] of [
    [client, behind],
    [behind, client],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
    one.pipe(other)
  }
  if (client.destroyed) behind.destroy()
}

async function saysReady({ url }: Upstream): Promise<boolean> {
  try {
    const { ok } = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return ok
  } catch {
    return false
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
