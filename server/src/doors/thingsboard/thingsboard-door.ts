import type { Logger } from 'pino'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import type { Platform } from '#platform/floor.ts'
import type { MqttDialect } from '../ingest/mqtt-dialect.ts'
import type { UnitAuthenticator } from '../ingest/unit-authenticator.ts'
import type { Recorder } from '../ingest/record-batch.ts'
import { createFindStored } from '../senders/find-stored.ts'
import { createRecordAtDoor } from '../senders/record-at-door.ts'
import { createAttributeStore } from './attribute-store.ts'
import { createAttributeReader, type ReadAttributes } from './attributes.ts'
import { createChildStore } from './child-store.ts'
import { createGatewayChildren } from './gateway-children.ts'
import { createMqttDoor } from './mqtt-door.ts'

interface Parts extends Pick<Platform, 'database' | 'clock'> {
  readonly reader: RecordReader
}

interface DialectParts extends Parts {
  readonly unitAuthenticator: UnitAuthenticator
  readonly recorder: Recorder
  readonly log: Logger
}

/** ThingsBoard's device and gateway API over MQTT. */
export function createThingsBoardDialect(parts: DialectParts): MqttDialect {
  const { db } = parts.database.ingest
  return createMqttDoor({
    ...parts,
    ...createRecordAtDoor(parts),
    readAttributes: createReadAttributes(parts),
    actions: createAttributeStore(db),
    findStored: createFindStored(parts),
    children: createGatewayChildren({ ...parts, store: createChildStore(db) }),
  })
}

export function createReadAttributes({ database, reader, clock }: Parts): ReadAttributes {
  const { db } = database.ingest
  return createAttributeReader({
    sources: createSourceStore(db),
    store: createAttributeStore(db),
    reader,
    now: clock,
  })
}
