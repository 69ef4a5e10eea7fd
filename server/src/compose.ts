import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { registerAppRoutes } from './people/apps/app-routes.ts'
import { startFrameOrigins } from './people/apps/frame-origins.ts'
import { createOpenIdProvider, type OpenIdSettings } from './people/open-id/open-id-provider.ts'
import { registerOpenIdRoutes } from './people/open-id/open-id-routes.ts'
import { registerAuthRoutes } from './people/auth/auth-routes.ts'
import { createAuthenticator } from './people/credentials/authenticator.ts'
import { REMOVE_EXPIRED_EVERY_MS, removeExpired } from './people/tidying/remove-expired.ts'
import { createIdTokens } from './people/credentials/id-tokens.ts'
import { createKnownBrowsers } from './people/auth/known-browsers.ts'
import { createRefreshTokens } from './people/credentials/refresh-token.ts'
import { createSealedSecrets } from './people/credentials/sealed-secrets.ts'
import { loadSigningKeys } from './people/credentials/signing-keys.ts'
import type { Consumer, TogetherConsumer } from './records/arrivals/consumer.ts'
import { type RunningConsumer, startConsumer } from './records/arrivals/start-consumer.ts'
import type { Bus } from './platform/bus/bus.ts'
import { createAlertAudienceStore } from './records/alerts/alert-audience-store.ts'
import { createAlertFeed } from './records/alerts/alert-feed.ts'
import { createEventStore } from './records/events/event-store.ts'
import { createOccurrenceFeed } from './records/events/occurrence-feed.ts'
import { createRequestFeed } from './records/requests/request-feed.ts'
import { registerAlertRoutes } from './records/alerts/alert-routes.ts'
import { registerSilenceRoutes } from './records/alerts/silence-routes.ts'
import { createNotificationReachStore } from './records/alerts/notification-reach-store.ts'
import { createNotificationStore } from './records/alerts/notification-store.ts'
import { createUnsubscribeLinks } from './people/credentials/unsubscribe-links.ts'
import { registerUnsubscribeRoutes } from './records/alerts/unsubscribe-routes.ts'
import { startAlertWork } from './records/alerts/alert-work.ts'
import { createAlertConsumer } from './records/alerts/watch-values.ts'
import { createEndSourceDependants } from './records/deletion/end-source-dependants.ts'
import { createDeleteEntityPiece } from './records/deletion/delete-entity.ts'
import { registerDeletionRoutes } from './records/deletion/deletion-routes.ts'
import { createDeletionWork } from './records/deletion/deletion-work.ts'
import { createSettleRecipients } from './records/deletion/settle-recipients.ts'
import { registerCalculationRoutes } from './records/calculations/calculation-routes.ts'
import { createCalculationConsumer } from './records/calculations/calculation-consumer.ts'
import type { Retention } from './records/store/retention-store.ts'
import { startChunkStore } from './records/store/start-chunk-store.ts'
import { registerConnectionRoutes } from './platform/connection/connection-routes.ts'
import type { Database, Db } from './platform/database/database.ts'
import { registerFileRoutes } from './platform/files/file-routes.ts'
import { createEventConsumer } from './records/events/event-consumer.ts'
import { createEventTableWork } from './records/events/give-event-tables.ts'
import { registerEventRoutes } from './records/events/event-routes.ts'
import type { FileStorage } from './platform/files/file-storage.ts'
import { createImages } from './platform/files/images.ts'
import { registerEntityRoutes } from './people/entities/entity-routes.ts'
import { registerHealthRoutes } from './platform/health/health-routes.ts'
import type { Stopping } from './platform/health/stopping.ts'
import type { Authenticator } from './platform/http/caller.ts'
import { createIdempotency } from './platform/idempotency/create-idempotency.ts'
import { registerIngestRoutes } from './records/ingest/ingest-routes.ts'
import type { IngestSettings } from './records/ingest/ingest-settings.ts'
import type { MqttListener } from './records/ingest/mqtt-listener.ts'
import { registerMqttRoutes } from '#records/ingest/ingest-routes.ts'
import { startIngest } from './records/ingest/start-ingest.ts'
import { IDLE_WORKER, startWorker, type Work, type Worker } from './platform/work/worker.ts'
import { registerLiveRoutes } from './records/live/live-routes.ts'
import type { ServerLease } from './platform/leases/server-lease.ts'
import { createLiveStreams, type LiveStreams } from './records/live/live-streams.ts'
import { createMailSender, type MailServer } from './delivery/mail/mail-sender.ts'
import { createQueueMail, type QueueMail } from './delivery/mail/queue-mail.ts'
import { type ConfiguredMap, registerMapRoutes } from './fleet/map/map-routes.ts'
import { createWorldMap } from './fleet/map/world-map.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { RefusalOf } from './delivery/outbox/deliver-message.ts'
import { createDelivery } from './delivery/outbox/deliver-outbox.ts'
import { createQueueWebhook } from './delivery/webhooks/queue-webhook.ts'
import type { WebhookSettings } from './delivery/webhooks/send-webhook.ts'
import { createWebhookSender, findWebhookRefusal } from './delivery/webhooks/webhook-sender.ts'
import { NO_NETWORKS } from './delivery/webhooks/webhook-address.ts'
import { registerActivityRoutes } from './fleet/activity/activity-routes.ts'
import { registerWebhookRoutes } from './people/webhooks/webhook-routes.ts'
import { tellSwitchedOff } from './people/webhooks/tell-admins.ts'
import { createPlaces, type Places } from './fleet/places/places.ts'
import { registerPhoneVerificationRoutes } from './people/phone-verification/phone-verification-routes.ts'
import type { Roles } from './platform/roles/roles.ts'
import type { Random } from './platform/random/random.ts'
import { createQueueSms } from './delivery/sms/queue-sms.ts'
import { createSmsSender } from './delivery/sms/sms-sender.ts'
import type { SmsProvider } from './delivery/sms/sms-provider.ts'
import { registerSimRoutes } from './fleet/sims/sim-routes.ts'
import { registerImportRoutes } from './records/imports/import-routes.ts'
import { createImportWork } from './records/imports/import-work.ts'
import { registerBatchRoutes } from './records/requests/batch-routes.ts'
import { onceAResult } from './records/requests/place-results.ts'
import { registerRequestRoutes } from './records/requests/request-routes.ts'
import { type Requests, startRequests } from './records/requests/start-requests.ts'
import { registerUnitPollRoutes } from './records/requests/unit-poll-routes.ts'
import { findReportRefusal } from './records/report-schedules/find-report-refusal.ts'
import { registerReportScheduleRoutes } from './records/report-schedules/schedule-routes.ts'
import { createReportWork } from './records/report-schedules/report-work.ts'
import { registerRetentionRoutes } from './records/retention/retention-routes.ts'
import { createFieldUnitStore } from './records/store/field-unit-store.ts'
import { createSourceStore } from './records/store/source-store.ts'
import { registerTelemetryRoutes } from './records/telemetry/telemetry-routes.ts'
import { registerTemplateGalleryRoutes } from './fleet/templates/template-gallery-routes.ts'
import { registerListViewRoutes } from './fleet/units/list-view-routes.ts'
import { registerLabelRoutes } from './fleet/labels/label-routes.ts'
import { registerTemplateTrialRoutes } from './fleet/templates/template-trial-routes.ts'
import { registerTemplateVersionRoutes } from './fleet/templates/template-version-routes.ts'
import { registerTemplateRoutes } from './fleet/templates/template-routes.ts'
import type { Clock } from './platform/time/clock.ts'
import type { Pause } from '#platform/time/clock.ts'
import { registerUnitJobRoutes } from './fleet/unit-jobs/unit-job-routes.ts'
import { createUnitJobWork } from './fleet/unit-jobs/run-unit-jobs.ts'
import type { RemoveUnit } from './fleet/unit-jobs/apply-undo.ts'
import { detachUnit } from './records/deletion/delete-unit.ts'
import { retainMany } from './records/retention/retain-many.ts'
import { createWatchToo } from './records/alerts/watch-too.ts'
import { createFleetReader } from './fleet/units/fleet-reader.ts'
import { createUnitStore } from './fleet/units/unit-store.ts'
import { registerUnitRoutes } from './fleet/units/unit-routes.ts'
import { registerOwnSessionRoutes } from './people/auth/own-session-routes.ts'
import { registerProgramTokenRoutes } from './people/program-tokens/program-token-routes.ts'
import { registerSecondFactorRoutes } from './people/second-factor/second-factor-routes.ts'
import type { PeopleLimits } from './people/access/people-limits.ts'
import { registerUserRoutes } from './people/users/user-routes.ts'

