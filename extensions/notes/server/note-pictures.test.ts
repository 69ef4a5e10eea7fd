import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { getFile, MOST_PICTURE_BYTES } from '@fieldwatch/contract/api/files'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import { addNote, changeNote, getNotePicture, listNotes, removeNote, uploadNotePicture } from '../contract/notes.ts'
import { deleteUnit } from '@fieldwatch/contract/units/deletions'
import sharp from 'sharp'
import { createFolderStorage } from '@fieldwatch/server/platform/files/folder-storage'
import { buildPicture } from '@fieldwatch/server/testing/build-picture'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-notes-'))
database.defer(() => rm(folder, { recursive: true, force: true }))
const { call, clock, db, signInAs } = await createTestApp({
  database,
  fileStorage: createFolderStorage(join(folder, 'files')),
})
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const viewer = await signInAs({ entity })
const stranger = await signInAs({ role: 'admin' })

const AT = '2026-03-01T08:00:00.000Z'

const onDisk = (): Promise<string[]> => readdir(join(folder, 'files')).catch(() => [])

async function upload(dataID: DataId, { as = viewer, file }: { as?: SignedInUser; file?: File } = {}) {
  return call(uploadNotePicture, { as, body: { dataID, file: file ?? (await buildPicture()) } })
}

async function addWithPicture(dataID: DataId, alt = 'A new pump') {
  const { upload: name } = (await upload(dataID)).body.details
  const picture = { upload: name, alt }
  return (await call(addNote, { as: viewer, body: { dataID, startUTC: AT, text: 'New pump', picture } })).body.details
}

async function readPicture(noteID: number, size: 'full' | 'small', as = viewer) {
  return call(getNotePicture, { as, params: { noteID }, query: { size } })
}

describe('the picture of a note', () => {
  it('is read in two sizes by people who see the unit, and is nothing but a picture', async () => {
    const { dataId } = await buildUnit(db, { entity })
    const file = await buildPicture({ width: 4_000, height: 2_000, format: 'jpeg' })
    const { upload: name } = (await upload(dataId, { file })).body.details
    const body = { dataID: dataId, startUTC: AT, text: 'New pump', picture: { upload: name, alt: 'A pump' } }
    const { noteID, picture } = (await call(addNote, { as: viewer, body })).body.details

    const [full, small] = [await readPicture(noteID, 'full', admin), await readPicture(noteID, 'small')]

    assert.deepEqual(picture, { alt: 'A pump' })
    const sizes = await Promise.all([full, small].map(({ response }) => sharp(response.rawPayload).metadata()))
    assert.deepEqual(
      sizes.map(({ format, width, height }) => [format, width, height]),
      [
        ['webp', 1600, 800],
        ['webp', 320, 160],
      ],
    )
    for (const { response } of [full, small]) {
      assert.equal(response.headers['content-type'], 'image/webp')
      assert.equal(response.headers['x-content-type-options'], 'nosniff')
      assert.equal(response.headers['content-security-policy'], "default-src 'none'; sandbox")
      assert.equal(response.headers['cache-control'], 'no-store')
    }
  })

  it('does not exist for others, and has no public address', async () => {
    const { dataId } = await buildUnit(db, { entity })
    const { noteID } = await addWithPicture(dataId)
    const [name = ''] = (await onDisk()).filter((file) => !file.includes('small'))

    assert.equal((await upload(dataId, { as: stranger })).failure.code, 'unit/not-found')
    assert.equal((await readPicture(noteID, 'full', stranger)).failure.code, 'note/not-found')
    assert.equal((await call(getNotePicture, { params: { noteID } })).status, 401)
    assert.equal((await call(getFile, { params: { file: name } })).failure.code, 'file/not-found')
    await db.deleteFrom('unitEntity').where('dataId', '=', dataId).execute()
    assert.equal((await readPicture(noteID, 'small')).failure.code, 'note/not-found')
  })

  it('is taken only if it is a picture, and only from the person who uploaded it', async () => {
    const { dataId } = await buildUnit(db, { entity })
    const script = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], 'a.svg', {
      type: 'image/svg+xml',
    })
    const disguised = new File(['<script>1</script>'], 'a.png', { type: 'image/png' })
    const { upload: ofAdmin } = (await upload(dataId, { as: admin })).body.details
    const add = (name: string) =>
      call(addNote, { as: viewer, body: { dataID: dataId, startUTC: AT, text: 'x', picture: { upload: name } } })

    assert.equal((await upload(dataId, { file: script })).failure.code, 'file/type-unsupported')
    assert.equal((await upload(dataId, { file: disguised })).failure.code, 'file/type-mismatch')
    for (const name of [ofAdmin, '../secret', `note-${'a'.repeat(43)}.webp`, ''])
      assert.equal((await add(name)).failure.code, 'file/not-found', name)
    const { notes } = (await call(listNotes, { as: viewer, query: { dataID: dataId } })).body.details
    assert.deepEqual(notes, [])
  })

  it('is replaced, described, and removed with both of its files, which the activity shows', async () => {
    const { dataId } = await buildUnit(db, { entity })
    const before = await onDisk()
    const { noteID } = await addWithPicture(dataId)
    const first = (await onDisk()).filter((file) => !before.includes(file))
    const change = async (picture: object | null) =>
      (await call(changeNote, { as: viewer, body: { noteID, picture } })).body.details.picture

    assert.deepEqual(await change({ alt: 'The pump' }), { alt: 'The pump' })
    const { upload: name } = (await upload(dataId)).body.details
    assert.deepEqual(await change({ upload: name }), { alt: 'The pump' })
    const second = (await onDisk()).filter((file) => !before.includes(file))
    assert.deepEqual([first.length, second.length, second.filter((file) => first.includes(file))], [2, 2, []])
    assert.equal(await change(null), null)
    assert.equal((await readPicture(noteID, 'full')).failure.code, 'file/not-found')
    assert.deepEqual(await onDisk(), before)
    const { activity } = (await call(listActivity, { as: admin, query: { dataID: dataId } })).body.details
    assert.equal(activity.filter(({ action }) => action === 'change note').length, 3)
  })

  it('goes with its note, and with its unit', async () => {
    const [one, other] = [await buildUnit(db, { entity }), await buildUnit(db, { entity, friendlyName: 'Tank' })]
    const before = await onDisk()
    const { noteID } = await addWithPicture(one.dataId)
    await addWithPicture(other.dataId)
    assert.equal((await onDisk()).length, before.length + 4)

    await call(removeNote, { as: viewer, body: { noteID } })
    assert.equal((await onDisk()).length, before.length + 2)
    const { status } = await call(deleteUnit, {
      as: admin,
      params: { dataID: other.dataId },
      body: { confirm: 'Tank' },
    })
    assert.equal(status, 200)
    assert.deepEqual(await onDisk(), before)
  })
})

