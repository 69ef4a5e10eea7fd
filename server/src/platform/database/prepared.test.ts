import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/test-database.ts'
import { prepared } from './prepared.ts'

const { db } = await createTestDatabase()

const twice = (value: number) => sql<{ twice: number }>`${prepared('twice')} select 2 * ${value}::int as twice`

describe('a prepared statement', () => {
  it('is planned once on its connection, and answers for each parameter', async () => {
    const { results, plans } = await db.connection().execute(async (connection) => {
      const answers = [await twice(1).execute(connection), await twice(21).execute(connection)]
      const { rows } = await sql<{ name: string; uses: number }>`
        select name, generic_plans + custom_plans as uses from pg_prepared_statements`.execute(connection)
      return { results: answers.map((answer) => answer.rows[0]?.twice), plans: rows }
    })

    assert.deepEqual(results, [2, 42])
    assert.deepEqual(plans, [{ name: 'twice', uses: 2 }])
  })

  it('works in a transaction beside others, which are not prepared', async () => {
    const names = await db.transaction().execute(async (tx) => {
      await twice(3).execute(tx)
      await sql`select 1`.execute(tx)
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx)
      return rows.map(({ name }) => name)
    })

    assert.deepEqual(names, ['twice'])
  })

  it('has a name of its own: two of one name fail on the connection that has run both', async () => {
    const root = join(import.meta.dirname, '../..')
    const names: string[] = []
    for await (const file of glob('**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })) {
      const text = await readFile(join(root, file), 'utf8')
      names.push(...Array.from(text.matchAll(/\bprepared(?:Text)?\('([^']+)'\)/g), ([, name = '']) => name))
    }

    assert.ok(names.includes('save-follower'), names.join())
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    )
  })
})
