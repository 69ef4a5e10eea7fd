import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import { API_BASE } from '@fieldwatch/contract/api/endpoint'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { metrics } from '@fieldwatch/contract/api/health'
import {
  createProgramToken,
  listProgramTokens,
  MOST_PROGRAM_TOKENS,
  type ProgramTokenDraft,
  revokeProgramToken,
} from '@fieldwatch/contract/people/program-tokens'
import { importSimCsv, listSims } from '@fieldwatch/contract/units/sims'
import { type DataDocument, listUnitNames, listUnits, updateUnit } from '@fieldwatch/contract/units/units'
import { getMe, setEntityViewing, updateUsers } from '@fieldwatch/contract/people/users'
import { removeExpired } from '#people/tidying/remove-expired.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const DAY_MS = 24 * 60 * 60_000

const database = await createTestDatabase()
const { app, call, clock, db, signInAs } = await createTestApp({ database, operatorToken: 'a-token-of-the-operator' })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const chief = await signInAs({ role: 'admin', entity: top })

const make = async (as: SignedInUser, draft: Partial<ProgramTokenDraft> = {}) => {
  const made = await call(createProgramToken, { as, body: { name: 'Script', scopes: ['read'], days: 30, ...draft } })
  assert.equal(made.status, 200, made.failure?.message)
  const { token, secret } = made.body.details
  return { token, secret, headers: { authorization: `Bearer ${secret}` } }
}

describe('a token of a program', () => {
  it('is shown once; only its beginning and its hash are kept', async () => {
    const person = await signInAs()

    const { token, secret } = await make(person, { name: 'Nightly report' })

    assert.match(secret, /^fwp_[\w-]{43}$/)
    const { tokens } = (await call(listProgramTokens, { as: person })).body.details
    assert.deepEqual(tokens, [token])
    assert.deepEqual([token.name, token.beginning, token.entity], ['Nightly report', secret.slice(0, 8), null])
    const kept = JSON.stringify([
      await db.selectFrom('programToken').selectAll().execute(),
      await db.selectFrom('auditLog').selectAll().execute(),
    ])
    assert.equal(kept.includes(secret.slice(8)), false)
  })

  it('does what its person may do at the time, in all entities in reach', async () => {
    const person = await signInAs({ role: 'admin', entity: top })
    const { headers } = await make(person)
    const unit = await buildUnit(db, { entity: below })
    await call(setEntityViewing, { as: person, body: { entityViewing: [top] } })
    const idsSeen = async (): Promise<string[]> => {
      const { body } = await call(listUnits, { headers })
      return (body.details as DataDocument[]).map(({ dataID }) => dataID)
    }

    assert.equal((await call(getMe, { headers })).body.details.id, person.userId)
    assert.deepEqual(await idsSeen(), [unit.dataId])
    await call(updateUsers, { as: chief, body: { userUID: person.userId, role: 'viewer' } })
    assert.deepEqual(await idsSeen(), [])
    await call(updateUsers, { as: chief, body: { userUID: person.userId, status: 'disabled' } })
    assert.equal((await call(getMe, { headers })).failure.code, 'auth/program-token-invalid')
    await call(updateUsers, { as: chief, body: { userUID: person.userId, status: 'active' } })
    assert.equal((await call(getMe, { headers })).status, 200)
  })

  it('loses with the role of an admin the scopes that only admins have', async () => {
    const person = await signInAs({ role: 'admin', entity: top })
    const { headers } = await make(person, { scopes: ['metrics', 'import-sims'] })
    assert.equal((await call(metrics, { headers })).status, 200)

    await call(updateUsers, { as: chief, body: { userUID: person.userId, role: 'viewer' } })

    const refused = await call(metrics, { headers })
    assert.deepEqual([refused.status, refused.failure.code], [403, 'access/scope-missing'])
    assert.equal(refused.failure.details?.scope, 'metrics')
  })

  it('ends at once when it is revoked, with its streams', async () => {
    const person = await signInAs({ entity: top })
    const unit = await buildUnit(db, { entity: top })
    const { token, headers } = await make(person)
    const stream = await fetch(`http://127.0.0.1:${port}${API_BASE}/stream/devices?dataID=${unit.dataId}`, { headers })
    assert.equal(stream.status, 200)

    assert.equal((await call(revokeProgramToken, { as: person, body: { tokenID: token.tokenID } })).status, 200)

    // Ends only because the stream does.
    await stream.text()
    assert.equal((await call(getMe, { headers })).failure.code, 'auth/program-token-invalid')
    const again = await call(revokeProgramToken, { as: person, body: { tokenID: token.tokenID } })
    assert.equal(again.failure.code, 'token/not-found')
  })

  it('shows when and from where it was used last, updated once a minute', async () => {
    const person = await signInAs()
    const { headers } = await make(person)
    const used = async () => {
      const [token] = (await call(listProgramTokens, { as: person })).body.details.tokens
      return [token?.lastUsedUTC, token?.lastUsedFrom]
    }
    const first = clock()

    assert.deepEqual(await used(), [null, ''])
    await call(getMe, { headers, from: '10.0.0.1' })
    clock.advance(59_000)
    await call(getMe, { headers, from: '10.0.0.2' })
    assert.deepEqual(await used(), [new Date(first).toISOString(), '10.0.0.1'])
    clock.advance(1_000)
    await call(getMe, { headers, from: '10.0.0.3' })
    assert.deepEqual(await used(), [new Date(clock()).toISOString(), '10.0.0.3'])
  })

  it('cannot be seen or revoked by another person', async () => {
    const { token } = await make(await signInAs({ entity: top }))

    const refused = await call(revokeProgramToken, { as: chief, body: { tokenID: token.tokenID } })

    assert.equal(refused.failure.code, 'token/not-found')
    assert.equal((await call(listProgramTokens, { as: chief })).body.details.tokens.includes(token), false)
  })

  it('is not made for what its owner may not do', async () => {
    const viewer = await signInAs({ entity: top })
    const lower = await signInAs({ role: 'admin', entity: below })
    const refusal = async (as: SignedInUser, draft: Partial<ProgramTokenDraft>) => {
      const body = { name: 'Script', scopes: ['read' as const], days: 30, ...draft }
      const { failure } = await call(createProgramToken, { as, body })
      return [failure.code, failure.message]
    }

    assert.deepEqual(await refusal(viewer, { scopes: ['send-for-units'] }), [
      'access/forbidden',
      'The token could not be used for send-for-units: only admins may do this.',
    ])
    assert.deepEqual(await refusal(lower, { scopes: ['metrics'] }), [
      'access/forbidden',
      'The token could not be used for metrics: sub-entities don’t see the figures of the portal.',
    ])
    assert.equal((await refusal(viewer, { entity: top, role: 'viewer' }))[0], 'access/forbidden')
    assert.equal((await refusal(lower, { entity: top, role: 'viewer' }))[0], 'entity/not-found')
    assert.equal((await refusal(chief, { entity: top }))[0], 'request/invalid')
  })

  it('is one of so many at most, also when they are made at the same time', async () => {
    const person = await signInAs()

    const body = { name: 'Script', scopes: ['read' as const], days: 30 }
    const answers = await Promise.all(
      Array.from({ length: MOST_PROGRAM_TOKENS + 2 }, () => call(createProgramToken, { as: person, body })),
    )

    const refused = answers.filter(({ status }) => status !== 200).map(({ failure }) => failure.code)
    assert.deepEqual(refused, ['token/too-many', 'token/too-many'])
  })
})

