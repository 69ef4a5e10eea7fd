import { setTimeout as delay } from 'node:timers/promises'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Platform } from '#platform/floor.ts'
import type { ServerLease } from '#platform/leases/server-lease.ts'
import type { ConnectionStore } from './connection-store.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'clock' | 'log'> {
  store: ConnectionStore
  server: ServerLease
}

const RETRY_PAUSE_MS = 1_000

export type ConnectionState = ReturnType<typeof createConnectionState>

/**
 * Records which units are connected to this server, by whichever doors. Changes during a write are written together; the last one of a
 * unit counts.
 */
export function createConnectionState({ store, server, bus, clock, log }: Dependencies) {
  /** By how many doors. */
  const up = new Map<DataId, number>()
  let waiting = new Map<DataId, boolean>()
  let running: Promise<void> | undefined
  let closing = false
  // Records all connections again after a lost lease, as others may have removed them.
  server.onLost(() => {
    for (const dataId of up.keys()) write(dataId, true)
  })
  server.onExpired(async () => notify(await store.removeEnded(clock())))
  return {
    /** Each door says when it has the first connection of a unit, and when the last one has ended. */
    set,
    close: async (): Promise<void> => {
      closing = true
      await running
    },
  }

  function set(dataId: DataId, connected: boolean): void {
    const doors = (up.get(dataId) ?? 0) + (connected ? 1 : -1)
    if (doors > 0) up.set(dataId, doors)
    else up.delete(dataId)
    if (doors === (connected ? 1 : 0)) write(dataId, connected)
  }

  function write(dataId: DataId, connected: boolean): void {
    waiting.set(dataId, connected)
    running ??= run()
  }

  function notify(changed: readonly DataId[]): void {
    for (const dataId of changed) bus.publish('unit-changed', { dataId })
  }

  async function run(): Promise<void> {
    await new Promise(setImmediate)
    while (waiting.size > 0) {
      const states = waiting
      waiting = new Map()
      try {
        const changed = await store.record(server.name, states, clock())
        notify(changed)
      } catch (error) {
        log.warn({ err: error }, 'writing the connection state of units failed')
        if (closing) break
        waiting = new Map([...states, ...waiting])
        await delay(RETRY_PAUSE_MS)
      }
    }
    running = undefined
  }
}
