import type { FastifyInstance } from 'fastify'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { ReportMails } from '#delivery/mail/report-mails.ts'
import type { QueueSms } from '#delivery/sms/queue-sms.ts'
import type { RemoveUnit } from '#fleet/unit-jobs/apply-undo.ts'
import type { UnsubscribeLinks } from '#people/credentials/unsubscribe-links.ts'
import type { FollowChange, Rows } from '#delivery/consequences/declaration.ts'
import type { Images } from '#platform/files/images.ts'
import type { Platform } from '#platform/floor.ts'
import type { ServerLease } from '#platform/leases/server-lease.ts'
import type { Roles } from '#platform/roles/roles.ts'
import type { AlertChannel } from './alerts/alert-channel.ts'
import { createAlertAudienceStore } from './alerts/alert-audience-store.ts'
import { createAlertFeed } from './alerts/alert-feed.ts'
import { registerAlertRoutes } from './alerts/alert-routes.ts'
import { startAlertWork } from './alerts/alert-work.ts'
import { createAlertCorrections } from './alerts/correct-alerts.ts'
import { registerSilenceRoutes } from './alerts/silence-routes.ts'
import { registerUnsubscribeRoutes } from './alerts/unsubscribe-routes.ts'
import { createWatchToo } from './alerts/watch-too.ts'
import { createAlertConsumer } from './alerts/watch-values.ts'
import type { Consumer, TogetherConsumer } from '#records/arrivals/consumer.ts'
import { type RunningConsumer, startConsumer } from '#records/arrivals/start-consumer.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { withLooks } from './calculations/with-looks.ts'
import { createCalculationConsumer } from './calculations/calculation-consumer.ts'
import { registerCalculationRoutes } from './calculations/calculation-routes.ts'
import { createDeleteEntityPiece } from './deletion/delete-entity.ts'
import { detachUnit } from './deletion/delete-unit.ts'
import { registerDeletionRoutes } from './deletion/deletion-routes.ts'
import { createDeletionWork } from './deletion/deletion-work.ts'
import { registerConsequenceRoutes } from './consequences/consequence-routes.ts'
import { createMovedUnitWork } from './events/settle-moved-units.ts'
import type { TableFollowers } from './events/table-followers.ts'
import { createBrowserCheck } from '#platform/browser/check-browser.ts'
import { createDraw, type PdfOptions } from '#doors/visitors/drawing-routes.ts'
import type { IncidentsToShare } from '#doors/visitors/shared-incident.ts'
import type { VisitorRoutes } from '#doors/visitors/shared-routes.ts'
import type { UnitNotes } from '#fleet/unit-notes/unit-notes.ts'
import { createEventConsumer } from './events/event-consumer.ts'
import { registerEventRoutes } from './events/event-routes.ts'
import { createEventStore } from './events/event-store.ts'
import { createEventTableWork } from './events/give-event-tables.ts'
import { createOccurrenceFeed } from './events/occurrence-feed.ts'
import { createSharedTables } from './events/shared-tables.ts'
import type { IngestSettings } from '#doors/ingest/ingest-settings.ts'
import type { Recorder } from '#doors/ingest/record-batch.ts'
import { createPositionAt } from './replay/find-position.ts'
import { createReadPlaces } from './replay/read-state.ts'
import { registerReplayRoutes } from './replay/replay-routes.ts'
import { registerBatchRoutes } from './requests/batch-routes.ts'
import { registerRequestRoutes } from './requests/request-routes.ts'
import { startRequests } from './requests/start-requests.ts'
import { registerUnitPollRoutes } from '#features/requests/request-routes.ts'
import type { CorrectForMs } from '#records/conditions/correct-transitions.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { retainMany } from './retention/retain-many.ts'
import { registerRetentionRoutes } from './retention/retention-routes.ts'
import type { PlaceReadings } from '#records/places/place-readings.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { Retention } from '#records/store/retention-store.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { IdentifyUnit } from '#doors/ingest/identify-unit.ts'

export interface FeatureOptions {
  /** SMS about the alerts of one entity within a day. */
  readonly alertSmsPerDay: number
  /** What draws PDF; undefined: nothing does. */
  readonly pdf: PdfOptions | undefined
  /** How long a step of a correction looks at records; tests give it less than it needs. */
  readonly correctForMs?: CorrectForMs | undefined
}