/** How often uploads that were never used are removed once they are a day old. */
const TIDY_FILES_EVERY_MS = 60 * 60_000

/** What the features are given: everything that differs between production and a test. */
export interface ComposeOptions {
  /** What this server does. */
  readonly roles: Roles
  readonly database: Database
  /** The lease of this server, which outlives the features. */
  readonly server: ServerLease
  readonly stopping: Stopping
  readonly bus: Bus
  readonly clock: Clock
  readonly pause: Pause
  readonly random: Random
  readonly metrics: Metrics
  readonly log: Logger
  /** The address under which people reach the portal, without a slash at the end; known once we listen. */
  readonly publicUrl: () => string
  /** The address under which units reach MQTT over TCP. */
  readonly publicMqttUrl: () => string
  /** Undefined: mails stay in the outbox. */
  readonly mailServer: MailServer | undefined
  /** Undefined: SMS stay in the outbox. */
  readonly smsProvider: SmsProvider | undefined
  /** Undefined: people sign in with passwords only. */
  readonly openId: OpenIdSettings | undefined
  /** SMS about the alerts of one entity within a day. */
  readonly alertSmsPerDay: number
  readonly peopleLimits: PeopleLimits
  /** Undefined: what webhooks are told stays in the outbox. */
  readonly webhooks: WebhookSettings | undefined
  /** Where uploads are kept. */
  readonly fileStorage: FileStorage
  /** Limits of what units may send and connect. */
  readonly ingest: IngestSettings
  /** How long records are kept, unless an entity or a source says otherwise. */
  readonly retention: Retention
  /** What maps are drawn with: without a style and a key by the offline base map of the web app. */
  readonly mapSettings: ConfiguredMap
  /** The archive with the ground of the offline base map, which the web app's build writes. */
  readonly worldMapPath: string
}

