import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BodyOf, CallOf } from '@fieldwatch/contract/api/endpoint'
import { addNote, changeNote, listNotes } from '../contract/notes.ts'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
const viewer = await signInAs()

async function buildTravelled() {
  const unit = await buildUnit(db, { entity: viewer.entity })
  await sendRecords(app, unit, 'location', [
    { messageUTC: '2026-02-01T08:00:00Z', lat: 48, lon: 11 },
    { messageUTC: '2026-02-01T09:00:00Z', lat: 49, lon: 12 },
    { messageUTC: '2026-02-01T09:30:00Z', satellites: 0 },
    { messageUTC: '2026-02-01T10:00:00Z', lat: 50, lon: 13 },
  ])
  const add = async (note: Omit<CallOf<typeof addNote>['body'], 'dataID' | 'text'>) =>
    (await call(addNote, { as: viewer, body: { dataID: unit.dataId, text: 'Visit', ...note } })).body.details
  const change = async (noteID: number, changes: Omit<BodyOf<typeof changeNote>, 'noteID' | 'version'>) =>
    (await call(changeNote, { as: viewer, body: { noteID, ...changes } })).body.details.position
  return { dataId: unit.dataId, add, change }
}

describe('the position of a note', () => {
  it('is where the unit was at its beginning, and follows a beginning that is corrected', async () => {
    const { add, change } = await buildTravelled()

    const { noteID, position } = await add({ startUTC: '2026-02-01T09:45:00Z' })
    const early = await add({ startUTC: '2026-02-01T07:00:00Z' })

    assert.deepEqual([position, early.position], [{ lat: 49, lon: 12 }, null])
    assert.deepEqual(await change(noteID, { startUTC: '2026-02-01T08:30:00Z' }), { lat: 48, lon: 11 })
    assert.deepEqual(await change(noteID, { text: 'Visited' }), { lat: 48, lon: 11 })
    assert.equal(await change(noteID, { startUTC: '2026-02-01T07:30:00Z' }), null)
  })

  it('stays where its author put it, until it is taken away', async () => {
    const { add, change } = await buildTravelled()

    const { noteID, position } = await add({ startUTC: '2026-02-01T09:45:00Z', position: { lat: 1, lon: 2 } })

    assert.deepEqual(position, { lat: 1, lon: 2 })
    assert.deepEqual(await change(noteID, { startUTC: '2026-02-01T08:30:00Z' }), { lat: 1, lon: 2 })
    assert.deepEqual(await change(noteID, { position: { lat: 3, lon: 4 } }), { lat: 3, lon: 4 })
    assert.equal(await change(noteID, { position: null }), null)
  })

  it('selects the notes of a map', async () => {
    const { dataId, add } = await buildTravelled()
    const bare = await buildUnit(db, { entity: viewer.entity })
    const body = { dataID: bare.dataId, text: 'Nowhere', startUTC: '2026-02-01T09:45:00Z' }
    await call(addNote, { as: viewer, body })
    await add({ startUTC: '2026-02-01T09:45:00Z' })

    const list = async (placed: 'true' | 'false') => {
      const query = { from: '2026-02-01T09:00:00Z', to: '2026-02-01T10:00:00Z', placed }
      const { notes } = (await call(listNotes, { as: viewer, query })).body.details
      return notes.map(({ dataID }) => dataID).filter((id) => [dataId, bare.dataId].includes(id))
    }

    assert.deepEqual(await list('true'), [dataId])
    assert.equal((await list('false')).length, 2)
  })
})
