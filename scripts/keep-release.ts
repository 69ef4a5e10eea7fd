import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listMigrations } from '@fieldwatch/server/platform/database/migrate'
import { RELEASE } from '@fieldwatch/server/release'
import { COLLECTED, RELEASED, tidy, writeReleased } from '@fieldwatch/server/testing/released/statements'
import { startTestPostgres, TEST_POSTGRES } from '@fieldwatch/server/testing/test-database'

// npm run keep-release
//
// When a release is made: writes down what it asks of the database, from a run of the tests of the server. Tests hold that against the
// migrations of the next release, because servers of both run side by side for a while.

const COLLECTOR = join(import.meta.dirname, '../server/src/testing/released/collect-statements.ts')

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-statements-'))
const postgres = await startTestPostgres()
try {
  const parameters = ['--import', COLLECTOR, '--test', '--test-concurrency=2', 'server/**/*.test.ts']
  const environment = { [COLLECTED]: folder, [TEST_POSTGRES]: postgres.server }
  const child = spawn(process.execPath, parameters, { stdio: 'inherit', env: { ...process.env, ...environment } })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('Tests failed, so not all that the release asks is known.')
  const texts: string[] = []
  for (const file of await readdir(folder))
    texts.push(...(JSON.parse(await readFile(join(folder, file), 'utf8')) as string[]))
  const lastMigration = (await listMigrations()).at(-1) ?? ''
  const statements = tidy(texts)
  await writeFile(RELEASED, writeReleased({ release: RELEASE, lastMigration, statements }))
  process.stdout.write(`${statements.length} statements of ${RELEASE}, with the schema of ${lastMigration}\n`)
} finally {
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
}
