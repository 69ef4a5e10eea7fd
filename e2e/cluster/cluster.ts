import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, type NatsNode, startNats } from '@fieldwatch/server/testing/nats-server'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { within } from './deadline.ts'
import { type PostgresNode, startPostgresNode } from './postgres-node.ts'
import { createServerNode, type ServerNode } from './server-node.ts'

/** Servers of one portal, and everything that they need. */
export interface Cluster {
  readonly servers: readonly ServerNode[]
  readonly nats: readonly NatsNode[]
  readonly postgres: PostgresNode
  readonly balancer: Balancer
  readonly mails: MailServer
}

export interface Shape {
  readonly servers: number
  /** 0: PostgreSQL carries the messages between servers. */
  readonly nats: number
  /** An existing folder for what the servers log. */
  readonly logs: string
}

/** Three servers share the 60 connections of the PostgreSQL that comes with the product. */
const CONNECTIONS = '12'
const READY_MS = 30_000

/** Starts a cluster on free ports, with all that it keeps in a temporary folder. The stack ends it. */
export async function startCluster(
  { servers: count, nats: nodes, logs }: Shape,
  stack: AsyncDisposableStack,
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-cluster-'))
  await chmod(folder, 0o755)
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const mails = await startMailServer()
  stack.defer(() => mails.close())
  const postgres = await startPostgresNode(join(folder, 'postgres'))
  stack.defer(() => postgres.close())
  const nats = await startNats(nodes, stack)
  const settings = {
    DATABASE_URL: postgres.url,
    FIELDWATCH_DATABASE_CONNECTIONS: CONNECTIONS,
    SMTP_URL: mails.url,
    FIELDWATCH_LOG_LEVEL: 'info',
    ...(nodes === 0 ? {} : { NATS_URL: nats.map(({ url }) => url).join(',') }),
  }
  const ports = await freePorts(2 * count)
  const servers: ServerNode[] = []
  for (let place = 0; place < count; place += 1) {
    const own = join(folder, `server-${place + 1}`)
    await mkdir(own)
    const [http = 0, mqtt = 0] = ports.slice(2 * place)
    servers.push(
      createServerNode({
        settings,
        ports: { http, mqtt },
        folder: own,
        logFile: join(logs, `server-${place + 1}.log`),
      }),
    )
  }
  for (const server of servers) stack.defer(server.kill)
  const [first, ...others] = servers
  // The first one prepares the database.
  await first?.start()
  await Promise.all(others.map((server) => server.start()))
  const balancer = await startBalancer(servers)
  stack.defer(() => balancer.close())
  await within(READY_MS, 'every server is ready', () => servers.every(balancer.isReady))
  return { servers, nats, postgres, balancer, mails }
}
