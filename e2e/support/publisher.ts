import type { MqttClient } from 'mqtt'
import { readAll, type SignedInUser } from './api.ts'
import type { Portal } from './portal.ts'

const START = Date.UTC(2026, 0, 1)

export interface Publisher {
  readonly dataID: string
  readonly client: MqttClient
  readonly acknowledged: Set<number>
  /** Resolves once so many records are acknowledged. */
  reached(count: number): Promise<void>
  stop(): Promise<void>
}

/** Publishes records one after the other, each a second later, several in flight. */
export function publish(dataID: string, client: MqttClient): Publisher {
  const acknowledged = new Set<number>()
  const waiting: { count: number; resolve: () => void }[] = []
  let next = 0
  let stopped = false
  const loops = Array.from({ length: 4 }, async () => {
    while (!stopped) {
      const number = next++
      const record = { messageUTC: new Date(START + number * 1000).toISOString(), number }
      await client.publishAsync(`units/${dataID}/data/count`, JSON.stringify(record), { qos: 1 })
      acknowledged.add(number)
      for (const { count, resolve } of waiting) if (acknowledged.size >= count) resolve()
    }
  })
  return {
    dataID,
    client,
    acknowledged,
    reached: (count) => new Promise((resolve) => waiting.push({ count, resolve })),
    stop: async () => {
      stopped = true
      await Promise.all(loops)
      await client.endAsync()
    },
  }
}

/** The numbers of the records that are stored of a publisher. */
export async function readNumbers(
  portal: Portal,
  user: Pick<SignedInUser, 'token'>,
  dataID: string,
): Promise<number[]> {
  return (await readAll(portal, user, dataID, 'count')).map((record) => Number(record['number']))
}
