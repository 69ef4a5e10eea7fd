import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { parseAdminArguments } from '@fieldwatch/server/commands/admin-arguments'
import { formatMessage } from '@fieldwatch/server/commands/format-message'
import { runAdmin } from '@fieldwatch/server/commands/run-admin'
import { createOutboxStore } from '@fieldwatch/server/delivery/outbox/outbox-store'
import { NODE_FLAGS } from '@fieldwatch/server/platform/release/node-flags'
import { type Db, openDatabase } from '@fieldwatch/server/platform/database/database'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { systemClock } from '@fieldwatch/server/platform/time/clock'
import pg from 'pg'
import { pino } from 'pino'

const run = promisify(execFile)

const ROOT = join(import.meta.dirname, '../..')

export interface Portal {
  readonly url: string
  readonly mqttUrl: string
  /** Ports of doors that have one of their own, by door; others after a restart where a setting is 0. */
  readonly ports: Readonly<Record<string, number>>
  readonly dataFolder: string
  /** Process id of the server. */
  pid(): number | undefined
  /** Process id of its PostgreSQL. */
  postgresPid(): Promise<number>
  /** What `npm run admin` does, without a process for each command. */
  admin(...parameters: string[]): Promise<string>
  /** What `npm run outbox` prints, likewise. */
  outbox(): Promise<string>
  /** `npm run backup` and `npm run restore`. */
  backup(...parameters: string[]): Promise<string>
  /** The signal kills it. */
  restore(file: string, signal?: AbortSignal): Promise<string>
  /** Queries the portal's own PostgreSQL, for what the API does not offer: a template, a thousand units. */
  sql(text: string, values?: readonly unknown[]): Promise<void>
  /** `kill -9` of the server alone. */
  killServer(): Promise<void>
  /** `kill -9` of PostgreSQL alone; the server watches over it. */
  killPostgres(): Promise<void>
  /** `kill -9` of the server, its PostgreSQL and the watchman between them, as a power cut would. */
  killEverything(): Promise<void>
  /** Starts the server again on the same folder and ports; further settings stay for the next time. */
  restart(more?: Readonly<Record<string, string>>): Promise<void>
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

interface Ready {
  url: string
  mqttPort: number
  ports: Readonly<Record<string, number>>
}

/** Starts a whole portal, as `npm start` would, on free ports and its own folder. */
export async function startPortal(environment: Record<string, string> = {}): Promise<Portal> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'fieldwatch-e2e-'))
  await chmod(dataFolder, 0o755)
  let settings = { FIELDWATCH_DATA: dataFolder, FIELDWATCH_LOG_LEVEL: 'info', ...environment }
  let server = await startServer({ FIELDWATCH_PORT: '0', FIELDWATCH_MQTT_PORT: '0', ...settings })
  const { url, mqttPort } = server.ready

  const tool = async (script: string, parameters: readonly string[], signal?: AbortSignal): Promise<string> => {
    const { stdout } = await run(process.execPath, [join(ROOT, script), ...parameters], {
      env: { ...process.env, ...settings },
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    })
    return stdout
  }
  const inDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const running = { host: join(dataFolder, 'postgres-socket'), user: 'postgres', database: 'fieldwatch' }
    const database = openDatabase({ ...running, connections: 4 }, pino({ level: 'silent' }))
    try {
      return await work(database.db)
    } finally {
      await database.close()
    }
  }
  const killServer = async (): Promise<void> => {
    const exited = once(server.child, 'exit')
    server.child.kill('SIGKILL')
    await exited
  }
  return {
    url,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    get ports() {
      return server.ready.ports
    },
    dataFolder,
    pid: () => server.child.pid,
    postgresPid: () => postmasterPid(dataFolder),
    admin: (...parameters) =>
      inDatabase((db) =>
        runAdmin(
          { db, clock: systemClock, random: systemRandom, publicUrl: 'http://localhost' },
          parseAdminArguments([...parameters]),
        ),
      ),
    outbox: () => inDatabase(async (db) => (await createOutboxStore(db).listWaiting(20)).map(formatMessage).join('\n')),
    backup: (...parameters) => tool('server/src/commands/backup.ts', parameters),
    restore: (file, signal) => tool('server/src/commands/restore.ts', [file], signal),
    sql: async (text, values = []) => {
      const client = new pg.Client({
        host: join(dataFolder, 'postgres-socket'),
        user: 'postgres',
        database: 'fieldwatch',
      })
      // The query reports what ends the connection.
      client.on('error', () => undefined)
      await client.connect()
      try {
        await client.query(text, [...values])
      } finally {
        await client.end()
      }
    },
    killServer,
    killPostgres: async () => {
      process.kill(await postmasterPid(dataFolder), 'SIGKILL')
    },
    killEverything: async () => {
      const postmaster = await postmasterPid(dataFolder)
      process.kill(await parentOf(postmaster), 'SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await killServer()
    },
    restart: async (more = {}) => {
      const port = new URL(url).port
      settings = { ...settings, ...more }
      server = await startServer({ FIELDWATCH_PORT: port, FIELDWATCH_MQTT_PORT: String(mqttPort), ...settings })
    },
    close: async () => {
      if (server.child.exitCode === null && server.child.signalCode === null) {
        const exited = once(server.child, 'exit')
        server.child.kill('SIGTERM')
        await exited
      }
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function startServer(environment: Record<string, string>): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, join(ROOT, 'server/src/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const ready = await new Promise<Ready>((resolve, reject) => {
    const ports: Record<string, number> = {}
    lines.on('line', (line) => {
      const entry = JSON.parse(line) as { msg: string; port: number; door?: string } & Ready
      if (entry.door !== undefined && entry.msg.startsWith('listening for')) ports[entry.door] = entry.port
      if (entry.msg === 'Fieldwatch is ready') resolve({ ...entry, ports })
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })
  return { child, ready }
}

async function postmasterPid(dataFolder: string): Promise<number> {
  const text = await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')
  return Number(text.split('\n', 1)[0])
}

async function parentOf(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'ppid=', '-p', String(pid)])
  return Number(stdout)
}
