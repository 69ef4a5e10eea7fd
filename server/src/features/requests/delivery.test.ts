import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cancelAction, postAction } from '@fieldwatch/contract/actions/actions'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { updateUsers } from '@fieldwatch/contract/people/users'
import { createTestDatabase } from '#testing/test-database.ts'
import { openRequests } from './testing/open-requests.ts'

const database = await createTestDatabase()
const {
  admin,
  answer,
  ask,
  becomes,
  call,
  clock,
  connect,
  features,
  find,
  signInAs,
  subscribe,
  unit: buildUnit,
  url,
} = await openRequests(database)

describe('a request', () => {
  it('reaches a unit that listens, is handed over when it confirms, and answered when its result has arrived', async () => {
    const unit = await buildUnit()
    const client = await connect(unit)
    const { next } = await subscribe(client, unit)

    const id = await ask(unit, { SetReportInterval: 30 })
    const message = await next()
    const handedOver = await becomes(id, ({ state }) => state === 'handed-over')
    await answer(unit, id, { payload: { interval: 30 } })
    const answered = await becomes(id, ({ state }) => state === 'answered')

    assert.deepEqual(message, {
      action_id: id,
      actionClass: 'Unit',
      method: 'POST',
      action: 'SetReportInterval',
      payload: { SetReportInterval: 30 },
    })
    assert.deepEqual([handedOver.status, handedOver.channel], ['PENDING', 'mqtt'])
    assert.deepEqual([answered.status, answered.result], ['OK', '{"interval":30}'])
  })

  it('waits for a unit that is away, and comes in order when it listens, each when the one before is confirmed', async () => {
    const unit = await buildUnit()
    const ids = [await ask(unit), await ask(unit), await ask(unit)]
    const away = await find(ids[0] ?? 0)
    const client = await connect(unit)
    const { next } = await subscribe(client, unit)

    const messages = [await next(), await next(), await next()]

    assert.deepEqual([away.state, away.sentUTC, away.handedOverUTC], ['waiting', null, null])
    assert.deepEqual(
      messages.map(({ action_id }) => action_id),
      ids,
    )
  })

  it('that was not confirmed comes again with the next connection, and one that was does not', async () => {
    const unit = await buildUnit()
    const [first, second] = [await ask(unit), await ask(unit)]
    // It confirms the first, and is gone before it has confirmed the second.
    const client = await connect(unit)
    client.handleMessage = ({ payload }, confirm) => {
      if (JSON.parse(payload.toString()).action_id === first) confirm()
      else client.end(true)
    }
    await subscribe(client, unit)
    const confirmed = await becomes(first, ({ state }) => state === 'handed-over')
    await becomes(second, ({ sentUTC }) => sentUTC !== null)
    const again = await connect(unit)
    const { next, heard } = await subscribe(again, unit)

    const message = await next()

    assert.equal(message.action_id, second)
    assert.equal(confirmed.state, 'handed-over')
    await becomes(second, ({ state }) => state === 'handed-over')
    assert.deepEqual(heard, [])
  })

  it('goes once to a subscription of QoS 0, which does not confirm, and says no more than that it was sent', async () => {
    const unit = await buildUnit()
    const { next } = await subscribe(await connect(unit), unit, 0)
    const id = await ask(unit)
    await next()
    const sent = await becomes(id, ({ sentUTC }) => sentUTC !== null)
    const again = await subscribe(await connect(unit, { clientId: 'again' }), unit, 0)
    const later = await ask(unit)

    const message = await again.next()

    assert.equal(message.action_id, later)
    assert.deepEqual([sent.state, sent.handedOverUTC], ['waiting', null])
  })

  it('that is cancelled before the unit has it never reaches it', async () => {
    const unit = await buildUnit()
    const [first, second] = [await ask(unit), await ask(unit)]
    const { body } = await call(cancelAction, { as: admin, params: { action_id: first } })
    const { next } = await subscribe(await connect(unit), unit)

    const message = await next()

    assert.deepEqual([body.details.state, body.details.status], ['cancelled', 'CANCELLED'])
    assert.equal(message.action_id, second)
  })

  it('expires when its time is over, and a later answer still counts', async () => {
    const unit = await buildUnit()
    const body = { dataID: unit.dataId, actionClass: 'Unit' as const, payload: 'Ping', expiresInSeconds: 60 }
    const id = (await call(postAction, { as: admin, body })).body.details.action_id
    clock.advance(59_000)
    await features.requests.tidy()
    const before = await find(id)
    clock.advance(1_000)
    await features.requests.tidy()
    const expired = await find(id)

    await answer(unit, id)
    const answered = await becomes(id, ({ state }) => state === 'answered')

    assert.deepEqual([before.state, expired.state, expired.status], ['waiting', 'expired', 'TIMEOUT'])
    assert.deepEqual([answered.status, answered.expiredUTC], ['OK', expired.expiredUTC])
  })
})

async function poll(unit: { dataId: string; bearer: string }, query: string) {
  const response = await fetch(`${url}/ingest/${unit.dataId}/actions?${query}`, {
    headers: { authorization: unit.bearer },
  })
  const { details } = (await response.json()) as { details: { requests: { action_id: number }[] } }
  return details.requests.map(({ action_id }) => action_id)
}

