import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findClosedFolder, type SystemUser } from './unprivileged-user.ts'

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
