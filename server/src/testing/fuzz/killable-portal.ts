import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PROCESS_ENVIRONMENT } from '#testing/process-environment.ts'
import type { TestDatabase } from '#testing/test-database.ts'
import type { Order } from './fuzz-server.ts'
import type { ServedPortal } from './served-portal.ts'

/** The same in a process, which is started again whenever it was killed. */
export interface KillablePortal extends Pick<ServedPortal, 'setClock' | 'settle' | 'work' | 'compact' | 'close'> {
  /** Waits until it runs. */
  readonly url: () => Promise<string>
  /** Kills it ahead of one of its next statements. */
  readonly dieWithin: (statements: number) => Promise<void>
  /** How often it was killed. */
  readonly deaths: () => number
}

interface Running {
  readonly url: string
  readonly order: (name: Order['name'], argument: number) => Promise<void>
}

type Database = Pick<TestDatabase, 'connectionString' | 'db'>

/** Opens a portal in a process. */
export function openKillablePortal(database: Database, start: number): KillablePortal {
  let now = start
  let deaths = 0
  let closing = false
  let child: ChildProcess
  let running = run()
  const order = async (name: Order['name'], argument = 0): Promise<void> => {
    for (;;) {
      const before = deaths
      try {
        await (await running).order(name, argument)
        return
      } catch (error) {
        if (deaths === before) throw error
      }
    }
  }
  return {
    url: async () => (await running).url,
    setClock: (at) => {
      now = at
      return order('setClock', at)
    },
    settle: () => order('settle'),
    work: () => order('work'),
    compact: () => order('compact'),
    dieWithin: (statements) => order('dieWithin', statements),
    deaths: () => deaths,
    close: async () => {
      closing = true
      await running
      child.disconnect()
    },
  }

  async function run(): Promise<Running> {
    const name = `fuzz-${randomBytes(8).toString('hex')}`
    const own = new URL(database.connectionString)
    own.searchParams.set('application_name', name)
    const program = join(import.meta.dirname, 'fuzz-server.ts')
    child = spawn(process.execPath, [program, own.href, String(now)], {
      env: PROCESS_ENVIRONMENT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const waiting = new Map<number, PromiseWithResolvers<void>>()
    const ready = Promise.withResolvers<string>()
    child.on('message', ({ id, url, failure }: { id?: number; url?: string; failure?: string }) => {
      if (url !== undefined) ready.resolve(url)
      if (id === undefined) return
      if (failure === undefined) waiting.get(id)?.resolve()
      else waiting.get(id)?.reject(new Error(failure))
      waiting.delete(id)
    })
    const started = child
    child.on('exit', (code) => {
      if (closing) return
      if (code !== null) throw new Error(`the server ended by itself with ${code}`)
      deaths += 1
      running = freed(database, name).then(run)
      const killed = new Error('the server was killed')
      ready.reject(killed)
      for (const one of waiting.values()) one.reject(killed)
    })
    let orders = 0
    const url = await ready.promise
    return {
      url,
      order: async (what, argument) => {
        orders += 1
        const answered = Promise.withResolvers<void>()
        waiting.set(orders, answered)
        const sent: Order = { id: orders, name: what, argument }
        // One that cannot be sent is answered by the end of the process.
        started.send(sent, () => undefined)
        await answered.promise
      },
    }
  }
}

/** Once PostgreSQL has noticed that a process is gone and its lease has expired. */
async function freed({ db }: Database, name: string): Promise<void> {
  for (let left = 1; left > 0;) {
    const { rows } = await sql<{ left: number }>`
      select (
        (select count(*) from pg_stat_activity where application_name = ${name}) +
        (select count(*) from server where expires_at > clock_timestamp())
      )::int as left from pg_sleep(0.02)`.execute(db)
    left = rows[0]?.left ?? 0
  }
}
