import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readConfig } from '#config.ts'
import { loadBackup } from '#platform/backup/load-backup.ts'
import { inOneTransaction } from '#platform/backup/one-connection-store.ts'
import { createFolderStorage, uploadsFolder } from '#platform/files/folder-storage.ts'
import { RELEASE } from '#release.ts'
import { startServer } from '#start-server.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { readPortal, SHOWN } from './read-portal.ts'

const database = await createTestDatabase()
const ENDING = '.tar.zst'
const kept = (await readdir(import.meta.dirname)).filter((name) => name.endsWith(ENDING))

/** Puts the data of a release where that release had them, in its own schema. */
async function unpack(name: string) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'fieldwatch-release-'))
  after(() => rm(dataFolder, { recursive: true, force: true }))
  const databaseUrl = await database.createEmpty()
  const files = createFolderStorage(uploadsFolder(dataFolder))
  const path = join(import.meta.dirname, name)
  const { about } = await inOneTransaction({ connectionString: databaseUrl }, (client, tx) =>
    loadBackup({ client, tx, files }, path),
  )
  return { dataFolder, databaseUrl, migrations: about.migrations }
}

describe('the data of a former release', () => {
  for (const name of kept) {
    it(`of ${name.slice(0, -ENDING.length)} are shown by this one, which starts on them`, async () => {
      const { dataFolder, databaseUrl, migrations } = await unpack(name)
      const has = (migration: string): boolean => migrations.includes(migration)
      const config = readConfig({
        FIELDWATCH_DATA: dataFolder,
        DATABASE_URL: databaseUrl,
        FIELDWATCH_DATABASE_CONNECTIONS: '12',
        FIELDWATCH_PORT: '0',
        FIELDWATCH_MQTT_PORT: '0',
      })

      const server = await startServer(config, silentLog)
      await using stack = new AsyncDisposableStack()
      stack.defer(() => server.close())
      const shown = await readPortal(server.url)

      assert.deepEqual(shown, {
        ...SHOWN,
        events: has('0030-events') ? SHOWN.events : [],
        alerts: has('0037-alerts') ? SHOWN.alerts : [],
      })
    })
  }

  it('of this very release are kept too', () => {
    assert.ok(kept.includes(`${RELEASE}${ENDING}`), 'npm run keep-release keeps them')
  })
})
