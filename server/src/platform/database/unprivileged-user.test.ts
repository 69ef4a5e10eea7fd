import assert from 'node:assert/strict'
import { chmod, lchown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFolderStorage } from '#platform/files/folder-storage.ts'
import { silentLog } from '#testing/test-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { postgresFolder } from './postgres-folder.ts'
import { findClosedFolder, NOBODY, postgresUser, type SystemUser } from './unprivileged-user.ts'

const home = await mkdtemp(join(tmpdir(), 'fieldwatch-home-'))
after(() => rm(home, { recursive: true }))
const project = join(home, 'project')
await mkdir(project)

const stranger: SystemUser = { uid: 54_321, gid: 54_321 }
const { uid, gid } = await stat(home)

async function withModes(modes: { home: number; project: number }, user: SystemUser): Promise<string | undefined> {
  await chmod(project, modes.project)
  await chmod(home, modes.home)
  const closed = findClosedFolder(join(project, 'data/demo'), user)
  await chmod(home, 0o700)
  return closed
}

test('A home that only its owner may enter is closed to another user, and the topmost closed folder is named', async () => {
  assert.equal(await withModes({ home: 0o700, project: 0o700 }, stranger), home)
  assert.equal(await withModes({ home: 0o711, project: 0o750 }, stranger), project)
})

test('Folders that others may enter are open, and so is what can still be made in them', async () => {
  assert.equal(await withModes({ home: 0o711, project: 0o755 }, stranger), undefined)
})

test('A folder is open to its owner, and to its group when that may enter', async () => {
  assert.equal(await withModes({ home: 0o700, project: 0o700 }, { uid, gid: stranger.gid }), undefined)
  assert.equal(await withModes({ home: 0o710, project: 0o710 }, { uid: stranger.uid, gid }), undefined)
  assert.equal(await withModes({ home: 0o701, project: 0o701 }, { uid: stranger.uid, gid }), home)
})

test('Nothing is closed where PostgreSQL runs as we do', () => {
  assert.equal(findClosedFolder(home, undefined), undefined)
})

const open = await mkdtemp(join(tmpdir(), 'fieldwatch-data-'))
await chmod(open, 0o755)
after(() => rm(open, { recursive: true }))
const data = join(open, 'data')
const skip = process.getuid?.() !== 0 && 'only root needs another user'
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

test('Data that root has made are open only to PostgreSQL, which has its own user', { skip }, async () => {
  const postgres = await startEmbeddedPostgres(data, silentLog)
  await postgres.close()
  await createFolderStorage(join(data, 'files')).put('picture', Buffer.from('x'))

  const user = postgresUser()
  assert.notEqual(user?.uid, NOBODY.uid)
  assert.equal((await stat(join(postgresFolder(data).cluster, 'PG_VERSION'))).uid, user?.uid)
  const modes = await Promise.all([data, join(data, 'files'), postgresFolder(data).cluster].map(modeOf))
  assert.deepEqual(modes, [0o700, 0o700, 0o700])
})

test('Data that an earlier release gave to the user nobody are given to that user', { skip }, async () => {
  const { cluster } = postgresFolder(data)
  for (const name of ['', ...(await readdir(cluster, { recursive: true }))])
    await lchown(join(cluster, name), NOBODY.uid, NOBODY.gid)
  await lchown(data, 0, 0)
  await chmod(data, 0o711)

  const postgres = await startEmbeddedPostgres(data, silentLog)
  await postgres.close()

  assert.equal(await modeOf(data), 0o700)
  for (const name of await readdir(cluster, { recursive: true }))
    assert.equal((await stat(join(cluster, name))).uid, postgresUser()?.uid, name)
})
