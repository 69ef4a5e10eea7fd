import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { Platform } from '#platform/floor.ts'
import type { ServerLease } from '#platform/leases/server-lease.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createConnectionState } from './connection-state.ts'
import { createConnectionStore } from './connection-store.ts'
import type { ForeignTopicsPlace } from './foreign-topics.ts'
import type { IngestSettings } from './ingest-settings.ts'
import { createMqttBroker } from './mqtt-broker.ts'
import type { MqttDialect } from './mqtt-dialect.ts'
import { createMqttListener } from './mqtt-listener.ts'
import { createRecorder, type Recorder } from './record-batch.ts'
import { createUnitAuthenticator, type UnitAuthenticator } from './unit-authenticator.ts'
import { createUnitIdentifier } from './identify-unit.ts'

interface Dependencies extends Pick<Platform, 'database' | 'bus' | 'clock' | 'metrics' | 'random' | 'log'> {
  workers: ThreadPool
  server: ServerLease
  settings: IngestSettings
  /** What devices of other makers speak on the MQTT port. */
  createDialects: (parts: { recorder: Recorder; unitAuthenticator: UnitAuthenticator }) => readonly MqttDialect[]
  /** Judges what units send before it is recorded. */
  wrapRecorder: (recorder: Recorder) => Recorder
}

export type Ingest = Awaited<ReturnType<typeof startIngest>>

/** Starts the listeners for units and the recorder behind them; the stack closes them, the listeners first. */
export async function startIngest(dependencies: Dependencies, stack: AsyncDisposableStack) {
  const { bus, clock, settings } = dependencies
  // Units have database connections of their own, which users cannot exhaust.
  const { db, pool } = dependencies.database.ingest
  const units = createUnitStore(db)
  const unitAuthenticator = createUnitAuthenticator({ ...units, bus, clock })
  stack.defer(unitAuthenticator.close)
  const recorder = dependencies.wrapRecorder(
    createRecorder({ ...dependencies, pool, sourcesPerUnit: settings.sourcesPerUnit }),
  )
  stack.defer(() => recorder.close())
  const connectionStore = createConnectionStore(db)
  const { takeNumber: takeConnectionNumber } = connectionStore
  const connections = createConnectionState({ ...dependencies, store: connectionStore })
  stack.defer(() => connections.close())
  const foreignTopics: ForeignTopicsPlace = { current: undefined }
  const broker = await createMqttBroker({
    ...dependencies,
    unitAuthenticator,
    recorder,
    connections,
    takeConnectionNumber,
    dialects: dependencies.createDialects({ recorder, unitAuthenticator }),
    foreignTopics,
    connectionsPerUnit: settings.connectionsPerUnit,
  })
  const mqtt = createMqttListener({ ...dependencies, broker })
  stack.defer(() => mqtt.close())
  const identifyUnit = createUnitIdentifier({ unitAuthenticator, units, clock })
  return {
    unitAuthenticator,
    identifyUnit,
    recorder,
    mqtt,
    connections,
    /** Grows from each connection of a unit to the next, at all servers. */
    takeConnectionNumber,
    /** Where the door for them says that it takes them. */
    foreignTopics,
  }
}