export interface Features {
  readonly authenticator: Authenticator
  /** Where units connect to; it waits to be told to listen. */
  readonly mqtt: MqttListener
  /** The streams that are open. */
  readonly live: LiveStreams
  /** Where apps run that may be opened in frames. */
  readonly frameOrigins: () => readonly string[]
  /** What computes calculated sources. */
  readonly calculations: RunningConsumer
  readonly events: RunningConsumer
  /** What gives units the event tables of their templates. */
  readonly eventTables: Work
  readonly requests: Requests
  /** What judges values as they arrive, and what happens by the clock. */
  readonly alerts: RunningConsumer
  readonly alertTimers: Work
  /** What mails reports when they are due. */
  readonly reportSchedules: Work
  /** What removes the data of what was deleted. */
  readonly deletions: Work
  /** What changes many units. */
  readonly unitJobs: Work
  readonly places: Places
  /** Registers the routes of every feature. */
  readonly register: (app: FastifyInstance) => void
  /** Leaves what is done in the background to other servers. */
  readonly handOver: () => Promise<void>
  /** Finishes and flushes what the features began. */
  readonly close: () => Promise<void>
}

/** Makes every feature once, hands each what it needs, and tells how to register and to close them all. */
export async function composeFeatures(options: ComposeOptions): Promise<Features> {
  const {
    roles,
    database,
    server,
    stopping,
    bus,
    clock,
    pause,
    random,
    metrics,
    log,
    publicUrl,
    publicMqttUrl,
    mapSettings,
    retention,
    fileStorage,
    peopleLimits: limits,
  } = options
  const { db } = database
  await using composing = new AsyncDisposableStack()

  const keys = await loadSigningKeys({ db, clock, random })
  const idTokens = await createIdTokens(keys, clock)
  const authenticator = createAuthenticator({ db, idTokens, clock })
  const isWorker = roles.has('worker')
  const worker = isWorker ? startWorker({ db: database.background.db, clock, metrics, log }) : IDLE_WORKER
  const queueMail = createQueueMail({ clock, random })
  const queueSms = createQueueSms({ clock, random })
  const queueWebhook = createQueueWebhook({ clock, random })
  addDeliveries(worker, options, queueMail)
  const refreshTokens = createRefreshTokens(keys)
  const browsers = createKnownBrowsers(keys)
  const secrets = createSealedSecrets(keys)
  const auth = { db, bus, clock, pause, random, log, idTokens, refreshTokens, browsers, secrets, queueMail, publicUrl }
  const idempotency = createIdempotency({ db, clock })
  const images = createImages({ db, storage: fileStorage, clock, random, log })
  worker.repeat(REMOVE_EXPIRED_EVERY_MS, () => removeExpired({ db: database.background.db, clock }))
  worker.repeat(TIDY_FILES_EVERY_MS, images.removeOld)
  const { reader, workers } = startChunkStore({ database, bus, clock, metrics, log, retention, isWorker }, composing)
  const ingestParts = { db: database.ingest.db, clock }
  const { identifyUnit, recorder, mqtt } = await startIngest(
    { ...options, server, workers, settings: options.ingest, wrapRecorder: (inner) => onceAResult(inner, ingestParts) },
    composing,
  )
  const sources = createSourceStore(db)
  const places = createPlaces({ log })
  composing.defer(() => places.close())
  const fleet = createFleetReader({ units: createUnitStore(db), places })
  const world = createWorldMap(options.worldMapPath)
  composing.defer(() => world.close())
  const news = {
    alerts: createAlertFeed({ audiences: createAlertAudienceStore(db), bus, log }),
    occurrences: createOccurrenceFeed({ bus, log, listTables: createEventStore(db).listNames }),
    requests: createRequestFeed({ bus, log }),
  }
  const live = createLiveStreams({ ...options, sources, reader, fleet, news })
  composing.defer(async () => live.close())
  const frameOrigins = await startFrameOrigins(db, log)
  composing.defer(() => frameOrigins.close())
  const consumerParts = { db: database.background.db, reader, bus, server: server.name, clock, metrics, log }
  const consume = <Memory>(consumer: Consumer<Memory> | TogetherConsumer): RunningConsumer => {
    const running = isWorker ? startConsumer(consumerParts, consumer) : IDLE
    composing.defer(() => running.close())
    return running
  }
  const calculations = consume(createCalculationConsumer({ ...consumerParts, workers, recorder }))
  const events = consume(createEventConsumer(consumerParts))
  const eventTables = worker.add(createEventTableWork(consumerParts))
  if (isWorker) worker.add(createImportWork({ ...consumerParts, pool: database.background.pool }))
  const ending = { bus, queueMail, publicUrl }
  const endSourceDependants = createEndSourceDependants(ending)
  const settleRecipients = createSettleRecipients(ending)
  const deleteEntityPiece = createDeleteEntityPiece({ ...ending, clock, images, settleRecipients })
  const deletions = worker.add(createDeletionWork({ ...consumerParts, deleteEntityPiece }))
  const requestParts = { db, bus, clock, log, recorder }
  const requests = await startRequests(
    { ...consumerParts, worker, recorder, unitDb: database.ingest.db, roles },
    composing,
  )
  const alerts = consume(createAlertConsumer(consumerParts))
  const watchToo = createWatchToo({ bus, clock, reader })
  const removeUnit: RemoveUnit = async (tx, unit, by) => {
    const publish = await detachUnit({ ...ending, clock, images }, tx, unit, by)
    return () => {
      publish()
      deletions.wake()
    }
  }
  const workParts = { db: database.background.db, bus, clock, random, log }
  const unitJobs = worker.add(createUnitJobWork({ ...workParts, watchToo: watchToo.watch, retainMany, removeUnit }))
  const unsubscribeLinks = createUnsubscribeLinks(keys)
  const notifying = {
    queueMail,
    queueSms,
    queueWebhook,
    publicUrl,
    unsubscribeLinks,
    smsPerDay: options.alertSmsPerDay,
  }
  const alertTimers = startAlertWork(worker, { ...consumerParts, ...notifying }, composing)
  const reportParts = { db, reads: database.reads.db, reader, clock }
  const sending = { random, log, server: server.name, queueMail, publicUrl, unsubscribeLinks }
  const backgroundDb = database.background.db
  const reportSchedules = worker.add(
    createReportWork({ ...reportParts, ...sending, db: backgroundDb, reads: backgroundDb }),
  )
  // Other features are made here; what they hold is handed to `composing` with `use` or `defer`.

  composing.defer(() => worker.close())

  const composed = composing.move()
  return {
    authenticator,
    mqtt,
    live,
    frameOrigins: frameOrigins.current,
    calculations,
    events,
    eventTables,
    requests,
    alerts,
    alertTimers,
    reportSchedules,
    deletions,
    unitJobs,
    places,
    register: (app) => {
      app.decorate('idempotency', idempotency)
      registerHealthRoutes(app, { db, metrics, stopping })
      if (roles.has('ingest')) registerForUnits(app)
      if (roles.has('http')) registerForPeople(app)
    },
    handOver: async () => {
      worker.handOver()
      const consumers = [calculations, events, requests.results, alerts]
      await Promise.all(consumers.map((consumer) => consumer.handOver()))
    },
    close: () => composed.disposeAsync(),
  }

  function registerForUnits(app: FastifyInstance): void {
    registerIngestRoutes(app, { identifyUnit, recorder, clock })
    registerMqttRoutes(app, { mqtt })
    registerUnitPollRoutes(app, { identifyUnit, polls: requests.polls })
  }

  function registerForPeople(app: FastifyInstance): void {
    registerAuthRoutes(app, auth)
    registerOpenIdRoutes(app, auth, options.openId && createOpenIdProvider(options.openId, { publicUrl, clock }))
    registerOwnSessionRoutes(app, { db, bus, clock })
    registerProgramTokenRoutes(app, { db, bus, clock, random })
    registerSecondFactorRoutes(app, auth)
    const people = { db, bus, clock, random, images, limits, settleRecipients }
    registerUserRoutes(app, { ...people, queueMail, publicUrl })
    registerDeletionRoutes(app, { db, clock, images, deletions, endSourceDependants, ...ending })
    registerPhoneVerificationRoutes(app, { db, clock, random, queueSms, limits })
    registerEntityRoutes(app, people)
    registerFileRoutes(app, { images })
    registerAppRoutes(app, { db })
    registerUnitRoutes(app, { db, bus, clock, random, images, places, fleet })
    registerListViewRoutes(app, { db })
    registerUnitJobRoutes(app, { db, bus, clock, random, jobs: unitJobs, requireAlert: watchToo.require(db) })
    registerMapRoutes(app, { settings: mapSettings, world, places })
    registerLabelRoutes(app, { db, bus, clock, random })
    registerTemplateRoutes(app, { db, bus, clock, random })
    registerTemplateGalleryRoutes(app, { db, bus, clock, random })
    registerTemplateVersionRoutes(app, { db, bus, clock, random })
    registerTemplateTrialRoutes(app, { db, bus, clock, random })
    registerConnectionRoutes(app, { publicUrl, publicMqttUrl })
    registerRetentionRoutes(app, { db, clock, retention })
    registerSimRoutes(app, { db, clock, random })
    registerImportRoutes(app, { db, clock, workers, sourcesPerUnit: options.ingest.sourcesPerUnit })
    registerTelemetryRoutes(app, { sources, reader, units: createFieldUnitStore(db), clock })
    registerLiveRoutes(app, { live })
    registerCalculationRoutes(app, { db, bus, clock, endSourceDependants })
    registerEventRoutes(app, { db, bus, clock, random, reads: database.reads.db, reader })
    registerReportScheduleRoutes(app, { ...reportParts, mails: options.mailServer !== undefined })
    registerRequestRoutes(app, requestParts)
    registerBatchRoutes(app, requestParts)
    registerSilenceRoutes(app, { db, reader, clock })
    registerUnsubscribeRoutes(app, { db, bus, clock, links: unsubscribeLinks })
    registerWebhookRoutes(app, { db, clock, random, settings: options.webhooks ?? { networks: NO_NETWORKS } })
    registerAlertRoutes(app, { db, bus, clock, random, reader, reads: database.reads.db })
    registerActivityRoutes(app, { db, reads: database.reads.db })
    // Routes of other features.
  }
}

