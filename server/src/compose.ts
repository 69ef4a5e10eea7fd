import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { FastifyInstance } from 'fastify'
import type { SecureContextOptions } from 'node:tls'
import { addDeliveries, createQueues, type DeliveryOptions } from './delivery/floor.ts'
import { NO_NETWORKS } from './platform/outside/open-networks.ts'
import { composeDoors, type DoorOptions } from './doors/floor.ts'
import { composeFeatureRooms, type FeatureOptions } from './features/floor.ts'
import type { ActivitySubjects } from './fleet/activity/activity-subjects.ts'
import { composeFleet, type FleetOptions } from './fleet/floor.ts'
import { composePeople, type PeopleOptions } from './people/floor.ts'
import { registerProviderRoutes } from './people/auth/auth-routes.ts'
import { registerConnectionRoutes } from './platform/connection/connection-routes.ts'
import { registerFileRoutes } from './platform/files/file-routes.ts'
import type { FileStorage } from './platform/files/file-storage.ts'
import { createImages } from './platform/files/images.ts'
import { registerHealthRoutes } from './platform/health/health-routes.ts'
import type { Stopping } from './platform/health/stopping.ts'
import { createIdempotency } from './platform/idempotency/create-idempotency.ts'
import type { ServerLease } from './platform/leases/server-lease.ts'
import type { Roles } from './platform/roles/roles.ts'
import { IDLE_WORKER, startWorker } from './platform/work/worker.ts'
import { createPersonalRefusal } from './features/alerts/hand-over.ts'
import { createFollowChange } from './delivery/consequences/follow-change.ts'
import { createAlertRestart } from './features/alerts/restart-followers.ts'
import { createConsequenceRows } from './features/consequences/consequence-rows.ts'
import { startIngest } from './doors/ingest/start-ingest.ts'
import { onceAResult } from './features/requests/place-results.ts'
import type { HistorySettings } from './records/history/history-settings.ts'
import type { Retention } from './records/store/retention-store.ts'
import { createPlaces } from './fleet/gazetteer/places.ts'
import { createPlaceReadings } from './records/places/place-readings.ts'
import { startChunkStore } from './records/store/start-chunk-store.ts'
import type { Platform } from './platform/floor.ts'
import { ALL_EXTENSIONS } from './extension-settings.ts'
import { createDialects, type ExtensionOptions, leaveExtensionsOut, startExtensions } from './start-extensions.ts'

/** How often uploads that were never used are removed once they are a day old. */
const TIDY_FILES_EVERY_MS = HOUR_MS

/** Everything that differs between production and a test. */
export interface ComposeOptions
  extends
    DeliveryOptions,
    PeopleOptions,
    FleetOptions,
    DoorOptions,
    FeatureOptions,
    ExtensionOptions,
    Pick<Platform, 'database' | 'bus' | 'clock' | 'pause' | 'random' | 'metrics' | 'log'>,
    Partial<Pick<Platform, 'mayWork'>> {
  /** What this server does. */
  readonly roles: Roles
  /** The lease of this server, which outlives the features. */
  readonly server: ServerLease
  readonly stopping: Stopping
  /** The address under which people reach the portal, without a slash at the end; known once we listen. */
  readonly publicUrl: () => string
  /** The address under which units reach MQTT over TCP. */
  readonly publicMqttUrl: () => string
  /** The certificate of HTTPS; undefined: there is none. */
  readonly certificate: (() => SecureContextOptions | undefined) | undefined
  /** Where uploads are kept. */
  readonly fileStorage: FileStorage
  /** How long records are kept, unless an entity or a source says otherwise. */
  readonly retention: Retention
  /** Where old records are moved to; undefined: they stay in PostgreSQL. */
  readonly history: HistorySettings | undefined
}

