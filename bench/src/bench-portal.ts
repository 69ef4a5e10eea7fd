import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { signIn } from '@fieldwatch/contract/people/auth'
import { call, createUser, createUnit, PASSWORD } from '@fieldwatch/e2e/support/api'
import { type MailServer, startMailServer } from '@fieldwatch/e2e/support/mail-server'
import { startPortal } from '@fieldwatch/e2e/support/portal'
import type pg from 'pg'
import { createPortalStore } from './stores/portal-store.ts'
import { openPool } from './stores/postgres.ts'
import type { Store } from './stores/store.ts'
import { createLanes, type Lanes } from './transport/lanes.ts'

/** The portal that is measured: its own process, with a user and units. */
export interface BenchPortal {
  readonly url: string
  readonly mqttUrl: string
  readonly dataFolder: string
  /** Process id of the server. */
  pid(): number
  readonly store: Store
  readonly lanes: Lanes
  /** Where its mails go. */
  readonly mails: MailServer
  /** The entity of who signs in. */
  readonly entity: string
  /** Asks the portal's own PostgreSQL, for what the API does not offer: ten thousand units. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Adds units by the public API. */
  addUnits(dataIds: readonly string[]): Promise<void>
  tokenOf(dataId: string): string
  /** An ID token that is good for the next minutes. */
  signIn(): Promise<string>
  /** Waits until compaction has nothing left to do. */
  settle(): Promise<void>
  storedBytes(): Promise<number>
  /** How its records are kept, in words. */
  describeStorage(): Promise<string>
  /** p99 of the delay of the server's event loop since it was last asked, in milliseconds. */
  eventLoopDelay(): Promise<number>
  /** Processor time that the server has taken so far, in seconds. */
  processorSeconds(): Promise<number>
  /** The memory that the server has now, in MB; undefined where the system does not report it. */
  memory(): Promise<number | undefined>
  /** The most memory that the server has had so far, in MB; undefined where the system does not report it. */
  peakMemory(): Promise<number | undefined>
  close(): Promise<void>
}

const UNITS_AT_A_TIME = 8
/** Who signs in at the portal of the benchmark. */
export const BENCH_EMAIL = 'bench@fieldwatch.example'

export async function startBenchPortal(settings: Record<string, string> = {}): Promise<BenchPortal> {
  const mails = await startMailServer()
  const portal = await startPortal({ FIELDWATCH_LOG_LEVEL: 'info', SMTP_URL: mails.url, ...settings })
  const user = await createUser(portal, { email: BENCH_EMAIL, entity: 'Benchmark' })
  const tokens = new Map<string, string>()
  const lanes = createLanes(portal.url)
  const pool = openPool(portal.dataFolder, 'fieldwatch')
  return {
    url: portal.url,
    mqttUrl: portal.mqttUrl,
    dataFolder: portal.dataFolder,
    pid: () => portal.pid() ?? Number.NaN,
    store: createPortalStore(portal.url, { lanes, tokens }),
    lanes,
    mails,
    entity: user.entity,
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await pool.query<Row>(text, [...values])
      return rows
    },
    addUnits: async (dataIds) => {
      const token = await signInAgain(portal)
      const queue = dataIds.values()
      const work = async (): Promise<void> => {
        for (const dataId of queue) tokens.set(dataId, await createUnit(portal, { ...user, token }, dataId))
      }
      await Promise.all(Array.from({ length: UNITS_AT_A_TIME }, work))
    },
    tokenOf: (dataId) => {
      const token = tokens.get(dataId)
      if (token === undefined) throw new Error(`no unit ${dataId} was added`)
      return token
    },
    signIn: () => signInAgain(portal),
    settle: () => settle(portal.url, pool),
    storedBytes: () => telemetryBytes(pool),
    describeStorage: () => describeStorage(pool),
    eventLoopDelay: () => readEventLoopDelay(portal.url),
    processorSeconds: () => readMetric(portal.url, 'fieldwatch_process_cpu_seconds_total'),
    memory: () => readMemory(portal.pid(), 'VmRSS'),
    peakMemory: () => readMemory(portal.pid(), 'VmHWM'),
    close: async () => {
      lanes.close()
      await pool.end()
      await portal.close()
      await mails.close()
    },
  }
}

async function signInAgain(portal: { url: string }): Promise<string> {
  const { details } = await call(portal, signIn, { body: { email: BENCH_EMAIL, password: PASSWORD } })
  return details.idToken
}

async function describeStorage(pool: pg.Pool): Promise<string> {
  return `${await countOf(pool, 'record')} records in rows, ${await countOf(pool, 'record_chunk')} chunks`
}

async function countOf(pool: pg.Pool, table: 'record' | 'record_chunk'): Promise<string> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) as count from ${table}`)
  return rows[0]?.count ?? ''
}

/** Rows and chunks of records, whatever tables they are in, with their indexes. */
async function telemetryBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind in ('r', 'm') and relname ~ '^record' and relnamespace = current_schema()::regnamespace`)
  return Number(rows[0]?.bytes)
}

const MOST_LOOKS = 180

/** Compaction looks every second: it is done when two looks found nothing. */
async function settle(url: string, pool: pg.Pool): Promise<void> {
  let quiet = 0
  for (let look = 0; look < MOST_LOOKS && quiet < 2; look += 1) {
    await delay(1500)
    quiet = (await readMetric(url, 'fieldwatch_compaction_waiting_records')) === 0 ? quiet + 1 : 0
  }
  await pool.query('vacuum analyze record')
}

async function readEventLoopDelay(url: string): Promise<number> {
  return (await readMetric(url, 'fieldwatch_nodejs_eventloop_lag_p99_seconds')) * 1000
}

async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  if (line === undefined) throw new Error(`the metrics lack ${name}`)
  return Number(line.slice(name.length + 1))
}

async function readMemory(pid: number | undefined, which: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1000
}
