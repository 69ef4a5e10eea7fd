import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { TestDatabase } from './test-database.ts'

export interface EndedRun {
  /** How many statements there were; 0 when it was killed. */
  readonly statements: number
  readonly signal: NodeJS.Signals | null
}

/**
 * Runs a program that opens the database of its first argument, kills itself ahead of a statement, or prints how many there were.
 * PostgreSQL notices a moment later that a process is gone, and what it had locked stays locked until then: this returns afterwards.
 */
export async function runUntilKilled(
  { connectionString, db }: Pick<TestDatabase, 'connectionString' | 'db'>,
  program: string,
  args: readonly (string | number)[],
): Promise<EndedRun> {
  const name = `killed-${randomBytes(8).toString('hex')}`
  const ownConnections = new URL(connectionString)
  ownConnections.searchParams.set('application_name', name)
  const child = spawn(process.execPath, [program, ownConnections.href, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  while (await isConnected()) continue
  return { statements: Number(output), signal: signal as NodeJS.Signals | null }

  async function isConnected(): Promise<boolean> {
    const { rows } = await sql`select from pg_stat_activity where application_name = ${name}`.execute(db)
    return rows.length > 0
  }
}