describe('a token of an entity', () => {
  it('acts in that entity alone, by the right that it was given', async () => {
    const [own, lower] = [await buildUnit(db, { entity: top }), await buildUnit(db, { entity: below })]
    const viewer = await make(chief, { entity: top, role: 'viewer', scopes: ['read', 'manage-units'] })
    const admin = await make(chief, { entity: top, role: 'admin', scopes: ['read', 'import-sims'] })

    const names = (await call(listUnitNames, { headers: viewer.headers })).body.details.map(({ id }) => id)
    assert.equal(names.includes(own.dataId), true)
    assert.equal(names.includes(lower.dataId), false)
    const unseen = await call(listUnits, { headers: viewer.headers, query: { dataID: lower.dataId } })
    assert.equal(unseen.failure.code, 'unit/not-found')
    const csv = { entity: top, csv: 'iccid\n8944501234567890124\n' }
    assert.equal((await call(importSimCsv, { headers: viewer.headers, body: csv })).status, 403)
    assert.equal((await call(importSimCsv, { headers: admin.headers, body: csv })).status, 200)
    const deeper = await call(importSimCsv, { headers: admin.headers, body: { ...csv, entity: below } })
    assert.equal(deeper.failure.code, 'entity/not-found')
    assert.equal((await call(listSims, { headers: admin.headers, query: { entity: top } })).status, 200)
  })

  it('outlives its creator, and is seen by the other admins of the entity', async () => {
    const maker = await signInAs({ role: 'admin', entity: top })
    const { token, headers } = await make(maker, { entity: below, role: 'viewer' })
    const lower = await signInAs({ role: 'admin', entity: below })

    await call(updateUsers, { as: chief, body: { userUID: maker.userId, status: 'disabled' } })

    assert.equal((await call(listUnits, { headers })).status, 200)
    const { tokens } = (await call(listProgramTokens, { as: lower, query: { entity: below } })).body.details
    const [seen] = tokens
    assert.equal(seen?.tokenID, token.tokenID)
    assert.equal(seen.createdBy, null)
    assert.equal((await call(revokeProgramToken, { as: lower, body: { tokenID: token.tokenID } })).status, 200)
    assert.equal((await call(listUnits, { headers })).status, 401)
  })
})

