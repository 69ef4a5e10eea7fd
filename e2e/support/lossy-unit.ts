import mqtt, { type MqttClient } from 'mqtt'
import type { Portal } from './portal.ts'

export interface LossyUnit {
  readonly dataID: string
  /** The requests that it did, in the order in which they came. */
  readonly done: readonly number[]
  /** Loses the connection; with `forgets` its memory too, but for what it keeps on its disk. */
  drop(how: { forgets: boolean }): void
  stop(): Promise<void>
}

/**
 * A unit that does what the protocol asks for: it keeps a request on its disk before it confirms it, does what comes twice once, and sends
 * an answer until that is acknowledged.
 */
export function startLossyUnit(portal: Pick<Portal, 'mqttUrl'>, dataID: string, token: string): LossyUnit {
  const done: number[] = []
  const acknowledged = new Set<number>()
  let client = connect()
  let stopped = false

  return {
    dataID,
    done,
    drop: ({ forgets }) => {
      if (stopped) return
      if (!forgets) {
        client.stream.destroy()
        return
      }
      client.end(true)
      client = connect()
    },
    stop: async () => {
      stopped = true
      await client.endAsync(true)
    },
  }

  function connect(): MqttClient {
    const made = mqtt.connect(portal.mqttUrl, {
      clientId: dataID,
      username: dataID,
      password: token,
      reconnectPeriod: 100,
      connectTimeout: 5_000,
    })
    // Refused connections while the server is down; it tries on.
    made.on('error', () => undefined)
    made.once('connect', () => {
      for (const id of done) if (!acknowledged.has(id)) answer(made, id)
    })
    made.on('connect', () => made.subscribe(`units/${dataID}/actions`, { qos: 1 }))
    made.handleMessage = ({ payload }, confirm) => {
      const { action_id: id } = JSON.parse(payload.toString()) as { action_id: number }
      if (!done.includes(id)) done.push(id)
      confirm()
      answer(made, id)
    }
    return made
  }

  function answer(by: MqttClient, id: number): void {
    const result = { action_id: id, actionClass: 'Unit', action: 'Ping', status: 'OK' }
    by.publish(`units/${dataID}/data/action_result`, JSON.stringify(result), { qos: 1 }, (error) => {
      if (!error) acknowledged.add(id)
    })
  }
}
