import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { createInProcessBus } from './platform/bus/bus.ts'
import { openBus } from './platform/bus/open-bus.ts'
import { createDrawPdf } from './platform/browser/draw-pdf.ts'
import { DomainError } from './platform/errors/domain-error.ts'
import { composeFeatures } from './compose.ts'
import type { Config } from './config.ts'
import { BUILD, COMMIT, RELEASE } from './platform/release/release.ts'
import { watchOutbox } from './delivery/outbox/watch-outbox.ts'
import { startBackups } from './platform/backup/backup-schedule.ts'
import { connectionOf } from './platform/database/connection-of.ts'
import { openConfiguredDatabase } from './platform/database/configured-database.ts'
import type { Database } from './platform/database/database.ts'
import { createConfiguredStorage } from './platform/files/configured-storage.ts'
import { createSecureListeners } from './doors/listening/secure-listeners.ts'
import { openStreetMap } from './fleet/map/open-street-map.ts'
import { startServerLease } from './platform/leases/server-lease.ts'
import { createStopping } from './platform/health/stopping.ts'
import { leave } from './doors/listening/leave.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { watchDisk } from './platform/metrics/watch-disk.ts'
import { watchPools } from '#platform/metrics/metrics.ts'
import { createRoleWatch } from './platform/roles/watch-roles.ts'
import { systemRandom } from './platform/random/random.ts'
import { systemClock } from './platform/time/clock.ts'
import { createDatabaseClock } from './platform/time/database-clock.ts'
import { systemPause } from '#platform/time/clock.ts'
import { upgradePostgres } from './platform/upgrade/upgrade-postgres.ts'
import { limitConnections } from '#platform/http/limit-networks.ts'
import { createStopListening } from './platform/http/stop-listening.ts'
import { registerWebAppRoutes } from './platform/web-app/web-app-routes.ts'

export interface RunningServer {
  readonly database: Database
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** The port of MQTT without TLS; undefined when it is switched off. */
  readonly mqttPort: number | undefined
  /** With a certificate. */
  readonly httpsPort?: number
  readonly mqttsPort?: number
  /** Says that it is not ready and sends everybody elsewhere when there are other servers; stops accepting, finishes, flushes, closes. */
  close(): Promise<void>
}

