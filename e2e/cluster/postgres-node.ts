import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDatabase, startEmbeddedPostgres } from '@fieldwatch/server/platform/database/embedded-postgres'
import { pino } from 'pino'

export interface PostgresNode {
  /** Value for `DATABASE_URL`. */
  readonly url: string
  readonly pids: () => Promise<readonly number[]>
  /** `kill -9` of the postmaster. Its supervisor starts it again, as systemd would. */
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The PostgreSQL that comes with the product, run beside the servers as a configured one. */
export async function startPostgresNode(folder: string): Promise<PostgresNode> {
  await mkdir(folder, { mode: 0o755 })
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, pino({ level: 'silent' }))
  await ensureDatabase(postgres.connection, 'fieldwatch')
  const postmaster = async (): Promise<number> =>
    Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0])
  return {
    url: `postgresql://postgres@localhost/fieldwatch?host=${encodeURIComponent(postgres.connection.host)}`,
    pids: async () => [await postmaster()],
    kill: async () => {
      process.kill(await postmaster(), 'SIGKILL')
    },
    close: () => postgres.close(),
  }
}
