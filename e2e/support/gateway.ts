import type { MqttClient } from 'mqtt'
import type { Portal } from './portal.ts'
import { connectUnit } from './unit.ts'

export interface Gateway {
  /** The last request that it got. */
  readonly configuration: () => unknown
  readonly end: () => Promise<void>
}

interface GatewayRequest {
  readonly action_id: number
  readonly actionClass: string
  readonly action: string
  readonly payload: string | { readonly UpdateConfig?: unknown }
}

interface Setting {
  readonly dataID: string
  readonly token: string
  /** What it answers to a Read. */
  readonly configuration: unknown
}

/** A gateway that answers Read and Update, and reports channel 9 of can0 at the interval that was set. */
export async function startGateway(portal: Portal, { dataID, token, configuration }: Setting): Promise<Gateway> {
  const client = await connectUnit(portal, dataID, token)
  let current = configuration
  let reports = report(client, dataID, current)
  client.on('message', (_topic, message) => {
    const request = JSON.parse(message.toString()) as GatewayRequest
    if (typeof request.payload !== 'string') {
      current = request.payload.UpdateConfig
      clearInterval(reports)
      reports = report(client, dataID, current)
    }
    const { action_id, actionClass, action } = request
    const result = { action_id, actionClass, action, status: 'OK', payload: JSON.stringify(current) }
    client.publish(`units/${dataID}/data/action_result`, JSON.stringify(result), { qos: 1 })
  })
  await client.subscribeAsync(`units/${dataID}/actions`, { qos: 1 })
  return {
    configuration: () => current,
    end: async () => {
      clearInterval(reports)
      await client.endAsync(true)
    },
  }
}

interface Buses {
  readonly buses?: readonly { readonly channels?: Readonly<Record<string, { readonly report_interval?: number }>> }[]
}

/** Each report is one interval after the one before, whatever the machine has to do. */
function report(client: MqttClient, dataID: string, configuration: unknown): NodeJS.Timeout {
  const seconds = (configuration as Buses).buses?.[0]?.channels?.['9']?.report_interval ?? 60
  let at = Date.now()
  const send = () => {
    const record = { messageUTC: new Date(at).toISOString(), channel_9: 46 }
    client.publish(`units/${dataID}/data/XetaSense`, JSON.stringify(record), { qos: 1 })
    at += seconds * 1000
  }
  send()
  return setInterval(send, seconds * 1000)
}
