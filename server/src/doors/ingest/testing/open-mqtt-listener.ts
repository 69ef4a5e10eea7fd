import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { BuiltUnit } from '#testing/build-unit.ts'
import { type IngestSettings, STANDARD_INGEST } from '../ingest-settings.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestDatabase } from '#testing/test-database.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'

/** A server whose MQTT doors are open, and what units and tests do with it. */
export async function openMqttListener(database: TestDatabase, settings: Partial<IngestSettings> = {}) {
  const ingest = { ...STANDARD_INGEST, ...settings }
  const { app, db, bus, features, metrics } = await createTestApp({ database, ingest })
  const port = await features.mqtt.listen({ host: '127.0.0.1', port: 0 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port: httpPort } = app.server.address() as { port: number }
  const overTcp = `mqtt://127.0.0.1:${port}`
  const overWebSocket = `ws://127.0.0.1:${httpPort}/mqtt`
  const openClients: MqttClient[] = []
  database.defer(async () => {
    for (const client of openClients) client.end(true)
  })
  return { db, bus, metrics, port, httpPort, overTcp, overWebSocket, connect, connected, connectedBecomes, records }

  async function connect(unit: BuiltUnit, options: IClientOptions & { url?: string } = {}): Promise<MqttClient> {
    const { url = overTcp, ...rest } = options
    const client = await mqtt.connectAsync(
      url,
      { username: unit.dataId, password: unit.token, reconnectPeriod: 0, ...rest },
      false,
    )
    openClients.push(client)
    return client
  }

  async function records(unit: BuiltUnit): Promise<{ name: string; fields: unknown }[]> {
    const rows = await db
      .selectFrom('record')
      .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
      .select(['name', 'fields'])
      .where('dataId', '=', unit.dataId)
      .orderBy('at')
      .execute()
    return rows.map(({ name, fields }) => ({ name, fields }))
  }

  /** Whether the document of the unit says that it has a session. */
  async function connected({ dataId, entity }: BuiltUnit): Promise<boolean> {
    const document = await createUnitStore(db).getDocument(dataId, [entity])
    return document.connected
  }

  /** Resolves when the document of the unit changes so that it has (or has not) a session. */
  function connectedBecomes(unit: BuiltUnit, expected: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        connected(unit).then((state) => {
          if (state !== expected) return
          stop()
          resolve()
        }, reject)
      }
      const stop = bus.subscribe('unit-changed', ({ dataId }) => {
        if (dataId === unit.dataId) check()
      })
      check()
    })
  }
}

/** Resolves when the connection is over. */
export function closing(client: MqttClient): Promise<void> {
  // How it ends, with an error or without, is up to the operating system.
  client.on('error', () => undefined)
  return new Promise((resolve) => client.once('close', () => resolve()))
}