/** Connects the floors: each gets what the others expose as values, the lower ones first. */
export async function composeFeatures(options: ComposeOptions) {
  const { roles, database, server, bus, clock, publicUrl } = options
  const { db } = database
  await using composing = new AsyncDisposableStack()
  const background = { ...options, db: database.background.db, server: server.name }
  const isWorker = roles.has('worker')
  const worker = isWorker ? startWorker(background) : IDLE_WORKER
  await leaveExtensionsOut(options, background)
  const alertChannels = options.extensions.flatMap(({ alertChannel = [] }) => alertChannel)
  const reportMails = ALL_EXTENSIONS.find((extension) => extension.reportMails)?.reportMails
  const queues = createQueues(options)
  const ending = { bus, publicUrl, ...queues }
  const images = createImages({ ...options, db, storage: options.fileStorage })
  worker.repeat(TIDY_FILES_EVERY_MS, images.removeOld)
  addDeliveries({ ...background, worker, refusalOf: createPersonalRefusal(background.db, reportMails) })
  const stored = startChunkStore({ ...options, worker, isWorker }, composing)
  const gazetteer = createPlaces(options)
  composing.defer(() => gazetteer.close())
  const places = createPlaceReadings({ db: database.reads.db, reader: stored.reader, gazetteer })
  const records = { ...stored, reader: places.reader, places }
  const tableFollowers = createAlertRestart({ ...options, ...records })
  const consequenceRows = createConsequenceRows({ bus, tableFollowers }, ALL_EXTENSIONS)
  const followChange = createFollowChange(consequenceRows, ending)
  const consequences = { tableFollowers, consequenceRows, followChange }
  const shared = { ...options, ...queues, ...consequences, worker, images, alertChannels, reportMails }
  const people = await composePeople(shared, composing)
  const entrance = await startIngest(
    {
      ...options,
      ...records,
      settings: options.ingest,
      createDialects: (parts) => createDialects(options, { ...options, ...records, ...parts }),
      wrapRecorder: (inner) => onceAResult(inner, { db: database.ingest.db, clock }),
    },
    composing,
  )
  const { unsubscribeLinks, authenticator, secrets } = people
  const features = await composeFeatureRooms({ ...shared, ...records, ...entrance, unsubscribeLinks }, composing)
  const addedSubjects: ActivitySubjects = Object.assign({}, ...ALL_EXTENSIONS.map(({ activity }) => activity))
  const fleet = composeFleet({ ...shared, ...features, places: gazetteer, addedSubjects }, composing)
  const doors = composeDoors({ ...shared, ...records, ...fleet, ...features, entrance, authenticator }, composing)
  const extensions = startExtensions(
    options,
    {
      ...shared,
      ...records,
      ...fleet,
      ...features,
      ...doors.parts,
      entrance,
      unsubscribeLinks,
      sendsMails: options.mailServer !== undefined,
      admit: people.admit,
      secrets,
      networks: options.outside?.networks ?? NO_NETWORKS,
    },
    composing,
  )
  doors.visitors.push(...extensions.visitors)
  composing.defer(() => worker.close())
  const composed = composing.move()
  return {
    ...features,
    authenticator,
    frameOrigins: people.frameOrigins,
    /** Where units connect to; it listens once `listen` is called. */
    mqtt: entrance.mqtt,
    /** Ports of extensions; each listens once `listen` is called. */
    listeners: extensions.listeners.filter(({ role }) => roles.has(role)),
    live: doors.live,
    sharedStreams: doors.sharedStreams,
    pageFrames: extensions.frames,
    places: fleet.places,
    reader: records.reader,
    unitJobs: fleet.unitJobs,
    runWork: worker.run,
    /** Registers the routes of every room. */
    register: (app: FastifyInstance): void => {
      app.decorate('idempotency', createIdempotency({ db, clock, server: server.name }))
      registerHealthRoutes(app, { ...options, db })
      if (roles.has('ingest')) for (const floor of [doors, features, extensions]) floor.unitRoutes(app)
      if (!roles.has('http')) return
      registerFileRoutes(app, { images })
      registerProviderRoutes(app, extensions.providers)
      registerConnectionRoutes(app, {
        ...options,
        listeners: extensions.listeners.filter(({ role }) => role === 'ingest'),
      })
      for (const floor of [people, fleet, doors, features, extensions]) floor.routes(app)
    },
    /** Leaves the background work to other servers. */
    handOver: async (): Promise<void> => {
      worker.handOver()
      await Promise.all(features.consumers.map((consumer) => consumer.handOver()))
    },
    /** Finishes and flushes what the rooms began. */
    close: (): Promise<void> => composed.disposeAsync(),
  }
}
