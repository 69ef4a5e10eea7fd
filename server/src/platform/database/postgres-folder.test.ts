import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { silentLog } from '#testing/test-database.ts'
import { openSharedDatabase } from './configured-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { postgresFolder, requireOwnSocket } from './postgres-folder.ts'

const base = await mkdtemp(join(tmpdir(), 'fieldwatch-folder-'))
await chmod(base, 0o755)
/** Too long for the address of a socket, so the socket is among the temporary files. */
const folder = join(base, 'a-data-folder-with-a-name-that-is-much-too-long-for-the-address-of-a-socket')
const { socket } = postgresFolder(folder)
after(async () => {
  await rm(base, { recursive: true, force: true })
  await rm(socket, { recursive: true, force: true })
})

test('A socket is in the data folder, unless its name is too long or would be read as a list', () => {
  assert.equal(postgresFolder('/srv/field watch').socket, '/srv/field watch/postgres-socket')
  assert.equal(dirname(socket), tmpdir())
  assert.equal(dirname(postgresFolder('/srv/a,b').socket), tmpdir())
  assert.notEqual(postgresFolder('/srv/a,b').socket, postgresFolder('/srv/a,c').socket)
})

const FOREIGN: Readonly<Record<string, { skip?: boolean; make: () => Promise<void> }>> = {
  'a link': { make: () => symlink(base, socket) },
  'a file': { make: () => writeFile(socket, '') },
  "another user's folder": {
    skip: process.getuid?.() !== 0,
    make: async () => {
      await mkdir(socket)
      await chown(socket, 54_321, 54_321)
    },
  },
}

for (const [what, { skip, make }] of Object.entries(FOREIGN)) {
  test(
    `PostgreSQL is neither started nor asked where its socket would be in ${what}`,
    { skip: skip === true },
    async () => {
      await make()
      await assert.rejects(startEmbeddedPostgres(folder, silentLog), /is not a folder of this portal/)
      await using stack = new AsyncDisposableStack()
      const config = { databaseUrl: undefined, dataFolder: folder }
      await assert.rejects(
        openSharedDatabase(config, silentLog, stack, () => undefined),
        /is not a folder of this portal/,
      )
      await rm(socket, { recursive: true })
    },
  )
}

test('A socket folder that is not there, or ours, is taken', async () => {
  await rm(socket, { recursive: true, force: true })
  await requireOwnSocket(folder)
  await mkdir(socket)
  await requireOwnSocket(folder)
})
