import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { buildEntity } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })

const top = await buildEntity(db, {
  name: 'Northwind Water',
  company: 'Northwind AB',
  url: 'https://northwind.example',
  logo: '/logo.png',
  icon: '/icon.png',
})
const below = await buildEntity(db, { name: 'Northwind South', parentId: top })
const other = await buildEntity(db, { name: 'Elsewhere' })

describe('GET entities/{id}', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(getEntity, { params: { id: top } })).failure.code, 'auth/missing-token')
  })

  it('answers an entity out of reach exactly as one that is not there', async () => {
    const viewer = await signInAs({ entity: top })

    const answers = await Promise.all(
      [other, below, 'nowhere' as EntityId].map((id) => call(getEntity, { as: viewer, params: { id } })),
    )

    for (const { status, failure } of answers) {
      assert.equal(status, 404)
      assert.equal(failure.code, 'entity/not-found')
      assert.deepEqual(failure, answers[0]?.failure)
    }
  })

  // spec 1-3-15, 1-3-16, 1-3-17, 1-7-06, 2-3-35, 2-7-53
  it('shows an entity, with the ids below it to those who reach them', async () => {
    const viewer = await signInAs({ entity: top })
    const admin = await signInAs({ entity: top, role: 'admin' })

    const toViewer = await call(getEntity, { as: viewer, params: { id: top } })
    const toAdmin = await call(getEntity, { as: admin, params: { id: top } })
    const ofBelow = await call(getEntity, { as: admin, params: { id: below } })

    assert.deepEqual(toAdmin.body.details, {
      entityID: top,
      name: 'Northwind Water',
      logo: '/logo.png',
      icon: '/icon.png',
      url: 'https://northwind.example',
      status: 'active',
      company: 'Northwind AB',
      subEntities: [below],
      secondFactorRequired: false,
      secondFactorRequiredBy: null,
      viewersMayEdit: true,
      viewersMayConfigure: true,
      measures: null,
      language: null,
      version: 1,
    })
    assert.deepEqual(toViewer.body.details.subEntities, [])
    assert.equal(ofBelow.body.details.name, 'Northwind South')
  })
})
