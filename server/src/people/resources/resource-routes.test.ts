import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { EntityId, LabelId } from '@fieldwatch/contract/api/ids'
import { defineResource } from '@fieldwatch/contract/api/resource'
import { Version } from '@fieldwatch/contract/api/version'
import { LabelColour } from '@fieldwatch/contract/units/labels'
import { z } from 'zod'
import type { ServerExtension } from '../../extension.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { buildEntity } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { registerResource } from './resource-routes.ts'

declare module '@fieldwatch/contract/activity/activity-actions' {
  interface AddedActions {
    'create word': true
    'change word': true
    'remove word': true
  }
}

const MOST = 3
const fields = { name: z.string().min(1).max(40), colour: LabelColour }
const endpoints = defineResource({
  kind: 'label',
  path: 'words',
  words: { one: 'a word', many: 'words' },
  id: ['wordID', LabelId],
  fields,
  reply: z.object({ wordID: LabelId, entity: EntityId, ...fields, version: Version }),
})

/** An extension as small as one can be, in the table of labels. */
const words: ServerExtension = {
  name: 'words',
  endpoints,
  start: (core) => ({
    routes: (app) =>
      registerResource(
        app,
        { ...core, db: core.database.db },
        {
          endpoints,
          kind: 'label',
          thing: 'word',
          table: 'label',
          idName: 'wordID',
          columns: { name: 'name', colour: 'colour' },
          most: MOST,
          unique: 'name',
        },
      ),
  }),
}

const database = await createTestDatabase()
const bus = createInProcessBus(silentLog)
const { call, db, signInAs } = await createTestApp({ database, bus, extensions: [words] })
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const lower = await signInAs({ role: 'admin', entity: below })
const viewer = await signInAs({ entity: top })

const add = (name: string, more: { entity?: EntityId } = {}, as = admin) =>
  call(endpoints.create, { as, body: { name, colour: 'blue', ...more } })
const list = async (as = admin, entity?: EntityId) =>
  (await call(endpoints.list, { as, query: entity === undefined ? {} : { entity } })).body.details.map(
    ({ name }) => name,
  )

describe('a thing that an entity keeps', () => {
  beforeEach(async () => {
    await db.deleteFrom('label').execute()
  })

  it('is listed, changed and removed by admins who have its entity in reach', async () => {
    const { wordID, ...made } = (await add('Old', { entity: below })).body.details
    assert.deepEqual(made, { entity: below, name: 'Old', colour: 'blue', version: 1 })
    assert.deepEqual([await list(), await list(admin, below), await list(lower)], [[], ['Old'], ['Old']])

    const changed = await call(endpoints.update, { as: lower, body: { wordID, name: 'New' } })
    assert.deepEqual(changed.body.details, { ...made, wordID, name: 'New', version: 2 })
    for (const endpoint of [endpoints.update, endpoints.remove] as const)
      assert.equal((await call(endpoint, { as: viewer, body: { wordID } })).failure.code, 'access/forbidden')

    await call(endpoints.remove, { as: admin, body: { wordID } })
    assert.deepEqual(await list(lower), [])
  })

  it('of an entity out of reach does not exist', async () => {
    const { wordID } = (await add('Ours')).body.details

    for (const endpoint of [endpoints.update, endpoints.remove] as const)
      assert.equal((await call(endpoint, { as: lower, body: { wordID } })).failure.code, 'label/not-found')
    assert.equal((await add('Theirs', { entity: top }, lower)).failure.code, 'entity/not-found')
  })

  it('has a name of its own in its entity, whatever the case, and can be had only so often', async () => {
    const { wordID } = (await add('Pump')).body.details
    assert.equal((await add('PUMP')).failure.code, 'label/name-taken')
    assert.equal((await add('pump', { entity: below })).status, 200)
    assert.equal((await call(endpoints.update, { as: admin, body: { wordID, name: 'pump' } })).status, 200)
    await add('Tank')
    await add('Truck')

    assert.equal((await add('Herd')).failure.code, 'label/too-many')
    assert.equal(
      (await call(endpoints.update, { as: admin, body: { wordID, name: 'tank' } })).failure.code,
      'label/name-taken',
    )
  })

  it('is not made twice by two at once, nor more often than it can be had', async () => {
    const both = await Promise.all(['Cold', 'cold'].map((name) => add(name)))
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((left, right) => left - right),
      [200, 409],
    )

    const many = await Promise.all(['a', 'b', 'c', 'd'].map((name) => add(name)))
    assert.equal(many.filter(({ status }) => status === 200).length, MOST - 1)
  })

  it('is not changed from an older version, and open pages hear of each change', async () => {
    const heard: unknown[] = []
    const stop = bus.subscribe('things-changed', (event) => heard.push(event))
    const { wordID, version } = (await add('Field')).body.details
    await call(endpoints.update, { as: admin, body: { wordID, colour: 'red', version } })

    const stale = await call(endpoints.update, { as: admin, body: { wordID, name: 'X', version } })
    stop()

    assert.equal(stale.failure.code, 'label/changed')
    assert.deepEqual(heard, [
      { kind: 'word', entity: top },
      { kind: 'word', entity: top },
    ])
  })
})
