import { MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import type { FastifyInstance } from 'fastify'
import type { BodyBudget } from '#doors/ingest/body-budget.ts'
import { receiveBodies, type SentBodies } from '#doors/ingest/body-routes.ts'
import type { Ingest } from '#doors/ingest/start-ingest.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { Platform } from '#platform/floor.ts'
import type { Authenticator } from '#platform/http/caller.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createSenders, type Sender, type Senders } from './identify-sender.ts'
import { createFindStored } from './find-stored.ts'
import { createRecordAtDoor, type RecordAtDoor, type RecordDecoded, type RecordTogether } from './record-at-door.ts'
import { createUnitWithinStore } from './unit-within-store.ts'
import { createTimeSlots, type TimeSlots } from './time-slots.ts'
import type { UnknownMessagesPlace } from './unknown-messages.ts'

/** What a door of another maker's protocol builds on. */
export interface DoorParts extends Pick<Platform, 'clock' | 'log'> {
  readonly senders: Senders
  readonly record: RecordAtDoor
  readonly recordDecoded: RecordDecoded
  readonly recordTogether: RecordTogether
  /** The time slots of units whose reports have to keep times of their own. */
  readonly slots: TimeSlots
  /** Bounds what bodies in progress hold, all doors together. */
  readonly bodies: BodyBudget
  /** Decode long bodies. */
  readonly workers: ThreadPool
  readonly unknownMessages: UnknownMessagesPlace
}

interface Parts extends Pick<Platform, 'database' | 'clock' | 'log'> {
  readonly reader: RecordReader
  readonly authenticator: Authenticator
  readonly entrance: Ingest
  readonly bodies: BodyBudget
  readonly workers: ThreadPool
}

export function createDoorParts({
  database,
  reader,
  authenticator,
  clock,
  entrance,
  bodies,
  workers,
  log,
}: Parts): DoorParts {
  const units = createUnitStore(database.ingest.db)
  return {
    senders: createSenders({ ...entrance, authenticator, units, clock, ...createUnitWithinStore(database.ingest.db) }),
    ...createRecordAtDoor({ ...entrance, clock }),
    slots: createTimeSlots({ findStored: createFindStored({ database, reader }), clock }),
    clock,
    bodies,
    workers,
    unknownMessages: { current: undefined },
    log,
  }
}

/** What a request of a door brings, once its sender is known. */
export type DoorRequests = SentBodies<Sender>

/** Options of a route that takes a body of records. */
export const DOOR_ROUTE = { bodyLimit: MAX_INGEST_BODY_BYTES }

/** Registers routes whose sender is found before their body is read, within bounds. */
export function registerSenders(
  app: FastifyInstance,
  { senders, bodies }: Pick<DoorParts, 'senders' | 'bodies'>,
  register: (scope: FastifyInstance, requests: DoorRequests) => void,
): void {
  void app.register(async (scope) => {
    const requests = receiveBodies(scope, {
      identify: async (request) => {
        // Fastify refuses an empty one, which the shell of InfluxDB 1 sends.
        if (request.headers['content-type'] === '') request.raw.headers['content-type'] = 'text/plain'
        return senders.identify(request)
      },
      open: ({ id }) => bodies.open(id),
      limit: MAX_INGEST_BODY_BYTES,
    })
    register(scope, requests)
  })
}