describe('pictures of notes', () => {
  const HOUR_MS = 3_600_000
  /** As if the person had added so many bytes. */
  const addBytes = (as: SignedInUser, { bytes, at = clock() }: { bytes: number; at?: number }) =>
    db
      .insertInto('storedFile')
      .values({
        name: `note-${randomUUID()}.webp`,
        kind: 'note',
        subject: 'note:0',
        uploadedBy: as.userId,
        entityId: as.entity,
        bytes,
        createdAt: new Date(at),
      })
      .execute()

  it('of one person within a day have a limit, which other people do not share', async () => {
    const crowd = await buildEntity(db)
    const [one, other] = [await signInAs({ entity: crowd }), await signInAs({ entity: crowd })]
    const { dataId } = await buildUnit(db, { entity: crowd })
    await addBytes(one, { bytes: MOST_PICTURE_BYTES.ofPerson, at: clock() - 25 * HOUR_MS })
    assert.equal((await upload(dataId, { as: one })).status, 200)
    await addBytes(one, { bytes: MOST_PICTURE_BYTES.ofPerson, at: clock() - 23 * HOUR_MS })

    const refused = await upload(dataId, { as: one })
    const taken = await upload(dataId, { as: other })

    assert.deepEqual([refused.status, refused.failure.code], [429, 'file/too-many-pictures'])
    assert.equal(taken.status, 200)
  })

  it('of the people of an entity have a limit, until some are deleted', async () => {
    const full = await buildEntity(db)
    const person = await signInAs({ entity: full })
    const { dataId } = await buildUnit(db, { entity: full })
    const earlier = clock() - 48 * HOUR_MS
    for (let part = 0; part < 10; part += 1)
      await addBytes(person, { bytes: MOST_PICTURE_BYTES.ofEntity / 10, at: earlier })
    const before = await onDisk()

    const refused = await upload(dataId, { as: person })

    assert.deepEqual([refused.status, refused.failure.code], [409, 'file/pictures-full'])
    assert.deepEqual(await onDisk(), before)
    await db.deleteFrom('storedFile').where('entityId', '=', full).execute()
    assert.equal((await upload(dataId, { as: person })).status, 200)
  })

  it('that come at once do not pass the limit together', async () => {
    const busy = await buildEntity(db)
    const person = await signInAs({ entity: busy })
    const { dataId } = await buildUnit(db, { entity: busy })
    await upload(dataId, { as: person })
    const { bytes } = await db
      .selectFrom('storedFile')
      .select((eb) => eb.fn.sum<number>('bytes').as('bytes'))
      .where('entityId', '=', busy)
      .executeTakeFirstOrThrow()
    await addBytes(person, { bytes: MOST_PICTURE_BYTES.ofPerson - 2 * bytes })

    const answers = await Promise.all([1, 2, 3].map(() => upload(dataId, { as: person })))

    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 429, 429],
    )
  })
})
