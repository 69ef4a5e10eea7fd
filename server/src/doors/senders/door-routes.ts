import type { Door } from '@fieldwatch/contract/api/doors'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { BodyBudget } from '#doors/ingest/body-budget.ts'
import type { Ingest } from '#doors/ingest/start-ingest.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Authenticator } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createSenders, type Senders } from './identify-sender.ts'
import { createFindStored } from './find-stored.ts'
import { createRecordAtDoor, type RecordAtDoor, type RecordTogether } from './record-at-door.ts'
import { createUnitWithinStore } from './unit-within-store.ts'
import { createTimeSlots, type TimeSlots } from './time-slots.ts'

/** What a door of another maker's protocol builds on. */
export interface DoorParts {
  readonly senders: Senders
  readonly record: RecordAtDoor
  readonly recordTogether: RecordTogether
  /** Of units whose reports have to keep times of their own. */
  readonly slots: TimeSlots
  readonly clock: Clock
  /** Bounds what bodies in progress hold, all doors together. */
  readonly bodies: BodyBudget
  readonly log: Logger
}

/** A door over HTTP: registers its addresses. */
export interface HttpDoor {
  readonly door: Door
  readonly register: (app: FastifyInstance, parts: DoorParts) => void
}

interface Parts {
  readonly database: Database
  readonly reader: RecordReader
  readonly authenticator: Authenticator
  readonly clock: Clock
  readonly entrance: Ingest
  readonly bodies: BodyBudget
  readonly log: Logger
}

export function createDoorParts({ database, reader, authenticator, clock, entrance, bodies, log }: Parts): DoorParts {
  const units = createUnitStore(database.ingest.db)
  return {
    senders: createSenders({ ...entrance, authenticator, units, clock, ...createUnitWithinStore(database.ingest.db) }),
    ...createRecordAtDoor({ ...entrance, clock }),
    slots: createTimeSlots({ findStored: createFindStored({ database, reader }), clock }),
    clock,
    bodies,
    log,
  }
}
