import { once } from 'node:events'
import { connect } from 'node:net'
import { generate, parser } from 'mqtt-packet'

/** A unit on MQTT 3.1.1 that does nothing but publish and count acknowledgements. */
export interface MqttLane {
  /** Sends a packet now. */
  publish(packet: Buffer): void
  /** Sends all packets with at most so many unacknowledged; returns when the last is acknowledged. */
  publishAll(packets: Iterable<Buffer>, inFlight: number): Promise<void>
  /** Returns when everything that was published is acknowledged. */
  acknowledged(): Promise<void>
  close(): void
}

const LARGEST_MESSAGE_ID = 65_535

/** Writes a QoS 1 publish once, so that sending it costs a socket write. `number` counts from 0. */
export function publishPacket(topic: string, payload: string, number: number): Buffer {
  const messageId = (number % LARGEST_MESSAGE_ID) + 1
  return generate({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId })
}

export async function openMqttLane(
  url: string,
  { dataID, token }: { dataID: string; token: string },
): Promise<MqttLane> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const packets = parser()
  let sent = 0
  let acknowledged = 0
  let refill = (): void => {}
  let waiting: PromiseWithResolvers<void> | undefined
  const connected = Promise.withResolvers<void>()
  const fail = (error: Error): void => {
    connected.reject(error)
    waiting?.reject(error)
  }
  packets.on('packet', (packet) => {
    if (packet.cmd === 'connack' && packet.returnCode === 0) connected.resolve()
    else if (packet.cmd === 'puback') acknowledged += 1
    else fail(new Error(`MQTT answered ${packet.cmd}`))
  })
  packets.on('error', fail)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('MQTT closed the connection')))
  socket.on('data', (bytes) => {
    packets.parse(bytes)
    refill()
    if (acknowledged === sent) waiting?.resolve()
  })
  const publish = (packet: Buffer): void => {
    sent += 1
    socket.write(packet)
  }
  const wait = (): Promise<void> => {
    waiting = Promise.withResolvers()
    if (acknowledged === sent) waiting.resolve()
    return waiting.promise
  }
  socket.write(generate(connectPacket(dataID, token)))
  await connected.promise
  return {
    publish,
    publishAll: (all, inFlight) => {
      const rest = all[Symbol.iterator]()
      refill = () => {
        socket.cork()
        while (sent - acknowledged < inFlight) {
          const { done, value } = rest.next()
          if (done === true) break
          publish(value)
        }
        socket.uncork()
      }
      refill()
      return wait()
    },
    acknowledged: wait,
    close: () => {
      waiting = undefined
      socket.destroy()
    },
  }
}

function connectPacket(dataID: string, token: string) {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: dataID,
    keepalive: 600,
    username: dataID,
    password: Buffer.from(token),
  } as const
}