/** The composition root: makes every part, hands each what it needs, and listens. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  await using starting = new AsyncDisposableStack()
  const { dataFolder, closedFolder } = config
  if (closedFolder !== undefined) {
    log.info({ dataFolder, closedFolder }, 'using another data folder: PostgreSQL cannot access the usual one')
  }
  const metrics = createMetrics()
  const { host } = config
  const { tls, publicUrl: configuredUrl, httpConnectionsPerAddress: connectionsPerAddress } = config
  const secure =
    tls &&
    (await createSecureListeners({
      tls,
      host,
      connectionsPerAddress,
      publicUrl: configuredUrl,
      clock: systemClock,
      metrics,
      log,
    }))
  starting.defer(async () => secure?.close())
  let mqttPort = config.mqttPort
  const publicUrl = (): string => configuredUrl ?? secure?.publicUrl() ?? `http://localhost:${portOf(app)}`
  const publicMqttUrl = (): string => {
    const [scheme, port] = secure === undefined ? ['mqtt', mqttPort] : ['mqtts', secure.ports.mqtts]
    return config.publicMqttUrl ?? `${scheme}://${hostOf(publicUrl())}:${port}`
  }
  const streets = config.streetMapPath === undefined ? undefined : await openStreetMap(config.streetMapPath)
  starting.defer(() => streets?.close())
  const database = await openConfiguredDatabase(config, log, starting, () =>
    upgradePostgres({ ...config, clock: systemClock, log }),
  )
  const fileStorage = createConfiguredStorage(config)
  const databaseClock = createDatabaseClock({ metrics, log })
  const clock = databaseClock.now
  const lease = await startServerLease({
    db: database.ingest.db,
    random: systemRandom,
    log,
    roles: config.roles,
    hearTime: databaseClock.hear,
  })
  lease.onRunning(createRoleWatch({ metrics, log }))
  // The embedded PostgreSQL is for one server.
  const bus =
    config.databaseUrl === undefined
      ? createInProcessBus(log)
      : await openBus({ nats: config.nats, database, server: lease, clock, metrics, log }, starting)
  // Ends before the bus, so that other servers hear of the end last.
  starting.defer(() => lease.close())
  const stopping = createStopping()
  const { roles } = config
  const openPages = (register: (app: FastifyInstance) => void): Promise<FastifyInstance> =>
    buildApp({
      authenticator: {
        authenticate: () => Promise.reject(new DomainError('auth/invalid-token')),
        reload: async (caller) => caller,
      },
      metrics,
      log,
      trustProxy: false,
      mapOrigins: [],
      googleMaps: false,
      frameOrigins: () => [],
      register: (routes) => {
        register(routes)
        registerWebAppRoutes(routes, webFolder)
      },
    })
  for (const role of roles) metrics.roles.set({ role }, 1)
  metrics.release.set({ release: RELEASE, commit: COMMIT ?? '' }, 1)
  watchPools(database, metrics)
  const features = await composeFeatures({
    roles,
    database,
    server: lease,
    stopping,
    bus,
    clock,
    mayWork: databaseClock.mayWork,
    pause: systemPause,
    random: systemRandom,
    metrics,
    log,
    publicUrl,
    publicMqttUrl,
    certificate: secure && (() => secure.tls()),
    mailServer: config.smtpUrl === undefined ? undefined : { url: config.smtpUrl, from: config.mailFrom },
    smsProvider: config.smsProvider,
    alertSmsPerDay: config.alertSmsPerDay,
    pdf: config.browser === undefined ? undefined : { draw: createDrawPdf(config.browser), openPages },
    peopleLimits: config.peopleLimits,
    outside: { networks: config.openNetworks },
    fileStorage,
    ingest: config.ingest,
    doors: config.doors,
    extensions: config.extensions,
    extensionSettings: config.extensionSettings,
    retention: { rawDays: config.rawDays, summaryDays: config.summaryDays },
    history: config.history,
    mapSettings: { styleUrl: config.mapStyleUrl, googleMapsKey: config.googleMapsKey, streets },
    worldMapPath: join(webFolder, 'world.pmtiles'),
  })
  starting.defer(() => features.close())
  const app = await buildApp({
    authenticator: features.authenticator,
    stopping,
    metrics,
    log,
    trustProxy: config.trustProxy,
    operatorToken: config.operatorToken,
    hstsSubdomains: config.hstsSubdomains,
    httpsOnly: secure?.prepare(database),
    mapOrigins: config.mapOrigins,
    googleMaps: config.googleMapsKey !== undefined,
    frameOrigins: features.frameOrigins,
    register: (routes) => {
      features.register(routes)
      const pages = config.extensions.flatMap(({ pages: paths = [] }) => paths)
      if (roles.has('http')) registerWebAppRoutes(routes, webFolder, { frames: features.pageFrames, pages })
    },
  })
  starting.defer(() => app.close())
  // After streams and WebSockets were ended.
  app.addHook('onClose', async () => secure?.closeHttps())
  const stopListening = createStopListening(app.server)
  if (connectionsPerAddress !== undefined) limitConnections(app.server, connectionsPerAddress)
  await app.listen({ host, port: config.port })
  await secure?.listen({ app, mqtt: roles.has('ingest') ? features.mqtt : undefined })
  if (config.ingest.plain && roles.has('ingest')) mqttPort = await features.mqtt.listen({ host, port: mqttPort })
  for (const { door, what, port: wanted, listen } of features.listeners) {
    const port = await listen({ host, port: wanted }, { app, connectionsPerAddress })
    log.info({ door, port }, `listening for ${what}`)
  }
  if (roles.has('http')) features.places.prepare()
  const watching = watchDisk(dataFolder, metrics, log)
  starting.defer(() => watching.close())
  if (roles.has('worker')) {
    const outbox = watchOutbox({ db: database.background.db, clock, metrics, log })
    starting.defer(() => outbox.close())
  }
  if (config.backups !== undefined && roles.has('worker')) {
    const backups = startBackups({
      plan: config.backups,
      connection: { ...connectionOf(database.pool) },
      files: fileStorage,
      clock,
      release: BUILD,
      metrics,
      log,
    })
    starting.defer(() => backups.close())
  }
  const running = starting.move()
  return {
    database,
    url: addressOf(app),
    mqttPort: config.ingest.plain ? mqttPort : undefined,
    ...(secure === undefined ? {} : { httpsPort: secure.ports.https, mqttsPort: secure.ports.mqtts }),
    close: async () => {
      const isAlone = config.databaseUrl === undefined || lease.isAlone()
      await leave({
        stopping,
        features,
        stopListening: () => {
          stopListening()
          secure?.stopListening()
        },
        roles,
        isAlone,
        drainSeconds: config.drainSeconds,
        pause: systemPause,
        log,
      })
      await running.disposeAsync()
    },
  }
}

/** As an address has it: one of IPv6 in brackets. */
function hostOf(url: string): string {
  return new URL(url).hostname
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port
}

function addressOf(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

const webFolder = join(import.meta.dirname, '../../web/dist')
