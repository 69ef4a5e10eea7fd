import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Names the folder that statements are collected in. */
export const COLLECTED = 'FIELDWATCH_COLLECTED'

/** What the last release asks of the database, one statement a line. `npm run keep-release` writes it. */
export const RELEASED = new URL('statements.sql', import.meta.url)

export interface Released {
  /** Such as `0.1.0`. */
  readonly release: string
  readonly lastMigration: string
  readonly statements: readonly string[]
}

export function writeReleased({ release, lastMigration, statements }: Released): string {
  return [`-- ${release} ${lastMigration}`, ...statements, ''].join('\n')
}

export function readReleased(): Released {
  const [head = '', ...statements] = readFileSync(RELEASED, 'utf8').trim().split('\n')
  const [, release = '', lastMigration = ''] = head.split(' ')
  return { release, lastMigration, statements }
}

const ASKS = /^(\/\*.*?\*\/ )?\(?(select|insert|update|delete|with) /i
const COPIES = /^(?:\/\*.*?\*\/ )?copy (\w+) \((.*?)\) from/i
const LISTS = /(\((?:\$\d+(?:, )?)+\))(?:, \((?:\$\d+(?:, )?)+\))+/g
/** What PostgreSQL and libraries keep for themselves. */
const OF_OTHERS = /\bpg_catalog\b|\bpgboss\b|\bkysely_migration/

/** One line each, without those that differ in the number of their rows or parameters only. */
export function tidy(texts: Iterable<string>): string[] {
  const found = new Map<string, string>()
  for (const text of texts) {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    const [, table, columns] = COPIES.exec(line) ?? []
    const asked = table === undefined ? line : `select ${columns} from ${table}`
    const kind = asked
      .replaceAll(LISTS, '$1')
      .replaceAll(/\$\d+/g, '$')
      .replaceAll(/\((?:\$, )+\$\)/g, '($)')
    if (ASKS.test(asked) && !OF_OTHERS.test(asked) && !found.has(kind)) found.set(kind, asked)
  }
  return [...found.values()].sort()
}

/** Each statement that PostgreSQL refuses to plan as things are, after the reason; in a transaction. */
export async function findRefused(client: pg.ClientBase, statements: readonly string[]): Promise<string[]> {
  const refused: string[] = []
  for (const statement of statements) {
    await client.query('savepoint before')
    try {
      await client.query(`prepare asked as ${statement}`)
      await client.query('deallocate asked')
    } catch (error) {
      await client.query('rollback to savepoint before')
      refused.push(`${error instanceof Error ? error.message : String(error)}: ${statement}`)
    }
    await client.query('release savepoint before')
  }
  return refused
}
