import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  cancelVerification,
  removePhone,
  requestVerification,
  verifyCode,
} from '@fieldwatch/contract/people/phone-verification'
import { getMe } from '@fieldwatch/contract/people/users'
import { buildUser } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, clock, db, signInAs, signInWith } = await createTestApp({ database })

let numbers = 0
/** A number that no one else has. */
const newNumber = () => `+1415555${String((numbers += 1)).padStart(4, '0')}`

async function ask(as: SignedInUser, phoneNumber: string): Promise<string> {
  const { body } = await call(requestVerification, { as, body: { phoneNumber } })
  return body.details.request_id
}

/** The code of the newest SMS to a number. */
async function codeTo(phone: string): Promise<string> {
  const { body } = await db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', phone)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  return /\d{4}/.exec(body)?.[0] ?? ''
}

const otherThan = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

async function phoneOf(as: SignedInUser): Promise<string> {
  return (await call(getMe, { as })).body.details.phone
}

const auditOf = async (as: SignedInUser) => {
  const rows = await db
    .selectFrom('auditLog')
    .selectAll()
    .where('userId', '=', as.userId)
    .where('action', '<>', 'sign in')
    .orderBy('id')
    .execute()
  return rows.map(({ action, before, after }) => ({ action, before, after }))
}

describe('POST users/request-verification', () => {
  it('needs a sign-in', async () => {
    const { failure } = await call(requestVerification, { body: { phoneNumber: newNumber() } })

    assert.equal(failure.code, 'auth/missing-token')
  })

  // spec 2-8-20
  it('refuses what cannot be a phone number', async () => {
    const viewer = await signInAs()

    for (const phoneNumber of ['12345', '+1 415 555', '1234567890123456', 'call me', '']) {
      const { status, failure } = await call(requestVerification, { as: viewer, body: { phoneNumber } })

      assert.equal(status, 400)
      assert.deepEqual(failure.details?.fields, { phoneNumber: 'Please enter a valid phone number' })
    }
  })

  it('refuses a body without a number', async () => {
    const { failure } = await call(requestVerification, { as: await signInAs(), body: {} as never })

    assert.equal(failure.code, 'request/invalid')
  })

  // spec 2-7-43
  it('puts an SMS with four digits into the outbox, wanted for five minutes, and keeps no code in the clear', async () => {
    const viewer = await signInAs()
    const phone = newNumber()

    const requestId = await ask(viewer, `1 (415) 555-${phone.slice(-4)}`)

    const sms = await db.selectFrom('outbox').selectAll().where('recipient', '=', phone).executeTakeFirstOrThrow()
    const code = await codeTo(phone)
    assert.equal(sms.kind, 'sms')
    assert.equal(sms.body, `${code} is your Fieldwatch code. It works for 5 minutes. Do not share it.`)
    assert.equal(sms.expiresAt?.getTime(), clock() + 5 * 60_000)
    const kept = await db.selectFrom('phoneVerification').selectAll().where('phone', '=', phone).executeTakeFirst()
    assert.equal(kept?.codeHash.includes(code), false)
    assert.equal(kept?.requestHash.includes(requestId), false)
    assert.deepEqual(await auditOf(viewer), [{ action: 'request phone verification', before: null, after: { phone } }])
  })

  it('sends at most 5 codes an hour to one number, for all callers together, also at the same time', async () => {
    const phone = newNumber()
    const people = await Promise.all(Array.from({ length: 8 }, () => signInAs()))

    const answers = await Promise.all(
      people.map((as) => call(requestVerification, { as, body: { phoneNumber: phone } })),
    )

    const refused = answers.filter(({ status }) => status !== 200)
    assert.equal(answers.length - refused.length, 5)
    for (const { status, failure, response } of refused) {
      assert.equal(status, 429)
      assert.equal(failure.code, 'phone/too-many-codes')
      assert.equal(response.headers['retry-after'], '3600')
    }
    clock.advance(60 * 60_000)
    const later = await signInAs()
    assert.equal((await call(requestVerification, { as: later, body: { phoneNumber: phone } })).status, 200)
  })

  it('sends at most 10 codes an hour for one person, to whatever numbers', async () => {
    const viewer = await signInAs()
    for (let count = 0; count < 10; count += 1) await ask(viewer, newNumber())

    const { failure } = await call(requestVerification, { as: viewer, body: { phoneNumber: newNumber() } })

    assert.equal(failure.code, 'phone/too-many-codes')
  })
})

