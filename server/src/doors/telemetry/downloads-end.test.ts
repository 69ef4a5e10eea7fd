import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { updateUsers } from '@fieldwatch/contract/people/users'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const entity = await buildEntity(db)
const elsewhere = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const unit = await buildUnit(db, { entity })

/** Texts that no format makes short: more than sockets hold. */
const noise = (index: number): string =>
  Array.from({ length: 8 }, (_, part) => createHash('sha512').update(`${index} ${part}`).digest('base64')).join('')
for (let page = 0; page < 10; page += 1) {
  const records = Array.from({ length: 2_000 }, (_, index) => {
    const at = page * 2_000 + index
    return { messageUTC: Date.parse('2026-02-01T00:00:00Z') + at * 1_000, noise: noise(at) }
  })
  await sendRecords(app, unit, 'noise', records)
}

const FILES = ['noise.csv', 'noise/xlsx', 'noise/parquet']

/** A download of which only the beginning is read. */
async function begin(file: string, bearer: string) {
  const headers = { authorization: bearer }
  const request = get({ port, path: `/api/v1/export/${unit.dataId}/${file}`, headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  // It may close before anyone reads on.
  const closed = new Promise((resolve) => response.on('error', () => undefined).once('close', resolve))
  await once(response, 'readable')
  response.read()
  return { response, closed }
}

/** Reads the rest. Returns whether the file was complete. */
async function finish({ response, closed }: Awaited<ReturnType<typeof begin>>): Promise<boolean> {
  response.resume()
  await closed
  return response.complete
}

/** As it runs by itself: a reply is judged at its second check. */
async function checkTwice(): Promise<void> {
  await app.replyWatch.check()
  await app.replyWatch.check()
}

describe('a download', () => {
  for (const file of FILES) {
    it(`of ${file} goes on to its end for who may have it`, async () => {
      const download = await begin(file, admin.bearer)

      await checkTwice()

      assert.ok(await finish(download))
    })

    it(`of ${file} ends when its reader is disabled`, async () => {
      const reader = await signInAs({ entity })
      const download = await begin(file, reader.bearer)

      await call(updateUsers, { as: admin, body: { userUID: reader.userId, status: 'disabled' } })
      await checkTwice()

      assert.ok(!(await finish(download)))
    })

    it(`of ${file} ends when the unit leaves the reach of its reader`, async () => {
      const reader = await signInAs({ entity })
      const download = await begin(file, reader.bearer)

      await db.updateTable('appUser').set({ entityId: elsewhere }).where('id', '=', reader.userId).execute()
      await checkTwice()

      assert.ok(!(await finish(download)))
    })
  }

  it('by a program ends when its token is revoked', async () => {
    const body = { name: 'Analysis', scopes: ['read' as const], days: 30 }
    const { token, secret } = (await call(createProgramToken, { as: admin, body })).body.details
    const download = await begin('noise.csv', `Bearer ${secret}`)

    await call(revokeProgramToken, { as: admin, body: { tokenID: token.tokenID } })
    await checkTwice()

    assert.ok(!(await finish(download)))
  })

  it('goes on while it cannot be judged', async () => {
    const download = await begin('noise.csv', admin.bearer)
    const { reads, main } = { reads: app.authenticator, main: app.authenticator.reload.bind(app.authenticator) }
    reads.reload = () => Promise.reject(new Error('the database is away'))

    await checkTwice()
    reads.reload = main

    assert.ok(await finish(download))
  })
})