/** Of a server that does not work in the background. */
const IDLE: RunningConsumer = {
  run: async () => undefined,
  handOver: async () => undefined,
  close: async () => undefined,
}

/** Receivers that hang hold few others up. */
const WEBHOOKS_AT_ONCE = 8

/** What hands over the messages of the outbox; those for which nothing is configured stay there. */
function addDeliveries(
  worker: Worker,
  { database, server, clock, metrics, log, mailServer, smsProvider, webhooks, publicUrl }: ComposeOptions,
  queueMail: QueueMail,
): void {
  const { db } = database.background
  const parts = { db, server: server.name, clock, metrics, log }
  const toPeople = { ...parts, refusalOf: createPersonalRefusal(db) }
  if (mailServer !== undefined)
    worker.add(createDelivery({ ...toPeople, sender: createMailSender(mailServer), ...retryOf(mailServer) }))
  if (smsProvider !== undefined)
    worker.add(createDelivery({ ...toPeople, sender: createSmsSender(smsProvider), ...retryOf(smsProvider) }))
  if (webhooks === undefined) return
  const sender = createWebhookSender({
    db,
    clock,
    settings: webhooks,
    onSwitchedOff: (webhook, reason) => tellSwitchedOff({ db, queueMail, publicUrl }, webhook, reason),
  })
  const refusalOf = createWebhookRefusal(db)
  worker.add(createDelivery({ ...parts, sender, refusalOf, atOnce: WEBHOOKS_AT_ONCE, ...retryOf(webhooks) }))
}

/** Why a waiting mail or SMS is not sent. */
export function createPersonalRefusal(db: Db): RefusalOf {
  const notifications = createNotificationStore(db)
  const reach = createNotificationReachStore(db)
  return async ({ id, recipient }) =>
    (await notifications.findRefusal(id, recipient)) ??
    (await reach.withdraw(id)) ??
    findReportRefusal(db, id, recipient)
}

/** Why a waiting message to a webhook is not sent. */
export function createWebhookRefusal(db: Db): RefusalOf {
  const reach = createNotificationReachStore(db)
  return async ({ id, recipient }) => (await findWebhookRefusal(db, recipient)) ?? reach.withdraw(id)
}

function retryOf({ retrySeconds }: { readonly retrySeconds?: number }) {
  return { retrySeconds }
}
