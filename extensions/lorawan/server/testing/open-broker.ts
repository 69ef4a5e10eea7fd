import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import mqtt, { type MqttClient } from 'mqtt'

interface BrokerUser {
  readonly name: string
  readonly password: string
}

/** What the types of aedes leave out. */
interface Inner {
  readonly persistence: { outgoingStream(client: { readonly id: string }): AsyncIterable<unknown> }
  readonly clients: Readonly<Record<string, { readonly conn: Socket }>>
}

/** A broker like the one of ChirpStack, which keeps sessions and their messages, and what publishes to it. */
export async function openBroker(user: BrokerUser) {
  const broker = await Aedes.createBroker({
    authenticate: (_client, name, password, done) =>
      done(null, name === user.name && password?.toString() === user.password),
  })
  const inner = broker as unknown as Inner
  const sockets = new Set<Socket>()
  const portal = new Set<string>()
  broker.on('client', ({ id }) => {
    if (id.startsWith('fieldwatch-')) portal.add(id)
  })
  const subscribed = new Set<string>()
  broker.on('subscribe', (_topics, { id }) => void subscribed.add(id))
  broker.on('clientDisconnect', ({ id }) => void portal.delete(id))
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const chirpStack: MqttClient = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: user.name,
    password: user.password,
  })
  return {
    url: `mqtt://127.0.0.1:${port}`,
    /** The client ids of portals that are connected. */
    portal,
    /** Those that subscribed at least once: from then on the broker keeps what is published for them. */
    subscribed,
    publish: async (
      devEui: string,
      kind: string,
      event: object | string,
      { qos = 1, application = 'a1' }: { qos?: 0 | 1; application?: string } = {},
    ): Promise<void> => {
      const topic = `application/${application}/device/${devEui.toLowerCase()}/event/${kind}`
      await chirpStack.publishAsync(topic, typeof event === 'string' ? event : JSON.stringify(event), { qos })
    },
    /** Messages that the broker keeps for sessions. */
    countKept: async (clientId: string): Promise<number> => {
      let count = 0
      for await (const _ of inner.persistence.outgoingStream({ id: clientId })) count += 1
      return count
    },
    /** Ends the connections of portals. */
    dropPortals: (): void => {
      for (const id of portal) inner.clients[id]?.conn.destroy()
    },
    close: async (): Promise<void> => {
      chirpStack.end(true)
      for (const socket of sockets) socket.destroy()
      server.close()
      broker.close()
    },
  }
}
