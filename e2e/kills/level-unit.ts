import { setTimeout as delay } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { type Level, levelOf } from './levels.ts'

const PAUSE_MS = 100

export interface LevelUnit {
  readonly dataID: string
  readonly place: number
  /** The records that were acknowledged, in their order. */
  readonly acknowledged: readonly Level[]
  stop(): Promise<void>
  /** Ends it after a failure, whatever is under way. */
  abandon(): void
}

/** Sends one record after the other, each after the acknowledgement of the one before, by the clock of now. */
export function startLevelUnit(place: number, dataID: string, client: MqttClient): LevelUnit {
  const acknowledged: Level[] = []
  let stopped = false
  const sending = send()
  // Noticed by `stop`; an abandoned unit does not wait for it.
  sending.catch(() => undefined)
  return {
    dataID,
    place,
    acknowledged,
    stop: async () => {
      stopped = true
      await sending
      await client.endAsync()
    },
    abandon: () => {
      stopped = true
      client.end(true)
    },
  }

  async function send(): Promise<void> {
    let last = 0
    for (let index = 0; !stopped; index += 1) {
      last = Math.max(last + 1, Date.now())
      const record = { at: last, index, level: levelOf(place, index) }
      const message = JSON.stringify({ messageUTC: record.at, index, level: record.level })
      await client.publishAsync(`units/${dataID}/data/tank`, message, { qos: 1 })
      acknowledged.push(record)
      await delay(PAUSE_MS)
    }
  }
}
