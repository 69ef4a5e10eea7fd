import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateUnit } from '@fieldwatch/contract/units/units'
import sharp from 'sharp'
import { buildUnit } from '#testing/build-unit.ts'
import { createMemoryStorage } from '#testing/memory-storage.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const fileStorage = createMemoryStorage()
const { app, db, call, signInAs } = await createTestApp({ database, fileStorage })
const viewer = await signInAs()
const stranger = await signInAs({ role: 'admin' })
const unit = await buildUnit(db, { entity: viewer.entity, friendlyName: 'North tank', description: 'Old.' })
const { dataId: dataID } = unit

const picture = async (): Promise<File> => {
  const create = { width: 40, height: 30, channels: 3 as const, background: '#00f' }
  return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'tank.png', { type: 'image/png' })
}

describe('PUT devices', () => {
  it('without credentials is refused', async () => {
    assert.equal((await call(updateUnit, { body: { dataID } })).failure.code, 'auth/missing-token')
  })

  it('of a unit of another entity answers as for one that does not exist, and keeps no picture', async () => {
    const body = { dataID, friendlyName: 'Mine', image: await picture() }
    const theirs = await call(updateUnit, { as: stranger, body })
    const missing = await call(updateUnit, { as: stranger, body: { ...body, dataID: 'nothing' } })

    assert.deepEqual([theirs.status, theirs.failure.code], [404, 'unit/not-found'])
    assert.deepEqual(theirs.failure, missing.failure)
    assert.equal((await db.selectFrom('storedFile').select('name').execute()).length, 0)
  })

  it('with an empty name or something that is no picture is invalid', async () => {
    const name = await call(updateUnit, { as: viewer, body: { dataID, friendlyName: ' ' } })
    assert.deepEqual(name.failure.details?.fields, { friendlyName: 'Enter a name.' })
    const text = new File(['hello'], 'tank.png', { type: 'image/png' })
    assert.equal((await call(updateUnit, { as: viewer, body: { dataID, image: text } })).status, 415)
  })

  // spec 1-3-22, 2-1-05, 2-7-47
  it('by a viewer changes name, description and picture, and writes both states to the audit log', async () => {
    const words = { friendlyName: 'South tank', description: 'New.' }
    const { body } = await call(updateUnit, { as: viewer, body: { dataID, ...words, image: await picture() } })

    const { friendlyName, description, image } = body.details
    assert.deepEqual({ friendlyName, description }, words)
    const shown = await app.inject({ url: image })
    assert.deepEqual([shown.statusCode, shown.headers['content-type']], [200, 'image/webp'])
    const [entry] = await db.selectFrom('auditLog').selectAll().where('action', '=', 'describe unit').execute()
    assert.deepEqual(entry?.before, { friendlyName: 'North tank', description: 'Old.', image: '' })
    assert.deepEqual(entry?.after, { ...words, image })
  })

  // spec 2-7-48
  it('replaces the old picture, which is deleted, and removes a picture on request', async () => {
    const first = await call(updateUnit, { as: viewer, body: { dataID, image: await picture() } })
    const second = await call(updateUnit, { as: viewer, body: { dataID, image: await picture() } })
    assert.equal((await app.inject({ url: first.body.details.image })).statusCode, 404)

    const none = await call(updateUnit, { as: viewer, body: { dataID, image: '' } })

    assert.equal(none.body.details.image, '')
    assert.equal((await app.inject({ url: second.body.details.image })).statusCode, 404)
  })

  it('keeps what is not given', async () => {
    const { body } = await call(updateUnit, { as: viewer, body: { dataID, description: 'Newer.' } })

    assert.deepEqual([body.details.friendlyName, body.details.description], ['South tank', 'Newer.'])
  })
})
