import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createActionBatch } from '@fieldwatch/contract/actions/action-batches'
import { deleteAction, getAction, postAction, putAction } from '@fieldwatch/contract/actions/actions'
import { addMaintenance } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { confirmPasswordReset, requestPasswordReset, signIn } from '@fieldwatch/contract/people/auth'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { ENDPOINTS } from '#endpoints.ts'
import { createEntity } from '@fieldwatch/contract/people/entities'
import { createEvent } from '@fieldwatch/contract/events/events'
import { requestVerification } from '@fieldwatch/contract/people/phone-verification'
import { createLabel } from '@fieldwatch/contract/units/labels'
import { createPlace } from '@fieldwatch/contract/places/places'
import { createSim, importSimCsv, importSims, removeSims } from '@fieldwatch/contract/units/sims'
import type { SimId } from '@fieldwatch/contract/api/ids'
import { createTemplate, importTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { importUnits } from '@fieldwatch/contract/units/unit-imports'
import { createUnitTokens, undoUnitImport, updateUnits } from '@fieldwatch/contract/units/unit-jobs'
import { createUnit, rotateUnitToken } from '@fieldwatch/contract/units/units'
import { createUser, inviteUser } from '@fieldwatch/contract/people/users'
import { createUnitJobStore } from '#fleet/unit-jobs/unit-job-store.ts'
import { createJobStore } from '#platform/jobs/job-store.ts'
import { removeExpired } from '#people/tidying/remove-expired.ts'
import { confirmTotp, enrolTotp, makeRecoveryCodes } from '@fieldwatch/contract/people/second-factor'
import type { Tables } from '#platform/database/tables.ts'
import { type AskedOnce, askedOnceOfExtensions } from '#testing/access-of-extensions.ts'
import { codeAt } from '#testing/authenticator-app.ts'
import { buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { createIdempotency } from './create-idempotency.ts'

const DAY_MS = 24 * 60 * 60_000

const database = await createTestDatabase()
const test = await createTestApp({ database })
const { app, call, clock, db, signInAs } = test
const admin = await signInAs({ role: 'admin' })
const { entity } = admin
const unit = await buildUnit(db, { entity })
await sendRecords(app, unit, 'tank', { level: 1 })
const keyed = (key: string = randomUUID()) => ({ as: admin, headers: { 'idempotency-key': key } })
const iccid = (digit: number) => `894450123456789012${digit}`

async function count(table: keyof Tables, where: Record<string, string> = {}): Promise<number> {
  let query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
  for (const [column, value] of Object.entries(where)) query = query.where(column as never, '=', value as never)
  return (await query.executeTakeFirstOrThrow()).count
}

async function linkTo(email: string): Promise<string> {
  const mails = await db.selectFrom('outbox').select('body').where('recipient', '=', email).execute()
  return /token=([\w-]+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? ''
}

const { body: listed } = await call(createSim, { ...keyed(), body: { entity, iccid: iccid(4) } })
const simID = (listed as { details: { simID: SimId } }).details.simID
const invited = await buildUser(db, { entityId: entity, passwordHash: null })
const forgetful = await buildUser(db, { entityId: entity })

const { secret } = (await call(enrolTotp, { as: admin, body: { password: TEST_PASSWORD } })).body.details

/** Every endpoint that takes a key, with what is counted of its effect. */
const imported = await importUnit()
const mistaken = await importUnit()

/** An import that has ended, of one unit whose token was not made yet. */
async function importUnit(): Promise<{ id: number }> {
  const jobs = createUnitJobStore(db)
  const { dataId } = await buildUnit(db, { entity })
  const { tokenHash } = await db
    .selectFrom('unit')
    .select('tokenHash')
    .where('dataId', '=', dataId)
    .executeTakeFirstOrThrow()
  const id = await jobs.create(
    { kind: 'import', options: { entity, existing: 'keep' } },
    { by: admin.userId, tokenId: undefined, entity, now: clock() },
  )
  await jobs.addItems(id, [{ place: 2, dataId }])
  await jobs.finish(id, [{ place: 2, result: 'created', tokenHash }])
  await createJobStore(db).end(id, clock())
  return { id }
}

await call(createEvent, {
  ...keyed(),
  body: { dataID: unit.dataId, name: 'low', comparison: 'tank.level < 1', startDate: '2026-01-01' },
})

let resetLink: Promise<string> | undefined
const ROWS: Readonly<Record<string, AskedOnce>> = {
  ...askedOnceOfExtensions({ ...test, admin, dataId: unit.dataId }),
  [nameOf(createUser)]: {
    ask: (key) =>
      call(createUser, {
        ...keyed(key),
        body: { firstName: 'Marie', lastName: 'Curie', email: 'marie@x.example', role: 'viewer', entity },
      }),
    effects: () => count('outbox', { recipient: 'marie@x.example' }),
  },
  [nameOf(inviteUser)]: {
    ask: (key) => call(inviteUser, { ...keyed(key), body: { userUID: invited.id } }),
    effects: () => count('outbox', { recipient: invited.email }),
  },
  [nameOf(createEntity)]: {
    ask: (key) => call(createEntity, { ...keyed(key), body: { name: 'Twice' } }),
    effects: () => count('entity', { name: 'Twice' }),
  },
  [nameOf(createUnit)]: {
    ask: (key) =>
      call(createUnit, { ...keyed(key), body: { dataID: 'once-1', friendlyName: 'Once', entities: [entity] } }),
    effects: () => count('unit', { data_id: 'once-1' }),
  },
  [nameOf(createTemplate)]: {
    ask: (key) => call(createTemplate, { ...keyed(key), body: { title: 'Once' } }),
    effects: () => count('auditLog', { action: 'create template' }),
  },
  [nameOf(importTemplate)]: {
    ask: (key) => {
      const file = { format: 'fieldwatch-template', formatVersion: 1, template: { title: 'Imported once' } } as const
      return call(importTemplate, { ...keyed(key), body: { file } })
    },
    effects: () => count('auditLog', { action: 'import template' }),
  },
  [nameOf(rotateUnitToken)]: {
    ask: (key) => call(rotateUnitToken, { ...keyed(key), params: { dataID: unit.dataId } }),
    effects: () => count('auditLog', { action: 'rotate unit token' }),
  },
  [nameOf(importUnits)]: {
    ask: (key) => call(importUnits, { ...keyed(key), body: { entity, csv: 'dataID,name\nonce-2,Once\n' } }),
    effects: () => count('job', { kind: 'import units' }),
  },
  [nameOf(updateUnits)]: {
    ask: (key) =>
      call(updateUnits, {
        ...keyed(key),
        body: { dataIDs: [unit.dataId], change: { kind: 'active', active: true } },
      }),
    effects: () => count('job', { kind: 'change units' }),
  },
  [nameOf(createUnitTokens)]: {
    ask: (key) => call(createUnitTokens, { ...keyed(key), params: { jobID: imported.id } }),
    effects: () => count('auditLog', { action: 'make unit token' }),
  },
  [nameOf(undoUnitImport)]: {
    ask: (key) => call(undoUnitImport, { ...keyed(key), params: { jobID: mistaken.id } }),
    effects: () => count('job', { kind: 'undo import of units' }),
  },
  [nameOf(requestVerification)]: {
    ask: (key) => call(requestVerification, { ...keyed(key), body: { phoneNumber: '+14155550132' } }),
    effects: () => count('outbox', { kind: 'sms' }),
  },
  [nameOf(requestPasswordReset)]: {
    ask: (key) => call(requestPasswordReset, { ...keyed(key), body: { email: forgetful.email } }),
    effects: () => count('outbox', { recipient: forgetful.email }),
  },
  [nameOf(confirmPasswordReset)]: {
    ask: async (key) => {
      // The mail about the new password has no link.
      resetLink ??= linkTo(forgetful.email)
      const token = await resetLink
      return call(confirmPasswordReset, { ...keyed(key), body: { token, password: 'another long passphrase' } })
    },
    effects: () => count('auditLog', { action: 'reset password' }),
  },
  [nameOf(confirmTotp)]: {
    ask: (key) => call(confirmTotp, { ...keyed(key), body: { code: codeAt(secret, clock()) } }),
    effects: () => count('auditLog', { action: 'add second factor' }),
  },
  [nameOf(makeRecoveryCodes)]: {
    // The code of the step after the one that confirmed the app.
    ask: (key) => {
      const code = codeAt(secret, clock() + 30_000)
      return call(makeRecoveryCodes, { ...keyed(key), body: { password: TEST_PASSWORD, code } })
    },
    effects: () => count('auditLog', { action: 'make recovery codes' }),
  },
  [nameOf(createCalculation)]: {
    ask: (key) =>
      call(createCalculation, {
        ...keyed(key),
        body: {
          dataID: unit.dataId,
          name: 'share',
          equation: 'tank.level',
          unit: 'm',
          startDate: '2026-01-01',
          values: [{ source: 'tank', field: 'level' }],
        },
      }),
    effects: () => count('calculation'),
  },
  [nameOf(createEvent)]: {
    ask: (key) =>
      call(createEvent, {
        ...keyed(key),
        body: { dataID: unit.dataId, name: 'high', comparison: 'tank.level > 1', startDate: '2026-01-01' },
      }),
    effects: () => count('eventTable'),
  },
  [nameOf(createActionBatch)]: {
    ask: (key) =>
      call(createActionBatch, {
        ...keyed(key),
        body: { dataIDs: [unit.dataId], actionClass: 'Unit', method: 'GET', payload: 'Ping' },
      }),
    effects: () => count('actionBatch'),
  },
  [nameOf(getAction)]: {
    ask: (key) =>
      call(getAction, { ...keyed(key), query: { dataID: unit.dataId, actionClass: 'Unit', payload: 'Ping' } }),
    effects: () => count('actionRequest'),
  },
  ...Object.fromEntries(
    [postAction, putAction, deleteAction].map((endpoint) => [
      nameOf(endpoint),
      {
        ask: (key: string) =>
          call(endpoint, { ...keyed(key), body: { dataID: unit.dataId, actionClass: 'Unit', payload: 'Reboot' } }),
        effects: () => count('actionRequest'),
      },
    ]),
  ),
  [nameOf(createAlert)]: {
    ask: (key) =>
      call(createAlert, {
        ...keyed(key),
        body: {
          name: 'High',
          devices: [unit.dataId],
          source: 'tank',
          condition: { field: 'level', operator: 'greater than', constant: 4 },
        },
      }),
    effects: () => count('alert'),
  },
  [nameOf(addMaintenance)]: {
    ask: (key) =>
      call(addMaintenance, {
        ...keyed(key),
        body: { dataID: unit.dataId, from: '2026-03-01T00:00:00Z', to: '2126-03-01T00:00:00Z' },
      }),
    effects: () => count('unitMaintenance'),
  },
  [nameOf(createLabel)]: {
    ask: (key) => call(createLabel, { ...keyed(key), body: { name: 'Urgent', colour: 'red' } }),
    effects: () => count('label'),
  },
  [nameOf(createPlace)]: {
    ask: (key) =>
      call(createPlace, {
        ...keyed(key),
        body: { name: 'Depot', geometry: { type: 'Point', coordinates: [18.1, 59.3] } },
      }),
    effects: () => count('place'),
  },
  [nameOf(createProgramToken)]: {
    ask: (key) => call(createProgramToken, { ...keyed(key), body: { name: 'Script', scopes: ['read'], days: 30 } }),
    effects: () => count('programToken'),
  },
  [nameOf(createSim)]: {
    ask: (key) => call(createSim, { ...keyed(key), body: { entity, iccid: iccid(1) } }),
    effects: () => count('sim', { iccid: iccid(1) }),
  },
  [nameOf(importSims)]: {
    ask: (key) => call(importSims, { ...keyed(key), body: { entity, sims: [{ iccid: iccid(2) }] } }),
    effects: () => count('sim', { iccid: iccid(2) }),
  },
  [nameOf(importSimCsv)]: {
    ask: (key) => call(importSimCsv, { ...keyed(key), body: { entity, csv: `ICCID\n${iccid(3)}\n` } }),
    effects: () => count('sim', { iccid: iccid(3) }),
  },
  [nameOf(removeSims)]: {
    ask: (key) => call(removeSims, { ...keyed(key), body: { simIDs: [simID] } }),
    effects: () => count('auditLog', { action: 'remove sim' }),
  },
}

function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

describe('the same idempotency key', () => {
  it('is taken by every endpoint that says so', () => {
    const idempotent = ENDPOINTS.filter((endpoint) => endpoint.idempotent).map(nameOf)

    assert.deepEqual(Object.keys(ROWS).toSorted(), idempotent.toSorted())
  })

  for (const [name, { ask, effects }] of Object.entries(ROWS)) {
    it(`has one effect and one answer, at once and later: ${name}`, async () => {
      const key = randomUUID()
      const before = await effects()

      const together = await Promise.all([ask(key), ask(key)])
      const later = await ask(key)

      assert.deepEqual(
        [...together, later].map(({ status }) => status),
        [200, 200, 200],
      )
      assert.deepEqual(together[1]?.body, together[0]?.body)
      assert.deepEqual(later.body, together[0]?.body)
      assert.equal(await effects(), before + 1)
    })
  }

  it('with another body is refused', async () => {
    const key = randomUUID()
    await call(createEntity, { ...keyed(key), body: { name: 'First' } })

    const other = await call(createEntity, { ...keyed(key), body: { name: 'Second' } })

    assert.deepEqual([other.status, other.failure.code], [422, 'request/key-reused'])
    assert.equal(await count('entity', { name: 'Second' }), 0)
  })

  it('of another person is another key', async () => {
    const other = await signInAs({ role: 'admin', entity })
    const key = randomUUID()
    const mine = await call(rotateUnitToken, { ...keyed(key), params: { dataID: unit.dataId } })

    const theirs = await call(rotateUnitToken, { ...keyed(key), as: other, params: { dataID: unit.dataId } })

    assert.notEqual(theirs.body.details.token, mine.body.details.token)
  })

  it('may try again what was refused', async () => {
    const key = randomUUID()
    const email = 'later@x.example'
    const body = { firstName: 'L', lastName: 'R', email, role: 'viewer' as const, entity }
    const blocker = await buildUser(db, { email })
    const refused = await call(createUser, { ...keyed(key), body })
    await db.deleteFrom('appUser').where('id', '=', blocker.id).execute()

    const { status } = await call(createUser, { ...keyed(key), body })

    assert.deepEqual([refused.failure.code, status], ['user/email-taken', 200])
  })

  it('is forgotten after a day', async () => {
    const key = randomUUID()
    const ask = () => call(createEntity, { ...keyed(key), body: { name: 'Daily', sameName: 'true' } })
    await ask()
    await removeExpired({ db, clock: () => clock() + DAY_MS - 1 })
    await ask()
    const within = await count('entity', { name: 'Daily' })
    await removeExpired({ db, clock: () => clock() + DAY_MS + 1 })
    await ask()

    assert.deepEqual([within, await count('entity', { name: 'Daily' })], [1, 2])
  })

  for (const key of ['short', 'with a space in it', 'a'.repeat(201)]) {
    it(`is not ${JSON.stringify(key.slice(0, 20))}`, async () => {
      const { failure } = await call(createEntity, { ...keyed(key), body: { name: 'No' } })

      assert.equal(failure.code, 'request/invalid')
      assert.match(failure.message, /16 to 200 characters/)
    })
  }
})

describe('what is kept of a request', () => {
  it('has neither the key nor the token of a unit in clear', async () => {
    const key = randomUUID()
    const { body } = await call(rotateUnitToken, { ...keyed(key), params: { dataID: unit.dataId } })

    const rows = await db.selectFrom('idempotentRequest').selectAll().execute()
    const bytes = Buffer.concat(rows.flatMap((row) => [row.keyHash, row.requestHash, row.reply ?? Buffer.alloc(0)]))

    assert.ok(rows.length > 0)
    assert.equal(bytes.includes(body.details.token), false)
    assert.equal(bytes.includes(key), false)
  })
})

describe('a request with an unknown result', () => {
  const request = (key: string) => ({ key, caller: 'ada', method: 'POST', url: '/things', body: { name: 'One' } })
  const leases = createLeaseStore(db)
  /** A server that runs until its lease ends. */
  const make = async () => {
    const server = randomUUID()
    await leases.begin(server, 60_000)
    return { ...createIdempotency({ db, clock, server }), end: () => leases.end(server) }
  }

  it('because it failed unexpectedly is never worked on again', async () => {
    const key = randomUUID()
    const server = await make()
    const broken = server.once(request(key), async () => Promise.reject(new Error('the connection was lost')))
    await assert.rejects(broken, /the connection was lost/)
    let again = 0

    const repeated = server.once(request(key), async () => (again += 1))

    await assert.rejects(repeated, { code: 'request/outcome-unknown' })
    assert.equal(again, 0)
  })

  it('because the server ended in the meantime is never worked on again', async () => {
    const key = randomUUID()
    const began = Promise.withResolvers<void>()
    const [first, second] = [await make(), await make()]
    void first.once(request(key), async () => {
      began.resolve()
      return new Promise(() => undefined)
    })
    await began.promise
    let again = 0

    await first.end()
    const repeated = second.once(request(key), async () => (again += 1))

    await assert.rejects(repeated, { code: 'request/outcome-unknown' })
    assert.equal(again, 0)
  })

  it('does not come of a server that takes long', async () => {
    const key = randomUUID()
    const began = Promise.withResolvers<void>()
    const goesOn = Promise.withResolvers<void>()
    const [first, second] = [await make(), await make()]
    const done = first.once(request(key), async () => {
      began.resolve()
      await goesOn.promise
      return 'done'
    })
    await began.promise

    const repeated = second.once(request(key), async () => 'again')
    goesOn.resolve()

    assert.deepEqual(await Promise.all([done, repeated]), ['done', 'done'])
  })
})

describe('without a key', () => {
  it('each request is done', async () => {
    const body = { name: 'Plain', sameName: 'true' }

    await call(createEntity, { as: admin, body })
    await call(createEntity, { as: admin, body })

    assert.equal(await count('entity', { name: 'Plain' }), 2)
  })

  it('a link to choose a password works once', async () => {
    const { email } = await buildUser(db)
    await call(requestPasswordReset, { body: { email } })
    const body = { token: await linkTo(email), password: 'another long passphrase' }

    const first = await call(confirmPasswordReset, { body })
    const second = await call(confirmPasswordReset, { body })

    assert.deepEqual([first.status, second.failure.code], [200, 'auth/reset-link-invalid'])
    assert.equal((await call(signIn, { body: { email, password: body.password } })).status, 200)
  })
})
