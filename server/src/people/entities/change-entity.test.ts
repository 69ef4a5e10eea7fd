import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEntity, getEntity, listEntities, updateEntity } from '@fieldwatch/contract/people/entities'
import { getFile } from '@fieldwatch/contract/api/files'
import { getMe } from '@fieldwatch/contract/people/users'
import { buildEntity } from '#testing/build-users.ts'
import { buildPicture } from '#testing/build-picture.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })

const top = await buildEntity(db, { name: 'Northwind' })
const below = await buildEntity(db, { name: 'South', parentId: top })
const other = await buildEntity(db, { name: 'Elsewhere' })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const holder = await signInAs({ entity: top, permissions: ['viewSubentities'] })

type Created = Parameters<typeof call<typeof createEntity>>[1]
type Changed = Parameters<typeof call<typeof updateEntity>>[1]

const create = (as: SignedInUser, body: NonNullable<Created>['body']) =>
  call(createEntity, { as, ...(body === undefined ? {} : { body }) })
const change = (as: SignedInUser, body: NonNullable<Changed>['body']) =>
  call(updateEntity, { as, ...(body === undefined ? {} : { body }) })
const statusOf = async (url: string) => (await call(getFile, { params: { file: url.split('/').at(-1) ?? '' } })).status

describe('GET entities', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(listEntities)).failure.code, 'auth/missing-token')
  })

  // spec 2-7-51
  it('shows the entities in reach, the own one first', async () => {
    const own = await buildEntity(db, { name: 'Zeta' })
    await buildEntity(db, { name: 'Beta', parentId: own })
    await buildEntity(db, { name: 'Alpha', parentId: own })
    const namesFor = async (as: SignedInUser) =>
      (await call(listEntities, { as })).body.details.map(({ name, subEntities }) => [name, subEntities.length])

    assert.deepEqual(await namesFor(await signInAs({ role: 'admin', entity: own })), [
      ['Zeta', 2],
      ['Alpha', 0],
      ['Beta', 0],
    ])
    assert.deepEqual(await namesFor(await signInAs({ entity: own })), [['Zeta', 0]])
  })
})

describe('POST entities', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(createEntity, { body: { name: 'North' } })).failure.code, 'auth/missing-token')
  })

  it('is for admins and those who manage sub-entities', async () => {
    assert.equal((await create(viewer, { name: 'North' })).failure.code, 'access/forbidden')
    assert.equal((await create(holder, { name: 'By a holder' })).status, 200)
  })

  it('answers a parent out of reach as missing', async () => {
    const foreign = await create(admin, { name: 'North', parent: other })
    const missing = await create(admin, { name: 'North', parent: 'nowhere' })

    assert.equal(foreign.failure.code, 'entity/not-found')
    assert.deepEqual(foreign.failure, missing.failure)
  })

  it('refuses a body without a name, with an address that could run code, and a logo that is no picture', async () => {
    const nameless = await create(admin, { name: ' ' })
    const script = await create(admin, { name: 'North', url: 'javascript:alert(1)' })
    const page = new File(['<script>'], 'logo.png', { type: 'image/png' })

    assert.equal(nameless.failure.message, 'Enter a name.')
    assert.equal(script.failure.code, 'request/invalid')
    assert.equal((await create(admin, { name: 'North', logo: page })).failure.code, 'file/type-mismatch')
  })

  // spec 1-1-17, 1-7-44, 1-7-45, 2-7-51
  it('adds a sub-entity with logo and icon, which is in reach at once', async () => {
    const form = { name: 'North', url: 'north.example', logo: await buildPicture(), icon: await buildPicture() }

    const { body } = await create(admin, form)
    const { entityID } = body.details
    const { details } = (await call(getEntity, { as: admin, params: { id: entityID } })).body
    const { entityData } = (await call(getMe, { as: admin })).body.details

    assert.equal(body.message, 'North was added.')
    assert.deepEqual(
      [details.name, details.url, details.status, details.subEntities],
      ['North', 'https://north.example', 'active', []],
    )
    assert.deepEqual([await statusOf(details.logo), await statusOf(details.icon)], [200, 200])
    assert.deepEqual(entityData[entityID], { name: 'North', logo: details.logo, icon: details.icon, status: 'active' })
  })

  it('adds one below a given entity in reach', async () => {
    const { body } = await create(holder, { name: 'South East', parent: below })

    const { details } = (await call(getEntity, { as: admin, params: { id: below } })).body
    assert.ok(details.subEntities.includes(body.details.entityID))
  })
})

