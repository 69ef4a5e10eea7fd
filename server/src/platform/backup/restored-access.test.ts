import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { requestPasswordReset } from '@fieldwatch/contract/people/auth'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { resetSecondFactor } from '@fieldwatch/contract/people/second-factor'
import { updateUsers } from '@fieldwatch/contract/people/users'
import pg from 'pg'
import { setUpApp } from '#testing/authenticator-app.ts'
import { createMemoryStorage } from '#testing/memory-storage.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-restored-access-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()
const testApp = await createTestApp({ database })
const { call, clock, signInAs } = testApp
const admin = await signInAs({ role: 'admin' })
const files = createMemoryStorage()
const parts = { connection: { connectionString: database.connectionString }, files, clock, release: '0.1.0' }

async function restoreInto(file: string) {
  const databaseUrl = await database.createEmpty()
  const target = { dataFolder: join(folder, databaseUrl.split('/').at(-1) ?? ''), databaseUrl, storage: files, clock }
  return { databaseUrl, loaded: await restoreBackup(target, file, silentLog) }
}

async function query(connectionString: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

describe('what a restore brings back', () => {
  it('is reported: tokens, links and second factors, and what was revoked according to a later backup', async () => {
    const aside = await mkdtemp(join(folder, 'later-'))
    const [before, later] = [join(aside, 'before'), join(aside, 'later')]
    const person = await signInAs({ entity: admin.entity })
    const draft = { name: 'Nightly report', scopes: ['read' as const], days: 30 }
    const { token } = (await call(createProgramToken, { as: admin, body: draft })).body.details
    await call(requestPasswordReset, { body: { email: person.email } })
    await setUpApp(testApp, person)

    await writeBackup(parts, before)
    const alone = await restoreInto(before)
    clock.advance(1000)
    await call(revokeProgramToken, { as: admin, body: { tokenID: token.tokenID } })
    await call(resetSecondFactor, { as: admin, body: { userUID: person.userId } })
    await call(updateUsers, { as: admin, body: { userUID: person.userId, status: 'disabled' } })
    clock.advance(60_000)
    await writeBackup(parts, later)
    const { databaseUrl, loaded } = await restoreInto(before)

    assert.equal(alone.loaded.later, undefined)
    assert.deepEqual(loaded.access, { programTokens: 1, links: 1, secondFactors: 1, sharedLinks: 0, screens: 0 })
    assert.equal(loaded.later?.path, later)
    assert.deepEqual(
      loaded.later?.changes.map(({ action, subject }) => [action, subject]),
      [
        ['revoke program token', 'Nightly report'],
        ['reset second factor', person.email],
        ['change user', person.email],
      ],
    )
    assert.deepEqual(await query(databaseUrl, 'select count(*)::int from program_token'), [[1]])
    for (const table of ['server', 'session', 'sign_in_step'])
      assert.deepEqual(await query(databaseUrl, `select count(*)::int from ${table}`), [[0]], table)
  })

  it('does not depend on the later backup, which may be damaged', async () => {
    const aside = await mkdtemp(join(folder, 'damaged-'))
    const before = join(aside, 'before')
    await writeBackup(parts, before)
    clock.advance(60_000)
    const whole = join(aside, 'whole')
    await writeBackup(parts, whole)
    const bytes = await readFile(whole)
    await writeFile(join(aside, 'cut'), bytes.subarray(0, bytes.length / 2))
    await rm(whole)
    await writeFile(join(aside, 'notes.txt'), 'no backup')

    const { databaseUrl, loaded } = await restoreInto(before)

    assert.deepEqual(loaded.later?.changes ?? [], [])
    assert.deepEqual(await query(databaseUrl, `select count(*)::int > 0 from app_user`), [[true]])
  })
})