describe('what a program did', () => {
  it('is in the activity as done by the token of the person, or of the entity', async () => {
    const entity = await buildEntity(db)
    const person = await signInAs({ role: 'admin', entity })
    const unit = await buildUnit(db, { entity })
    const own = await make(person, { name: 'Nightly', scopes: ['manage-units'] })
    const common = await make(person, { name: 'Gateway', entity, role: 'viewer', scopes: ['manage-units'] })

    for (const [friendlyName, { headers }] of [
      ['One', own],
      ['Two', common],
    ] as const) {
      const form = { dataID: unit.dataId, friendlyName }
      assert.equal((await call(updateUnit, { headers, body: form })).status, 200)
      clock.advance(1_000)
    }

    const { activity } = (await call(listActivity, { as: person })).body.details
    const did = activity.map(({ action, actor, token, userUID }) => [action, actor, token, userUID])
    assert.deepEqual(did.slice(0, 2), [
      ['describe unit', 'token', 'Gateway', null],
      ['describe unit', 'user', 'Nightly', person.userId],
    ])
    assert.deepEqual(did.filter(([action]) => String(action).includes('program token')).length, 2)
    const found = (await call(listActivity, { as: person, query: { search: 'nightl' } })).body.details.activity
    assert.deepEqual(
      found.map(({ action }) => action),
      ['describe unit', 'create program token'],
    )
  })
})

describe('a token to send for units', () => {
  const send = (dataID: DataId, headers: Record<string, string>) =>
    call(ingestSource, { headers, params: { dataID, source: 'level' }, body: { value: 1 } })

  it('sends for every unit that belongs to no entity out of reach', async () => {
    const stranger = await buildEntity(db)
    const { headers } = await make(chief, { entity: top, role: 'admin', scopes: ['send-for-units'] })
    const unitOf = async (entity: EntityId) => (await buildUnit(db, { entity })).dataId
    const [one, two, lower, far, shared] = [
      await unitOf(top),
      await unitOf(top),
      await unitOf(below),
      await unitOf(stranger),
      await unitOf(top),
    ]
    await db.insertInto('unitEntity').values({ dataId: shared, entityId: stranger }).execute()

    assert.equal((await send(one, headers)).status, 200)
    assert.equal((await send(two, headers)).status, 200)
    const refusals = [await send(lower, headers), await send(far, headers), await send('none' as DataId, headers)]
    assert.deepEqual(
      refusals.map(({ failure }) => failure.code),
      ['unit/not-found', 'unit/not-found', 'unit/not-found'],
    )
    assert.equal((await send(shared, headers)).failure.code, 'unit/shared')
    const rows = await db.selectFrom('record').select('sourceKey').execute()
    assert.equal(rows.length, 2)
  })

  it('sends for no unit that is deactivated, and not by a viewer’s right', async () => {
    const entity = await buildEntity(db)
    const person = await signInAs({ role: 'admin', entity })
    const { headers } = await make(person, { scopes: ['send-for-units'] })
    const unit = await buildUnit(db, { entity })
    const idle = await buildUnit(db, { entity, active: false })
    await signInAs({ role: 'admin', entity })
    const keeper = await signInAs({ role: 'admin', entity })

    assert.equal((await send(idle.dataId, headers)).failure.code, 'unit/deactivated')
    assert.equal((await send(unit.dataId, headers)).status, 200)
    await call(updateUsers, { as: keeper, body: { userUID: person.userId, role: 'viewer' } })
    assert.equal((await send(unit.dataId, headers)).failure.code, 'access/scope-missing')
  })
})

// Signs everybody out.
describe('the time of a token', () => {
  it('ends it, and takes it off the list a month later', async () => {
    const person = await signInAs()
    const { headers } = await make(person, { days: 1 })

    clock.advance(DAY_MS - 1)
    assert.equal((await call(getMe, { headers })).status, 200)
    clock.advance(1)

    assert.deepEqual((await call(getMe, { headers })).failure.code, 'auth/program-token-invalid')
    await removeExpired({ db, clock })
    assert.equal(await countTokensOf(person), 1)
    clock.advance(30 * DAY_MS + 1)
    await removeExpired({ db, clock })
    assert.equal(await countTokensOf(person), 0)
  })
})

async function countTokensOf(person: SignedInUser): Promise<number> {
  return (await db.selectFrom('programToken').select('id').where('userId', '=', person.userId).execute()).length
}
