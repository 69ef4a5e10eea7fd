import type { Logger } from 'pino'
import { connectionOf } from '#platform/database/connection-of.ts'
import type { Database } from '#platform/database/database.ts'
import type { ServerLease } from '#platform/leases/server-lease.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Bus } from './bus.ts'
import { isAuthenticated, type NatsSettings } from './nats-settings.ts'
import { startNatsTransport } from './nats-transport.ts'
import { startNotifyTransport } from './notify-transport.ts'
import { getPortalId } from './portal-store.ts'
import type { StartTransport } from './transport.ts'
import { createTravellingBus } from './travelling-bus.ts'

interface Dependencies {
  /** Undefined: messages go by PostgreSQL. */
  readonly nats: NatsSettings | undefined
  readonly database: Database
  readonly server: ServerLease
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
}

/** Opens the bus of a server that need not be the only one; the stack closes it. */
export async function openBus(dependencies: Dependencies, stack: AsyncDisposableStack): Promise<Bus> {
  const { nats, database, server, log } = dependencies
  const start: StartTransport =
    nats === undefined ? byPostgres(database, log) : await byNats(nats, { database, server, log })
  const bus = createTravellingBus({
    ...dependencies,
    server: server.name,
    start,
    onCompany: () => {
      if (nats === undefined) log.info('bus uses PostgreSQL; set NATS_URL for a faster bus')
    },
  })
  stack.defer(() => bus.close())
  server.onRunning((servers) => bus.expect(servers.map(({ name }) => name)))
  return bus
}

function byPostgres({ pool }: Database, log: Logger): StartTransport {
  const connection = connectionOf(pool)
  return (onMessage) => startNotifyTransport({ connection, log }, onMessage)
}

async function byNats(
  settings: NatsSettings,
  { database, server, log }: Pick<Dependencies, 'database' | 'server' | 'log'>,
): Promise<StartTransport> {
  const subject = `fieldwatch.${await getPortalId(database.db)}.bus`
  if (!isAuthenticated(settings))
    log.warn(
      'NATS_URL names no user, token or credentials: anyone who reaches NATS can read records and forge messages',
    )
  return (onMessage) => startNatsTransport({ settings, subject, name: `fieldwatch ${server.name}`, log }, onMessage)
}
