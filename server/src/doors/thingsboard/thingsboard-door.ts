import type { Logger } from 'pino'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import type { MqttDialect } from '../ingest/mqtt-dialect.ts'
import type { Recorder } from '../ingest/record-batch.ts'
import { createAttributeStore } from './attribute-store.ts'
import { createAttributeReader } from './attributes.ts'
import { createMqttDoor } from './mqtt-door.ts'
import { createRecordFromDevice } from './record-from-device.ts'

interface Parts {
  readonly database: Database
  readonly recorder: Recorder
  readonly reader: RecordReader
  readonly clock: Clock
  readonly log: Logger
}

/** ThingsBoard's device API over MQTT. */
export function createThingsBoardDialect({ database, recorder, reader, clock, log }: Parts): MqttDialect {
  const { db } = database.ingest
  const record = createRecordFromDevice({ recorder, clock })
  const readAttributes = createAttributeReader({
    sources: createSourceStore(db),
    store: createAttributeStore(db),
    reader,
    now: clock,
  })
  return createMqttDoor({ record, readAttributes, clock, log })
}
