import { setTimeout as delay } from 'node:timers/promises'
import type { DataId } from '@fieldwatch/contract/ids'
import type { Logger } from 'pino'
import type { Bus } from '#bus/bus.ts'
import type { Clock } from '#time/clock.ts'
import type { ConnectionStore } from './connection-store.ts'

interface Dependencies {
  store: ConnectionStore
  bus: Bus
  clock: Clock
  log: Logger
}

const RETRY_PAUSE_MS = 1_000

export type ConnectionState = ReturnType<typeof createConnectionState>

/** Writes down whose session is up. Changes that come while it writes are written together, the last one of a unit counts. */
export function createConnectionState({ store, bus, clock, log }: Dependencies) {
  let waiting = new Map<DataId, boolean>()
  let running: Promise<void> | undefined
  let closing = false
  return {
    set: (dataId: DataId, connected: boolean): void => {
      waiting.set(dataId, connected)
      running ??= run()
    },
    close: async (): Promise<void> => {
      closing = true
      await running
    },
  }

  async function run(): Promise<void> {
    await new Promise(setImmediate)
    while (waiting.size > 0) {
      const states = waiting
      waiting = new Map()
      try {
        const changed = await store.record(states, clock())
        for (const dataId of changed) bus.publish('unit-changed', { dataId })
      } catch (error) {
        log.warn({ err: error }, 'connections of units were not written')
        if (closing) break
        waiting = new Map([...states, ...waiting])
        await delay(RETRY_PAUSE_MS)
      }
    }
    running = undefined
  }
}
