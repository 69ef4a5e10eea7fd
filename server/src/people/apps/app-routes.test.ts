import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listApps } from '@fieldwatch/contract/people/apps'
import { buildApplication, buildEntity } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const VALVES = 'https://valves.example/app'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })

describe('GET apps', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(listApps)).failure.code, 'auth/missing-token')
  })

  // spec 1-3-19, 1-3-20, 1-6-09, 1-7-07
  it('lists by name the apps for everyone and for the own entity, and names no other entity', async () => {
    const own = await buildEntity(db)
    const other = await buildEntity(db)
    const ours = await buildApplication(db, {
      name: 'Valves',
      path: 'valves',
      icon: '/v.svg',
      url: VALVES,
      entities: [other, own],
    })
    const everyones = await buildApplication(db, { name: 'Blower', allAccess: true })
    await buildApplication(db, { name: 'Elsewhere', entities: [other] })

    const { status, body } = await call(listApps, { as: await signInAs({ entity: own }) })

    assert.equal(status, 200)
    assert.deepEqual(body.details, [
      { id: everyones, name: 'Blower', path: 'blower', icon: '', url: '/page_blth_app', allAccess: true, entities: [] },
      { id: ours, name: 'Valves', path: 'valves', icon: '/v.svg', url: VALVES, allAccess: false, entities: [own] },
    ])
  })
})