interface Parts
  extends FeatureOptions, Pick<Platform, 'database' | 'worker' | 'bus' | 'clock' | 'random' | 'metrics' | 'log'> {
  readonly roles: Roles
  readonly server: ServerLease
  readonly images: Images
  readonly reader: RecordReader
  readonly places: PlaceReadings
  /** Threads that decode and compute. */
  readonly workers: ThreadPool
  readonly recorder: Recorder
  readonly identifyUnit: IdentifyUnit
  readonly ingest: Pick<IngestSettings, 'sourcesPerUnit'>
  readonly retention: Retention
  readonly queueMail: QueueMail
  readonly queueSms: QueueSms
  readonly alertChannels: readonly AlertChannel[]
  readonly reportMails: ReportMails | undefined
  readonly unsubscribeLinks: UnsubscribeLinks
  readonly followChange: FollowChange
  readonly consequenceRows: Rows
  readonly tableFollowers: TableFollowers
  readonly mayWork?: () => boolean
  readonly publicUrl: () => string
}

/** Connects what is computed from records and done with them; the stack closes what the rooms hold. */
export async function composeFeatureRooms(parts: Parts, stack: AsyncDisposableStack) {
  const { roles, database, worker, bus, clock, log, reader, unsubscribeLinks: links } = parts
  const { db, reads } = { db: database.db, reads: database.reads.db }
  const background = { ...parts, db: database.background.db, server: parts.server.name }
  const consume = <Memory>(consumer: Consumer<Memory> | TogetherConsumer): RunningConsumer => {
    const running = roles.has('worker') ? startConsumer(background, consumer) : IDLE
    stack.defer(() => running.close())
    return running
  }
  const calculations = consume(createCalculationConsumer(background))
  const events = consume(createEventConsumer(background))
  const movedUnits = worker.add(createMovedUnitWork({ ...parts, db: database.background.db }))
  const eventTables = worker.add(createEventTableWork(background))
  const deletions = worker.add(createDeletionWork({ ...background, deleteEntityPiece: createDeleteEntityPiece(parts) }))
  const requests = await startRequests({ ...background, unitDb: database.ingest.db }, stack)
  const alerts = consume(createAlertConsumer(background))
  const alertCorrections = worker.add(createAlertCorrections(background))
  const alertTimers = startAlertWork(worker, { ...background, smsPerDay: parts.alertSmsPerDay }, stack)
  const { pdf } = parts
  const canDraw =
    pdf === undefined
      ? async () => false
      : createBrowserCheck({
          draw: pdf.draw,
          clock,
          onFailure: (error) => log.warn({ err: error }, 'PDF cannot be drawn'),
        })
  const shared = {
    sharedTables: createSharedTables({ reads, clock }),
    sharedIncidents: { current: undefined } as IncidentsToShare,
    visitorRoutes: [] as VisitorRoutes[],
    unitNotes: { current: undefined } as UnitNotes,
  }
  const draw =
    pdf && createDraw({ ...parts, ...shared, db: background.db, sources: createSourceStore(background.db), pdf }, stack)
  const watchToo = createWatchToo(parts)
  const removeUnit: RemoveUnit = async (tx, unit, by) => {
    const publish = await detachUnit(parts, tx, unit, by)
    return () => {
      publish()
      deletions.wake()
    }
  }
  return {
    calculations,
    events,
    eventTables,
    movedUnits,
    positionAt: createPositionAt({ db: reads, reader }),
    requests,
    alerts,
    alertTimers,
    alertCorrections,
    deletions,
    /** What arriving records are given to. */
    consumers: [calculations, events, requests.results, alerts],
    /** What live streams are sent. */
    news: {
      alerts: createAlertFeed({ audiences: createAlertAudienceStore(db), bus, log }),
      occurrences: createOccurrenceFeed({ bus, log, listTables: createEventStore(db).listNames }),
    },
    /** What changes of many units do here. */
    changes: { watchToo: watchToo.watch, retainMany, removeUnit },
    requireAlert: watchToo.require(db),
    /** Names and units of calculated sources in what visitors of shared links see. */
    withLooks: (dataId: DataId, template: Template) => withLooks(db, dataId, template),
    /** What else links show. */
    ...shared,
    draw,
    canDraw,
    readPlaces: createReadPlaces({ db: reads, reader, clock }),
    routes: (app: FastifyInstance): void => {
      const given = { ...parts, db, reads, deletions }
      registerConsequenceRoutes(app, given)
      registerDeletionRoutes(app, given)
      registerRetentionRoutes(app, given)
      registerCalculationRoutes(app, given)
      registerEventRoutes(app, { ...given, ...shared })
      registerReplayRoutes(app, { ...given, db: reads })
      registerRequestRoutes(app, given)
      registerBatchRoutes(app, given)
      registerSilenceRoutes(app, given)
      registerUnsubscribeRoutes(app, { ...given, links })
      registerAlertRoutes(app, given)
    },
    unitRoutes: (app: FastifyInstance): void =>
      registerUnitPollRoutes(app, { identifyUnit: parts.identifyUnit, polls: requests.polls }),
  }
}

/** The consumer of a server that does not work in the background. */
const IDLE: RunningConsumer = {
  run: async () => undefined,
  handOver: async () => undefined,
  close: async () => undefined,
}