describe('a name that another entity in reach has', () => {
  it('is refused for a new entity until it is confirmed', async () => {
    const twin = await buildEntity(db, { name: 'Twin', parentId: top })

    const asked = await create(admin, { name: 'tWIN', parent: below })
    const confirmed = await create(admin, { name: 'tWIN', parent: below, sameName: 'true' })

    assert.deepEqual([asked.status, asked.failure.code], [409, 'entity/name-taken'])
    assert.equal(confirmed.status, 200)
    assert.notEqual(confirmed.body.details.entityID, twin)
  })

  it('is refused for a changed entity until it is confirmed, and nothing of the change is saved', async () => {
    await buildEntity(db, { name: 'Sibling', parentId: top })
    const entity = await buildEntity(db, { name: 'Brother', parentId: top })

    const asked = await change(admin, { entityID: entity, name: 'Sibling', company: 'AB' })
    const after = (await call(getEntity, { as: admin, params: { id: entity } })).body.details
    const confirmed = await change(admin, { entityID: entity, name: 'Sibling', sameName: 'true' })
    const saved = await change(admin, { entityID: entity, name: 'Sibling', company: 'AB' })

    assert.deepEqual([asked.status, asked.failure.code], [409, 'entity/name-taken'])
    assert.deepEqual([after.name, after.company], ['Brother', ''])
    assert.deepEqual([confirmed.status, saved.status], [200, 200])
  })

  it('is taken once by two who choose it at the same time', async () => {
    const entities = await Promise.all(['First', 'Second'].map((name) => buildEntity(db, { name, parentId: top })))
    for (const name of ['Same 1', 'Same 2', 'Same 3']) {
      const answers = await Promise.all([
        ...entities.map((entityID) => change(admin, { entityID, name })),
        create(admin, { name, parent: below }),
      ])

      assert.equal(answers.filter(({ status }) => status === 200).length, 1, name)
      assert.equal(answers.filter(({ failure }) => failure?.code === 'entity/name-taken').length, 2, name)
    }
  })

  it('may be written otherwise without a question by the entity itself', async () => {
    const entity = await buildEntity(db, { name: 'lower case', parentId: top })

    assert.equal((await change(admin, { entityID: entity, name: 'Lower Case' })).status, 200)
  })

  it('is free for the only entity in reach', async () => {
    const alone = await signInAs({ role: 'admin', entity: await buildEntity(db, { name: 'Alone' }) })

    assert.equal((await change(alone, { entityID: alone.entity, name: 'Still alone' })).status, 200)
  })

  it('says nothing of entities out of reach', async () => {
    assert.equal((await create(admin, { name: 'Elsewhere' })).status, 200)
  })
})

describe('PUT entities', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(updateEntity, { body: { entityID: top } })).failure.code, 'auth/missing-token')
  })

  it('is for admins', async () => {
    for (const as of [viewer, holder]) {
      assert.equal((await change(as, { entityID: top, name: 'Mine' })).failure.code, 'access/forbidden')
    }
  })

  it('answers an entity out of reach as missing', async () => {
    const foreign = await change(admin, { entityID: other, name: 'Mine' })
    const missing = await change(admin, { entityID: 'nowhere', name: 'Mine' })

    assert.equal(foreign.failure.code, 'entity/not-found')
    assert.deepEqual(foreign.failure, missing.failure)
  })

  it('does not let an admin switch off the own entity', async () => {
    assert.equal((await change(admin, { entityID: top, status: 'disabled' })).failure.code, 'entity/own-status')
    assert.equal((await change(admin, { entityID: top, status: 'active' })).status, 200)
  })

  it('changes what is named, leaves the rest, and writes down both', async () => {
    const entity = await buildEntity(db, { name: 'West', parentId: top, company: 'Northwind AB' })

    const { body } = await change(admin, { entityID: entity, name: 'Far West', url: 'https://west.example' })

    const log = await db.selectFrom('auditLog').selectAll().where('subjectId', '=', entity).execute()
    const { name, url, company } = body.details
    assert.equal(body.message, 'Far West was updated.')
    assert.deepEqual([name, url, company], ['Far West', 'https://west.example', 'Northwind AB'])
    assert.deepEqual(
      log.map((entry) => [entry.userId, entry.action, entry.before, entry.after]),
      [[admin.userId, 'change entity', { name: 'West', url: '' }, { name: 'Far West', url: 'https://west.example' }]],
    )
  })

  it('has preferred units of measure, which a new sub-entity begins with', async () => {
    const measures = { system: 'US', dimensions: { pressure: 'kPa' } } as const
    const entity = await buildEntity(db, { parentId: top })

    const { body } = await change(admin, { entityID: entity, measures: JSON.stringify(measures) })
    const below = (await create(admin, { name: 'Below', parent: entity })).body.details.entityID
    const ofBelow = (await call(getEntity, { as: admin, params: { id: below } })).body.details
    const wrong = await Promise.all(
      ['US', '{"system":"imperial"}', '[]'].map((text) => change(admin, { entityID: entity, measures: text })),
    )
    const without = await change(admin, { entityID: entity, measures: '', language: 'fr' })

    assert.deepEqual([body.details.measures, ofBelow.measures], [measures, measures])
    assert.deepEqual(
      wrong.map(({ failure }) => failure.code),
      wrong.map(() => 'request/invalid'),
    )
    assert.deepEqual([without.body.details.measures, without.body.details.language], [null, 'fr'])
  })

  it('replaces and removes pictures, and nothing is left of the old ones', async () => {
    const entity = (await create(admin, { name: 'East', logo: await buildPicture(), icon: await buildPicture() })).body
      .details.entityID
    const first = (await call(getEntity, { as: admin, params: { id: entity } })).body.details

    const second = (await change(admin, { entityID: entity, logo: await buildPicture(), icon: '' })).body.details

    assert.notEqual(second.logo, first.logo)
    assert.equal(second.icon, '')
    assert.deepEqual(
      [await statusOf(first.logo), await statusOf(first.icon), await statusOf(second.logo)],
      [404, 404, 200],
    )
  })
})
