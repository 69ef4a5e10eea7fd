import { writeFile } from 'node:fs/promises'
import { describeSchema, SCHEMA_FILE } from './describe-schema.ts'
import { databaseUrl, startTestPostgres, TEMPLATE_DATABASE } from './test-database.ts'

const postgres = await startTestPostgres()
try {
  await writeFile(SCHEMA_FILE, await describeSchema(databaseUrl(postgres.server, TEMPLATE_DATABASE)))
} finally {
  await postgres.close()
}
