import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { createHotFleets, type HotFleet } from '@fieldwatch/server/features/consequences/testing/hot-fleets'
import type { BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { sql } from 'kysely'
import { createShare } from '../contract/shares.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const top = await buildEntity(db)
const mover = await signInAs({ role: 'admin', entity: top })

const { buildFleet, succeed } = createHotFleets({ app, call, clock, db, features, signInAs, top })

const mailsTo = async ({ email }: SignedInUser) =>
  db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', email).orderBy('createdAt').execute()

const move = ({ moving, south }: HotFleet) =>
  succeed(call(administerUnit, { as: mover, params: { dataID: moving.dataId }, body: { entities: [south] } }))

describe('a shared link of a unit', () => {
  async function buildLink() {
    const fleet = await buildFleet()
    const what = { dataIDs: [fleet.staying.dataId, fleet.moving.dataId], title: 'Yard' }
    const expiresUTC = new Date(clock() + 86_400_000).toISOString()
    await succeed(call(createShare, { as: fleet.owner, body: { kind: 'map', what, expiresUTC } }))
    const own = { id: randomUUID(), secret_hash: Buffer.from(randomUUID()), entity_id: fleet.north, fields: '{}' }
    const chart = { kind: 'chart', what: JSON.stringify({ chart: 'Temp' }), data_id: fleet.moving.dataId }
    const made = { created_by: fleet.owner.userId, created_at: new Date(clock()) }
    await db
      .insertInto('share')
      .values({ ...own, ...chart, ...made } as never)
      .execute()
    return fleet
  }

  const linksOf = async (change: Change) =>
    (await succeed(call(listConsequences, { as: mover, body: { change } }))).details.things
      .filter(({ kind }) => kind === 'shared link')
      .map(({ name, follows }) => [name, follows])

  it('tells its creator that it opens no more when the unit moves out of their reach, as the dialog said', async () => {
    const fleet = await buildLink()
    const { south, moving } = fleet

    const said = await linksOf({ kind: 'unit-moved', dataIDs: [moving.dataId], entities: [south] })
    await move(fleet)

    assert.deepEqual(said, [
      ['Temp, Pump 1', 'ends'],
      ['Yard', 'changed'],
    ])
    const [mail, ...others] = await mailsTo(fleet.owner)
    assert.deepEqual(others, [])
    assert.match(mail?.body ?? '', /The shared link “Temp, Pump 1” no longer opens\..*\/settings\?tab=shares/s)
  })

  it('is neither listed nor mailed once it has expired', async () => {
    const fleet = await buildLink()
    const { north, south, moving, owner } = fleet
    await sql`update share set expires_at = ${new Date(clock() - 1)} where entity_id = ${north}`.execute(db)

    const listed = [
      await linksOf({ kind: 'unit-moved', dataIDs: [moving.dataId], entities: [south] }),
      await linksOf({ kind: 'unit-deactivated', dataIDs: [moving.dataId] }),
      await linksOf({ kind: 'unit-deleted', dataIDs: [moving.dataId] }),
      await linksOf({ kind: 'person-disabled', userIDs: [owner.userId] }),
    ]
    await move(fleet)

    assert.deepEqual(listed, [[], [], [], []])
    for (const { body } of await mailsTo(owner)) assert.doesNotMatch(body, /shared link/)
  })

  it('tells its creator when the unit is deactivated, unless they did it', async () => {
    const { owner, moving, staying } = await buildLink()
    const deactivate = (as: SignedInUser, { dataId }: BuiltUnit) =>
      succeed(call(administerUnit, { as, params: { dataID: dataId }, body: { active: false } }))

    await deactivate(mover, staying)
    const [none] = await mailsTo(owner)
    await deactivate(mover, moving)
    const [mail] = await mailsTo(owner)

    assert.equal(none, undefined)
    assert.match(mail?.body ?? '', /“Temp, Pump 1” opens again when the unit is active/)
  })
})