describe('POST users/verify-code', () => {
  it('needs a sign-in', async () => {
    const body = { phoneNumber: newNumber(), requestID: 'x', code: '1234' }

    assert.equal((await call(verifyCode, { body })).failure.code, 'auth/missing-token')
  })

  it('answers for another person’s request exactly as for a missing one', async () => {
    const [asker, curious] = [await signInAs(), await signInAs({ role: 'admin' })]
    const phoneNumber = newNumber()
    const requestID = await ask(asker, phoneNumber)
    const code = await codeTo(phoneNumber)

    const foreign = await call(verifyCode, { as: curious, body: { phoneNumber, requestID, code } })
    const missing = await call(verifyCode, { as: curious, body: { phoneNumber, requestID: 'nothing', code } })

    assert.equal(foreign.status, 404)
    assert.equal(foreign.failure.code, 'phone/verification-not-found')
    assert.deepEqual(foreign.failure, missing.failure)
    assert.equal(await phoneOf(curious), '')
  })

  it('refuses what is not four digits', async () => {
    const viewer = await signInAs()

    for (const code of ['123', '12345', '12a4', '१२३४', '']) {
      const body = { phoneNumber: newNumber(), requestID: 'x', code }
      assert.equal((await call(verifyCode, { as: viewer, body })).failure.code, 'request/invalid', code)
    }
  })

  // spec 2-7-44, 2-8-10
  it('says of a wrong code that it is invalid, and takes the right one after that', async () => {
    const viewer = await signInAs()
    const phoneNumber = newNumber()
    const requestID = await ask(viewer, phoneNumber)
    const code = await codeTo(phoneNumber)

    const wrong = await call(verifyCode, { as: viewer, body: { phoneNumber, requestID, code: otherThan(code) } })
    const otherNumber = await call(verifyCode, { as: viewer, body: { phoneNumber: newNumber(), requestID, code } })
    const right = await call(verifyCode, { as: viewer, body: { phoneNumber, requestID, code } })

    assert.equal(wrong.status, 400)
    assert.equal(wrong.failure.code, 'phone/code-invalid')
    assert.equal(wrong.failure.message, 'Invalid code, try again')
    assert.equal(otherNumber.failure.code, 'phone/code-invalid')
    assert.deepEqual(right.body.details, { phone: phoneNumber })
    assert.equal(await phoneOf(viewer), phoneNumber)
    assert.deepEqual((await auditOf(viewer)).at(-1), {
      action: 'verify phone',
      before: { phone: '' },
      after: { phone: phoneNumber },
    })
  })

  it('takes a code once', async () => {
    const viewer = await signInAs()
    const phoneNumber = newNumber()
    const requestID = await ask(viewer, phoneNumber)
    const body = { phoneNumber, requestID, code: await codeTo(phoneNumber) }
    await call(verifyCode, { as: viewer, body })

    const again = await call(verifyCode, { as: viewer, body })

    assert.equal(again.failure.code, 'phone/verification-not-found')
  })

  it('lets a code be tried five times, at once or one after the other', async () => {
    const viewer = await signInAs()
    const phoneNumber = newNumber()
    const requestID = await ask(viewer, phoneNumber)
    const code = await codeTo(phoneNumber)
    const wrong = { phoneNumber, requestID, code: otherThan(code) }

    const answers = await Promise.all(Array.from({ length: 8 }, () => call(verifyCode, { as: viewer, body: wrong })))
    const right = await call(verifyCode, { as: viewer, body: { ...wrong, code } })

    assert.equal(answers.filter(({ failure }) => failure.code === 'phone/code-invalid').length, 4)
    assert.equal(right.failure.code, 'phone/verification-not-found')
    assert.equal(await phoneOf(viewer), '')
  })

  it('takes a code up to five minutes after it was sent, and no longer', async () => {
    const [quick, slow] = [await signInAs(), await signInAs()]
    const [inTime, late] = [newNumber(), newNumber()]
    const requests = [await ask(quick, inTime), await ask(slow, late)] as const

    clock.advance(5 * 60_000 - 1)
    const good = await call(verifyCode, {
      as: quick,
      body: { phoneNumber: inTime, requestID: requests[0], code: await codeTo(inTime) },
    })
    clock.advance(1)
    const bad = await call(verifyCode, {
      as: slow,
      body: { phoneNumber: late, requestID: requests[1], code: await codeTo(late) },
    })

    assert.equal(good.status, 200)
    assert.equal(bad.failure.code, 'phone/verification-not-found')
  })

  it('takes only the newest code of a person', async () => {
    const viewer = await signInAs()
    const phoneNumber = newNumber()
    const first = await ask(viewer, phoneNumber)
    const code = await codeTo(phoneNumber)
    await ask(viewer, phoneNumber)

    const { failure } = await call(verifyCode, { as: viewer, body: { phoneNumber, requestID: first, code } })

    assert.equal(failure.code, 'phone/verification-not-found')
  })
})

