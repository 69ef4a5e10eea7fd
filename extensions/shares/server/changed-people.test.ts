import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import { PROGRAM_SCOPES } from '@fieldwatch/contract/api/program-scopes'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { createShare } from '../contract/shares.ts'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { call, clock, db, signInAs } = await createTestApp({ database, mayWork: () => false })
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })

/** An admin of an entity below who shares a map there. */
async function buildMaker() {
  const below = await buildEntity(db, { parentId: top, name: 'North' })
  const maker = await signInAs({ role: 'admin', entity: below })
  const colleague = await signInAs({ role: 'admin', entity: below })
  const unit = await buildUnit(db, { entity: below, friendlyName: 'Pump 1' })
  const what = { dataIDs: [unit.dataId], title: 'Yard' }
  const expiresUTC = new Date(clock() + 86_400_000).toISOString()
  await succeed(call(createShare, { as: maker, body: { kind: 'map', what, expiresUTC } }))
  await db.deleteFrom('outbox').execute()
  return { below, maker, colleague }
}

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

const preview = async (change: Change) =>
  (await succeed(call(listConsequences, { as: admin, body: { change } }))).details.things
    .filter(({ kind }) => kind === 'shared link')
    .map(({ kind, name, follows }) => [kind, name, follows])

const mailsTo = async ({ email }: SignedInUser) =>
  db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', email).orderBy('createdAt').execute()

const LOST = [['shared link', 'Yard', 'ends']]

describe('links of a person who may not share them any more', () => {
  for (const [title, toChange, make] of [
    [
      'is disabled',
      ({ maker }) => ({ kind: 'person-disabled', userIDs: [maker.userId] }),
      ({ maker }) => succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, status: 'disabled' } })),
    ],
    [
      'becomes a viewer',
      ({ maker }) => ({ kind: 'person-demoted', userIDs: [maker.userId], role: 'viewer' }),
      ({ maker }) => succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, role: 'viewer' } })),
    ],
    [
      'is deleted',
      ({ maker }) => ({ kind: 'person-deleted', userIDs: [maker.userId] }),
      ({ maker }) => succeed(call(deleteUsers, { as: admin, body: { userUID: maker.userId } })),
    ],
  ] satisfies [
    string,
    (built: Awaited<ReturnType<typeof buildMaker>>) => Change,
    (built: Awaited<ReturnType<typeof buildMaker>>) => Promise<unknown>,
  ][]) {
    it(`are listed before their maker ${title}, and the admins of their entity hear of them in one mail`, async () => {
      const built = await buildMaker()
      const listed = await preview(toChange(built))

      await make(built)
      const [mail, ...more] = await mailsTo(built.colleague)

      assert.deepEqual(listed, LOST)
      assert.deepEqual(more, [])
      assert.equal(mail?.subject, 'Shared links no longer open')
      assert.match(mail?.body ?? '', /The shared link “Yard” no longer opens\./)
      assert.match(mail?.body ?? '', /settings\?tab=shares\n/)
    })
  }

  it('stay as they are when their maker moves to the entity above, and nobody is mailed', async () => {
    const built = await buildMaker()
    const change = { kind: 'person-moved', userIDs: [built.maker.userId], entityID: top } as const

    const listed = await preview(change)
    await succeed(call(updateUsers, { as: admin, body: { userUID: built.maker.userId, entity: top } }))

    assert.deepEqual(listed, [])
    assert.deepEqual(await mailsTo(built.colleague), [])
  })

  it('have the admins of their entity mailed when their maker moves to a disabled one', async () => {
    const built = await buildMaker()
    const disabled = await buildEntity(db, { parentId: top, status: 'disabled' })
    const { userId: userUID } = built.maker

    await succeed(call(updateUsers, { as: admin, body: { userUID, entity: disabled } }))

    assert.equal((await mailsTo(built.colleague)).length, 1)
  })

  it('are neither listed nor mailed once they are over', async () => {
    const { maker, colleague } = await buildMaker()
    const over = new Date(clock() - 1)
    await db.updateTable('share').set({ expiresAt: over }).where('createdBy', '=', maker.userId).execute()
    const body = { name: 'Watcher', scopes: [PROGRAM_SCOPES[0]], days: 1 }
    await succeed(call(createProgramToken, { as: maker, body }))
    await db.updateTable('programToken').set({ expiresAt: over }).where('userId', '=', maker.userId).execute()
    const change = { kind: 'person-disabled', userIDs: [maker.userId] } as const

    const { details } = await succeed(call(listConsequences, { as: admin, body: { change } }))
    await succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, status: 'disabled' } }))

    assert.deepEqual(details.things, [])
    assert.deepEqual(await mailsTo(colleague), [])
  })

  it('are listed before their entity is deleted', async () => {
    const built = await buildMaker()

    assert.deepEqual(await preview({ kind: 'entity-deleted', entityID: built.below }), [
      ['shared link', 'Yard', 'deleted'],
    ])
  })

  it('have the admins of their entity mailed once, also when their maker is demoted, moved and deleted', async () => {
    const built = await buildMaker()
    const other = await buildEntity(db, { parentId: top })
    const { userId: userUID } = built.maker
    await succeed(call(updateUsers, { as: admin, body: { userUID, role: 'viewer' } }))

    const listed = await preview({ kind: 'person-moved', userIDs: [userUID], entityID: other })
    await succeed(call(updateUsers, { as: admin, body: { userUID, entity: other } }))
    await succeed(call(updateUsers, { as: admin, body: { userUID, status: 'disabled' } }))
    await succeed(call(deleteUsers, { as: admin, body: { userUID } }))

    assert.deepEqual(listed, [])
    assert.equal((await mailsTo(built.colleague)).length, 1)
  })

  it('pause with their entity without a mail', async () => {
    const { below } = await buildMaker()

    await succeed(call(updateEntity, { as: admin, body: { entityID: below, status: 'disabled' } }))

    assert.deepEqual(await mailsTo(admin), [])
  })
})
