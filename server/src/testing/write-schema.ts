import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeSchema, ROOT } from './describe-schema.ts'
import { databaseUrl, startTestPostgres, TEMPLATE_DATABASE } from './test-database.ts'

const postgres = await startTestPostgres()
try {
  for (const [path, source] of await describeSchema(databaseUrl(postgres.server, TEMPLATE_DATABASE)))
    await writeFile(join(ROOT, path), source)
} finally {
  await postgres.close()
}
