import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { silentLog } from '#testing/test-database.ts'
import type { UnitAccess } from '#fleet/units/unit-store.ts'
import { hashUnitToken } from '#fleet/units/unit-token.ts'
import { createUnitAuthenticator, type KnownUnit } from './unit-authenticator.ts'

const accessWith = (token: string): UnitAccess => ({
  tokenHash: hashUnitToken(token),
  pausedData: new Set(),
  calculatedSources: new Set(),
  active: true,
})

function build() {
  const clock = createFakeClock()
  const bus = createInProcessBus(silentLog)
  const state: { access: UnitAccess | undefined; failure: Error | undefined; asked: number; lookups: number } = {
    access: accessWith('secret'),
    failure: undefined,
    asked: 0,
    lookups: 0,
  }
  const findAccess = async (): Promise<UnitAccess | undefined> => {
    state.asked += 1
    if (state.failure !== undefined) throw state.failure
    return state.access
  }
  const findByTokenHash = async (tokenHash: Buffer): Promise<DataId | undefined> => {
    state.lookups += 1
    if (state.failure !== undefined) throw state.failure
    return state.access?.tokenHash.equals(tokenHash) === true ? ('tank' as DataId) : undefined
  }
  const listRefused = async <Unit extends KnownUnit>(signedIn: readonly Unit[]): Promise<Unit[]> => {
    state.asked += 1
    return signedIn.filter(({ tokenHash }) => state.access?.tokenHash.equals(tokenHash) !== true)
  }
  return {
    clock,
    bus,
    state,
    authenticator: createUnitAuthenticator({ findAccess, findByTokenHash, listRefused, bus, clock }),
  }
}

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('the authenticator of units', () => {
  it('opens to the token of the unit only', async () => {
    const { authenticator, state } = build()

    assert.equal((await authenticator.verify('tank', 'secret'))?.dataId, 'tank')
    assert.equal(await authenticator.verify('tank', 'other'), undefined)
    assert.equal(await authenticator.verify('tank', ''), undefined)
    assert.equal(await authenticator.verify("'; drop table unit", 'secret'), undefined)
    state.access = undefined
    assert.equal(await authenticator.verify('unknown', 'secret'), undefined)
  })

  it('asks once which of many units may not stay signed in, and forgets what it remembers of them', async () => {
    const { authenticator, state } = build()
    const before = await authenticator.verify('tank', 'secret')
    assert.ok(before !== undefined)
    state.access = accessWith('new')
    const others = Array.from({ length: 5_000 }, (_, number) => ({
      ...accessWith('new'),
      dataId: `unit-${number}` as DataId,
    }))

    assert.deepEqual(await authenticator.listRefused([before, ...others]), [before])
    assert.equal(state.asked, 2)
    assert.equal(await authenticator.verify('tank', 'secret'), undefined)
  })

  it('remembers a unit for five seconds', async () => {
    const { authenticator, state, clock } = build()

    await authenticator.verify('tank', 'secret')
    clock.advance(4_999)
    await authenticator.verify('tank', 'secret')
    assert.equal(state.asked, 1)
    clock.advance(1)
    await authenticator.verify('tank', 'secret')
    assert.equal(state.asked, 2)
  })

  it('forgets a unit at once whose token or paused collections change', async () => {
    const { authenticator, state, bus } = build()
    await authenticator.verify('tank', 'secret')

    state.access = accessWith('new')
    bus.publish('unit-access-changed', { dataId: 'tank' as DataId, connectionsEnd: true })

    assert.equal(await authenticator.verify('tank', 'secret'), undefined)
    assert.notEqual(await authenticator.verify('tank', 'new'), undefined)
  })

  it('knows the units that it remembers while the database is away, and no others', async () => {
    const { authenticator, state, clock } = build()
    await authenticator.verify('tank', 'secret')
    clock.advance(60_000)
    state.failure = away

    assert.notEqual(await authenticator.verify('tank', 'secret'), undefined)
    assert.equal(await authenticator.verify('tank', 'other'), undefined)
    await assert.rejects(authenticator.verify('pump', 'secret'), away)
  })

  it('finds a unit by its token alone, and again without the database', async () => {
    const { authenticator, state, clock } = build()

    assert.equal((await authenticator.verifyToken('secret'))?.dataId, 'tank')
    assert.equal(await authenticator.verifyToken('other'), undefined)
    assert.equal(await authenticator.verifyToken(''), undefined)
    clock.advance(60_000)
    state.failure = away
    assert.equal((await authenticator.verifyToken('secret'))?.dataId, 'tank')
    await assert.rejects(authenticator.verifyToken('other'), away)
    assert.equal(state.lookups, 4)
  })

  it('does not take a token that its unit no longer has', async () => {
    const { authenticator, state, bus } = build()
    await authenticator.verifyToken('secret')

    state.access = accessWith('new')
    bus.publish('unit-access-changed', { dataId: 'tank' as DataId, connectionsEnd: true })

    assert.equal(await authenticator.verifyToken('secret'), undefined)
    assert.equal((await authenticator.verifyToken('new'))?.dataId, 'tank')
    state.access = { ...accessWith('new'), active: false }
    bus.publish('unit-access-changed', { dataId: 'tank' as DataId, connectionsEnd: true })
    await assert.rejects(authenticator.verifyToken('new'), { code: 'unit/deactivated' })
  })
})
