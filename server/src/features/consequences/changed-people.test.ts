import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { buildEntity } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, clock, db, signInAs } = await createTestApp({ database, mayWork: () => false })
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })

describe('work under way of the people of an entity', () => {
  it('is listed before the entity is disabled or a person deleted', async () => {
    const below = await buildEntity(db, { parentId: top, name: 'North' })
    const maker = await signInAs({ role: 'admin', entity: below })
    const by = { createdAt: clock(), createdBy: maker.userId }
    const job = { kind: 'change units', payload: '{}', entity_id: below, ...by }
    const { id } = await db.insertInto('job').values(job).returning('id').executeTakeFirstOrThrow()
    const asked = { action_class: 'Unit' as const, method: 'Ping' as const, action: 'Ping', payload: '{}' }
    await db
      .insertInto('actionBatch')
      .values({ ...asked, ...by, expiresInSeconds: 60, stopAfter: 1, state: 'first' } as never)
      .execute()
    const changes: readonly Change[] = [
      { kind: 'entity-disabled', entityID: below },
      { kind: 'entity-deleted', entityID: below },
      { kind: 'person-deleted', userIDs: [maker.userId] },
    ]

    for (const change of changes) {
      const { things } = (await call(listConsequences, { as: admin, body: { change } })).body.details
      assert.deepEqual(
        things
          .filter(({ kind }) => kind === 'job' || kind === 'batch')
          .map(({ kind, name, follows }) => [kind, name, follows]),
        [
          ['batch', 'Ping', 'ends'],
          ['job', `#${id}`, 'ends'],
        ],
        change.kind,
      )
    }
  })
})
