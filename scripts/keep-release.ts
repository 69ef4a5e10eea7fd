import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { parseAdminArguments } from '@fieldwatch/server/commands/admin-arguments'
import { runAdmin } from '@fieldwatch/server/commands/run-admin'
import { readConfig } from '@fieldwatch/server/config'
import { writeBackup } from '@fieldwatch/server/platform/backup/write-backup'
import { connectionOf } from '@fieldwatch/server/platform/database/connection-of'
import { findPostgresProgram } from '@fieldwatch/server/platform/database/postgres-program'
import { createConfiguredStorage } from '@fieldwatch/server/platform/files/configured-storage'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { systemClock } from '@fieldwatch/server/platform/time/clock'
import { RELEASE } from '@fieldwatch/server/release'
import { startServer } from '@fieldwatch/server/start-server'
import { fillPortal, KEPT } from '@fieldwatch/server/testing/releases/fill-portal'
import { readPortal, SHOWN } from '@fieldwatch/server/testing/releases/read-portal'
import { silentLog } from '@fieldwatch/server/testing/test-database'

/**
 * npm run keep-release
 *
 * Keeps a small portal of this release as a backup, with one of everything, so that every later release is tested with its data.
 */
const releases = join(import.meta.dirname, '../server/src/testing/releases')
const file = join(releases, `${RELEASE}.tar.zst`)
const dataFolder = await mkdtemp(join(tmpdir(), 'fieldwatch-keep-'))
await chmod(dataFolder, 0o755)
const config = readConfig({ FIELDWATCH_DATA: dataFolder, FIELDWATCH_PORT: '0', FIELDWATCH_MQTT_PORT: '0' })
const server = await startServer(config, silentLog)
try {
  const admin = ['create', '--email', KEPT.admin, '--entity', KEPT.entity, '--password', KEPT.password]
  const { db, pool } = server.database
  await runAdmin({ db, clock: systemClock, random: systemRandom }, parseAdminArguments(admin))
  await fillPortal(server.url)
  while (!isDeepStrictEqual(await readPortal(server.url), SHOWN)) await sleep(100)
  await rm(file, { force: true })
  const report = await writeBackup(
    { connection: connectionOf(pool), files: createConfiguredStorage(config), clock: systemClock, release: RELEASE },
    file,
  )
  await chmod(file, 0o644)
  await keepMajor()
  process.stdout.write(`${file}: ${report.rows} rows, ${report.files} pictures, ${report.bytes} bytes\n`)
} finally {
  await server.close()
  await rm(dataFolder, { recursive: true, force: true })
}

/** Remembers the major version of PostgreSQL that the release comes with. */
async function keepMajor(): Promise<void> {
  const list = join(releases, 'postgres-majors.json')
  const kept = JSON.parse(await readFile(list, 'utf8')) as Record<string, number>
  const { major } = await findPostgresProgram()
  await writeFile(list, `${JSON.stringify({ ...kept, [RELEASE]: major }, undefined, 2)}\n`)
}
