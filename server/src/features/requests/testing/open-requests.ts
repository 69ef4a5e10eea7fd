import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import { type ActionRequest, getActionRequest, postAction } from '@fieldwatch/contract/actions/actions'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestDatabase } from '#testing/test-database.ts'

/** A portal with open doors, an admin, and what units do with requests. */
export async function openRequests(database: TestDatabase) {
  const portal = await createTestApp({ database })
  const { app, call, db, features, bus } = portal
  const port = await features.mqtt.listen({ host: '127.0.0.1', port: 0 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port: httpPort } = app.server.address() as { port: number }
  const admin = await portal.signInAs({ role: 'admin' })
  const clients: MqttClient[] = []
  database.defer(async () => {
    for (const client of clients) client.end(true)
  })
  const url = `http://127.0.0.1:${httpPort}/api/v1`

  return {
    ...portal,
    admin,
    url,
    unit: () => buildUnit(db, { entity: admin.entity }),
    connect,
    subscribe,
    ask: async (unit: BuiltUnit, payload: string | Record<string, unknown> = 'Ping'): Promise<number> =>
      (await call(postAction, { as: admin, body: { dataID: unit.dataId, actionClass: 'Unit', payload } })).body.details
        .action_id,
    answer: (unit: BuiltUnit, action_id: number, given: Record<string, unknown> = {}) =>
      fetch(`${url}/ingest/${unit.dataId}/action_result`, {
        method: 'POST',
        headers: { authorization: unit.bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ action_id, actionClass: 'Unit', action: 'Ping', status: 'OK', ...given }),
      }),
    find,
    becomes,
  }

  async function connect(unit: BuiltUnit, options: IClientOptions = {}): Promise<MqttClient> {
    const client = await mqtt.connectAsync(
      `mqtt://127.0.0.1:${port}`,
      { username: unit.dataId, password: unit.token, reconnectPeriod: 0, ...options },
      false,
    )
    clients.push(client)
    return client
  }

  /** Listens for requests. `next` resolves with the next one, in their order. */
  async function subscribe(client: MqttClient, unit: BuiltUnit, qos: 0 | 1 = 1) {
    const heard: ActionMessage[] = []
    const waiting: ((message: ActionMessage) => void)[] = []
    client.on('message', (topic, payload) => {
      if (topic !== topics.actions(unit.dataId)) return
      const message = JSON.parse(payload.toString()) as ActionMessage
      const first = waiting.shift()
      if (first === undefined) heard.push(message)
      else first(message)
    })
    await client.subscribeAsync(topics.actions(unit.dataId), { qos })
    return {
      heard,
      next: (): Promise<ActionMessage> => {
        const first = heard.shift()
        return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first)
      },
    }
  }

  async function find(id: number): Promise<ActionRequest> {
    return (await call(getActionRequest, { as: admin, params: { action_id: id } })).body.details
  }

  /** Resolves when the request is as it is waited for. */
  async function becomes(id: number, isSo: (request: ActionRequest) => boolean): Promise<ActionRequest> {
    const { promise: changed, resolve } = Promise.withResolvers<ActionRequest>()
    const look = async (): Promise<void> => {
      const request = await find(id)
      if (isSo(request)) resolve(request)
    }
    const stop = bus.subscribe('requests-changed', () => void look())
    const looking = setInterval(() => void look(), 500)
    await look()
    return changed.finally(() => {
      stop()
      clearInterval(looking)
    })
  }
}