describe('POST users/cancel-verification', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(cancelVerification, { body: { requestID: 'x' } })).failure.code, 'auth/missing-token')
  })

  it('leaves another person’s request unchanged, and answers as if it were missing', async () => {
    const [asker, curious] = [await signInAs(), await signInAs()]
    const phoneNumber = newNumber()
    const requestID = await ask(asker, phoneNumber)

    const foreign = await call(cancelVerification, { as: curious, body: { requestID } })
    const missing = await call(cancelVerification, { as: curious, body: { requestID: 'nothing' } })
    const code = await codeTo(phoneNumber)

    assert.equal(foreign.status, 404)
    assert.deepEqual(foreign.failure, missing.failure)
    assert.equal((await call(verifyCode, { as: asker, body: { phoneNumber, requestID, code } })).status, 200)
  })

  it('refuses a body without the id of a request', async () => {
    const { failure } = await call(cancelVerification, { as: await signInAs(), body: {} as never })

    assert.equal(failure.code, 'request/invalid')
  })

  // spec 2-7-45
  it('ends a verification', async () => {
    const viewer = await signInAs()
    const phoneNumber = newNumber()
    const requestID = await ask(viewer, phoneNumber)

    const { status } = await call(cancelVerification, { as: viewer, body: { requestID } })

    const body = { phoneNumber, requestID, code: await codeTo(phoneNumber) }
    assert.equal(status, 200)
    assert.equal((await call(verifyCode, { as: viewer, body })).failure.code, 'phone/verification-not-found')
  })
})

describe('DELETE me/phone', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(removePhone)).failure.code, 'auth/missing-token')
  })

  it('removes the phone, switches SMS off and leaves mails on', async () => {
    const notifications = {
      alerts: { emailEnable: true, smsEnable: true },
      reports: { emailEnable: false, smsEnable: false },
    }
    const { email } = await buildUser(db, { phone: '+14155550000', notifications: JSON.stringify(notifications) })
    const viewer = await signInWith(email)

    const { status } = await call(removePhone, { as: viewer })

    const { body } = await call(getMe, { as: viewer })
    const silenced = { ...notifications, alerts: { emailEnable: true, smsEnable: false } }
    assert.equal(status, 200)
    assert.equal(body.details.phone, '')
    assert.deepEqual(body.details.notifications, silenced)
    assert.deepEqual(await auditOf(viewer), [
      {
        action: 'remove phone',
        before: { phone: '+14155550000', notifications },
        after: { phone: '', notifications: silenced },
      },
    ])
  })

  it('ends what was still to be verified', async () => {
    const viewer = await signInAs()
    const phoneNumber = newNumber()
    const requestID = await ask(viewer, phoneNumber)

    await call(removePhone, { as: viewer })

    const body = { phoneNumber, requestID, code: await codeTo(phoneNumber) }
    assert.equal((await call(verifyCode, { as: viewer, body })).failure.code, 'phone/verification-not-found')
    assert.equal(await phoneOf(viewer), '')
  })
})