describe('a request that has expired', () => {
  /** One that has just expired, and one after it; nothing has given up the first yet. */
  async function buildExpired() {
    const unit = await buildUnit()
    const body = { dataID: unit.dataId, actionClass: 'Unit' as const, payload: 'Reboot', expiresInSeconds: 60 }
    const expired = (await call(postAction, { as: admin, body })).body.details.action_id
    const open = await ask(unit)
    clock.advance(60_000)
    return { unit, expired, open }
  }

  it('is not handed over to a unit that asks by HTTP', async () => {
    const { unit, open } = await buildExpired()

    assert.deepEqual(await poll(unit, 'wait=0'), [open])
  })

  it('is not handed over to a unit that connects', async () => {
    const { unit, expired, open } = await buildExpired()
    const { next } = await subscribe(await connect(unit), unit)

    const message = await next()

    assert.equal(message.action_id, open)
    assert.equal((await find(expired)).sentUTC, null)
  })
})

describe('a unit that is deactivated', () => {
  const activate = (unit: { dataId: DataId }, active: boolean) =>
    call(administerUnit, { as: admin, params: { dataID: unit.dataId }, body: { active } })

  it('gets no requests: they are refused with the reason', async () => {
    const unit = await buildUnit()
    await activate(unit, false)

    const body = { dataID: unit.dataId, actionClass: 'Unit' as const, payload: 'Reboot' }
    const { status, failure } = await call(postAction, { as: admin, body })

    assert.deepEqual([status, failure.code], [403, 'unit/deactivated'])
    assert.match(failure.message, /is deactivated and can’t receive requests/)
  })

  it('never gets a request that waited when it was deactivated, though it is activated again', async () => {
    const unit = await buildUnit()
    const id = await ask(unit)
    await activate(unit, false)
    await features.requests.tidy()
    await activate(unit, true)

    const { state, status, notSentReason } = await find(id)

    assert.deepEqual([state, status, notSentReason], ['not-sent', 'NOT_SENT', 'deactivated'])
    assert.deepEqual(await poll(unit, 'wait=0'), [])
  })
})

describe('a request whose sender may no longer send it', () => {
  /** The first is of a user who was disabled in the meantime, the second of an admin. */
  async function buildWaiting() {
    const unit = await buildUnit()
    const other = await signInAs({ role: 'admin', entity: admin.entity })
    const body = { dataID: unit.dataId, actionClass: 'Unit' as const, payload: 'Reboot' }
    const lost = (await call(postAction, { as: other, body })).body.details.action_id
    const open = await ask(unit)
    await call(updateUsers, { as: admin, body: { userUID: other.userId, status: 'disabled' } })
    return { unit, lost, open }
  }

  it('ends as not sent, with the reason, when its unit connects, which gets the next one', async () => {
    const { unit, lost, open } = await buildWaiting()
    const { next } = await subscribe(await connect(unit), unit)

    const message = await next()
    await features.requests.tidy()

    const { state, status, notSentReason } = await find(lost)
    assert.equal(message.action_id, open)
    assert.deepEqual([state, status, notSentReason], ['not-sent', 'NOT_SENT', 'not-permitted'])
  })

  it('is handed over for a token of an entity until that is revoked', async () => {
    const unit = await buildUnit()
    const body = { name: 'Nightly', scopes: ['manage-units' as const], days: 30 as const }
    const owner = { entity: admin.entity, role: 'admin' as const }
    const token = (await call(createProgramToken, { as: admin, body: { ...body, ...owner } })).body.details
    const headers = { authorization: `Bearer ${token.secret}` }
    const asked = { dataID: unit.dataId, actionClass: 'Unit' as const, payload: 'Reboot' }
    const id = (await call(postAction, { headers, body: asked })).body.details.action_id

    const given = await poll(unit, 'wait=0')
    await call(revokeProgramToken, { as: admin, body: { tokenID: token.token.tokenID } })

    assert.deepEqual([given, await poll(unit, 'wait=0')], [[id], []])
  })

  it('is not handed over to a unit that asks by HTTP', async () => {
    const { unit, open } = await buildWaiting()

    assert.deepEqual(await poll(unit, 'wait=0'), [open])
  })
})

describe('a unit that asks by HTTP', () => {
  it('gets what waits at once, in order, and again until it says what has arrived', async () => {
    const unit = await buildUnit()
    const ids = [await ask(unit), await ask(unit)]

    const first = await poll(unit, 'wait=30')
    const again = await poll(unit, 'wait=30')
    const left = await poll(unit, `after=${ids[0]}`)

    assert.deepEqual([first, again, left], [ids, ids, ids.slice(1)])
    const [one, two] = [await find(ids[0] ?? 0), await find(ids[1] ?? 0)]
    assert.deepEqual([one.state, one.channel, two.state], ['handed-over', 'http', 'waiting'])
    assert.notEqual(two.sentUTC, null)
  })

  it('waits for a request that is made in the meantime', async () => {
    const unit = await buildUnit()
    const asking = poll(unit, 'wait=60')
    const id = await ask(unit)

    assert.deepEqual(await asking, [id])
  })

  it('gets an empty answer when nothing comes, and at once when it asks a third time', async () => {
    const unit = await buildUnit()
    const none = await poll(unit, 'wait=0')
    const first = poll(unit, 'wait=60')
    const others = [poll(unit, 'wait=60'), poll(unit, 'wait=60')]

    const given = await Promise.race([first, ...others])
    const id = await ask(unit)

    assert.deepEqual([none, given], [[], []])
    assert.deepEqual((await Promise.all([first, ...others])).flat(), [id, id])
  })

  it('is refused with a wrong token', async () => {
    const [unit, other] = [await buildUnit(), await buildUnit()]
    const response = await fetch(`${url}/ingest/${unit.dataId}/actions`, { headers: { authorization: other.bearer } })

    assert.equal(response.status, 401)
  })
})
