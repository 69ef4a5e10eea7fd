import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { tableFromIPC } from '@uwdata/flechette'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { updateUsers } from '@fieldwatch/contract/people/users'
import {
  createShare,
  listShares,
  MOST_SHARES,
  type ShareDraft,
  ShareId,
  takeOverShare,
  withdrawShare,
  openShared,
} from '../contract/shares.ts'
import { getSharedCurrent, getSharedScreen, getSharedSeries } from '@fieldwatch/contract/visitors/shared-screens'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { z } from 'zod'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { askWholeContract } from '@fieldwatch/server/testing/ask-whole-contract'
import { buildUnit, type BuiltUnit, sourceName } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { readEvents } from '@fieldwatch/server/testing/read-events'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createShareStore } from './share-store.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const stranger = await signInAs({ role: 'admin' })

const LEVEL = { title: 'Level', range: [0, 10] as [number, number], source: 'tank', field: 'level' }
const OVERVIEW = {
  gauges: [LEVEL],
  tables: [
    {
      title: 'Flow',
      type: 'generic' as const,
      specifications: { pump: [{ field: 'rate', friendlyName: 'Rate' }] },
    },
  ],
}
const CHARTS = [
  {
    title: 'Levels',
    type: 'timeseries' as const,
    specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] },
  },
]

type Definition = z.input<typeof TemplateDefinition>

/** A unit that shows the level of its tank, the rate of its pump and a chart; it sends more than that. */
async function newUnit(
  entity: EntityId = top,
  definition: Partial<Definition> = {},
): Promise<BuiltUnit & { template: TemplateId }> {
  const template = randomUUID() as TemplateId
  const shown = { title: template, overview: OVERVIEW, timeSeries: { charts: CHARTS }, ...definition }
  await createTemplateStore(db).create({ id: template, entityId: entity, definition: shown })
  const unit = await buildUnit(db, { entity, friendlyName: 'North tank', defaultTemplate: template })
  await sendRecords(app, unit, 'tank', [
    { messageUTC: clock() - 120_000, level: 1, secret: 'older secret' },
    { messageUTC: clock() - 60_000, level: 2, secret: 'newer secret' },
  ])
  await sendRecords(app, unit, 'pump', { messageUTC: clock() - 60_000, rate: 7, secret: 'pump secret' })
  await sendRecords(app, unit, 'door', { messageUTC: clock() - 60_000, open: true })
  return { ...unit, template }
}

const share = (draft: ShareDraft, as = admin) => call(createShare, { as, body: draft })
const overviewOf = ({ dataId }: BuiltUnit, more: Partial<ShareDraft> = {}): ShareDraft =>
  ({ kind: 'overview', what: { dataID: dataId }, ...more }) as ShareDraft

async function makeLink(draft: ShareDraft, as = admin) {
  const { status, body, failure } = await share(draft, as)
  assert.equal(status, 200, JSON.stringify(failure))
  const { link, share: made } = body.details
  return { id: made.shareID, secret: link.split('#')[1] ?? '', link, made }
}

const open = (secret: string, password?: string) =>
  call(openShared, { body: { secret, ...(password === undefined ? {} : { password }) } })

async function visit(draft: ShareDraft) {
  const { id, secret } = await makeLink(draft)
  const { pass, screen } = (await open(secret)).body.details
  return { id, secret, screen, pass, headers: { authorization: `Bearer ${pass}` } }
}

const stateOf = async (id: ShareId, as = admin) =>
  (await call(listShares, { as })).body.details.shares.find(({ shareID }) => shareID === id)?.state

const listedLink = async (id: ShareId) =>
  (await call(listShares, { as: admin })).body.details.shares.find(({ shareID }) => shareID === id)

const closed = async (headers: Record<string, string>) => (await call(getSharedScreen, { headers })).failure.code

describe('a shared overview', () => {
  it('shows the values of the overview, and no other field of its sources', async () => {
    const { screen, headers } = await visit(overviewOf(await newUnit()))

    assert.deepEqual(screen, { kind: 'overview', name: 'North tank', overview: OVERVIEW })
    const tank = await call(getSharedCurrent, { headers, query: { source: sourceName('tank') } })
    assert.deepEqual(
      tank.body.details.records.map((record) => [Object.keys(record), record['level']]),
      [[['messageUTC', 'recieveUTC', 'level'], 2]],
    )
    const pump = await call(getSharedCurrent, { headers, query: { source: sourceName('pump') } })
    assert.deepEqual(
      pump.body.details.records.map(({ rate, secret }) => [rate, secret]),
      [[7, undefined]],
    )
    const door = await call(getSharedCurrent, { headers, query: { source: sourceName('door') } })
    assert.equal(door.failure.code, 'data/not-found')
  })

  it('never names the unit by its id, its description or its people', async () => {
    const unit = await newUnit()
    await db.updateTable('unit').set({ description: 'Behind the old mill' }).where('dataId', '=', unit.dataId).execute()
    const { headers, secret } = await visit(overviewOf(unit))
    const answers = [
      (await open(secret)).response.body,
      (await call(getSharedScreen, { headers })).response.body,
      (await call(getSharedCurrent, { headers, query: { source: sourceName('tank') } })).response.body,
    ].join('')

    for (const hidden of [unit.dataId, 'old mill', unit.template, admin.email, admin.userId, top, 'secret', 'door'])
      assert.equal(answers.includes(hidden), false, hidden)
  })

  it('answers nothing of the rest of the API', async () => {
    const { headers } = await visit(overviewOf(await newUnit()))
    const { asked, answered } = await askWholeContract(app, headers)

    assert.ok(asked > 150)
    assert.deepEqual(answered, [])
  })

  it('sends new values of the shown fields as they come', async () => {
    const unit = await newUnit()
    const { headers } = await visit(overviewOf(unit))
    const stream = await readEvents(app, 'shared/stream?data=shared/tank,shared/pump', { headers })
    await stream.next()
    await stream.next()
    await sendRecords(app, unit, 'door', { open: false })
    await sendRecords(app, unit, 'tank', { messageUTC: clock(), secret: 'only a secret' })
    clock.advance(1)
    await sendRecords(app, unit, 'tank', { messageUTC: clock(), level: 3, secret: 'x' })

    const [first, second] = [await stream.next(), await stream.next()].map(
      (event) => event?.data as { dataID: string; records: Record<string, unknown>[] } | undefined,
    )
    assert.deepEqual(first?.records, [])
    assert.equal(second?.dataID, 'shared')
    assert.deepEqual(
      second.records.map(({ level, secret }) => [level, secret]),
      [[3, undefined]],
    )
    stream.close()
  })

  it('streams no source that is not on the screen, and nothing of the past', async () => {
    const unit = await newUnit()
    const { headers } = await visit(overviewOf(unit))
    for (const data of ['shared/door', `${unit.dataId}/tank`, 'shared/tank,shared/door', '!'])
      assert.equal((await readEvents(app, `shared/stream?data=${encodeURIComponent(data)}`, { headers })).status, 404)
    const stream = await readEvents(app, 'shared/stream?data=shared/tank@a.0.', { headers })

    const event = await stream.next()
    assert.deepEqual((event?.data as { records: unknown[] } | undefined)?.records, [])
    stream.close()
  })

  it('follows the template, but shows no field that was not on it when the link was made', async () => {
    const unit = await newUnit()
    const { headers, id } = await visit(overviewOf(unit))
    const store = createTemplateStore(db)
    const secret = { ...LEVEL, title: 'Secret', field: 'secret' }
    const renamed = { ...LEVEL, title: 'Water level' }

    await store.setDefinition(
      unit.template,
      TemplateDefinition.parse({ title: 'Other', overview: { gauges: [renamed, secret] } }),
    )
    assert.deepEqual((await call(getSharedScreen, { headers })).body.details, {
      kind: 'overview',
      name: 'North tank',
      overview: { gauges: [renamed] },
    })
    const pump = await call(getSharedCurrent, { headers, query: { source: sourceName('pump') } })
    assert.equal(pump.failure.code, 'data/not-found')

    await store.setDefinition(
      unit.template,
      TemplateDefinition.parse({ title: 'Other', overview: { gauges: [secret] } }),
    )
    assert.equal(await closed(headers), 'share/closed')
    assert.equal(await stateOf(id), 'screen')
  })

  it('has nothing of the history of requests', async () => {
    const result = { ...LEVEL, source: 'action_result', field: 'status' }
    const unit = await newUnit(top, { overview: { gauges: [LEVEL, result] } })
    const { screen } = await visit(overviewOf(unit))
    const only = await newUnit(top, { overview: { gauges: [result] } })

    assert.deepEqual(screen, { kind: 'overview', name: 'North tank', overview: { gauges: [LEVEL] } })
    assert.equal((await share(overviewOf(only))).failure.code, 'share/nothing-shown')
  })
})

describe('a shared chart', () => {
  const chartOf = (unit: BuiltUnit, range: object, chart = 'Levels'): ShareDraft =>
    ({ kind: 'chart', what: { dataID: unit.dataId, chart, range } }) as ShareDraft
  const levelsOf = async (headers: Record<string, string>, query = { from: '0', to: '4000000000000' }) => {
    const { response } = await call(getSharedSeries, { headers, query: { source: sourceName('tank'), ...query } })
    assert.equal(response.statusCode, 200)
    return tableFromIPC(response.rawPayload)
  }

  it('shows its lines within its range, whatever range is asked for', async () => {
    const unit = await newUnit()
    const { headers, screen } = await visit(chartOf(unit, { kind: 'last', minutes: 1 }))
    const table = await levelsOf(headers)

    assert.equal(screen.kind, 'chart')
    assert.deepEqual(table.names, ['t', 'level'])
    assert.deepEqual([...(table.getChild('level')?.toArray() ?? [])], [2])
  })

  it('of a period of the past stays as it is', async () => {
    const unit = await newUnit()
    const [fromUTC, toUTC] = [clock() - 121_000, clock() - 119_000].map((at) => new Date(at).toISOString())
    const { headers } = await visit(chartOf(unit, { kind: 'between', fromUTC, toUTC }))
    clock.advance(1_000)
    await sendRecords(app, unit, 'tank', { messageUTC: clock(), level: 9 })

    assert.deepEqual([...((await levelsOf(headers)).getChild('level')?.toArray() ?? [])], [1])
    assert.equal((await readEvents(app, 'shared/stream?data=shared/tank', { headers })).status, 404)
  })

  it('gives no other source, and no values of an overview', async () => {
    const { headers } = await visit(chartOf(await newUnit(), { kind: 'last', minutes: 60 }))
    const query = { source: sourceName('pump'), from: '0', to: '1' }

    assert.equal((await call(getSharedSeries, { headers, query })).failure.code, 'data/not-found')
    const current = await call(getSharedCurrent, { headers, query: { source: sourceName('tank') } })
    assert.equal(current.failure.code, 'data/not-found')
  })

  it('is one that the unit has, and the only one of its title', async () => {
    const unit = await newUnit()

    const two = await newUnit(top, { timeSeries: { charts: [...CHARTS, ...CHARTS] } })

    const missing = await share(chartOf(unit, { kind: 'last', minutes: 60 }, 'None'))
    assert.equal(missing.failure.code, 'share/nothing-shown')
    assert.equal((await share(chartOf(two, { kind: 'last', minutes: 60 }))).failure.code, 'share/nothing-shown')
  })
})

describe('a link', () => {
  it('is made by admins, for units in reach', async () => {
    const unit = await newUnit()

    assert.equal((await share(overviewOf(unit), viewer)).failure.code, 'access/forbidden')
    assert.equal((await share(overviewOf(unit), stranger)).failure.code, 'unit/not-found')
    const { link, id } = await makeLink(overviewOf(unit))
    assert.match(link, new RegExp(`^https://fieldwatch\\.example/shared/${id}#fws_[\\w-]{43}$`))
  })

  it('is kept without its secret, which no answer has again', async () => {
    const { secret } = await makeLink(overviewOf(await newUnit(), { password: 'opensesame' }))
    const rows = JSON.stringify(await db.selectFrom('share').selectAll().execute())
    const log = JSON.stringify(await db.selectFrom('auditLog').selectAll().execute())
    const list = (await call(listShares, { as: admin })).response.body

    for (const text of [rows, log, list]) {
      assert.equal(text.includes(secret), false)
      assert.equal(text.includes('opensesame'), false)
    }
    assert.equal(list.includes('argon2'), false)
  })

  it('counts how often it was opened', async () => {
    const { id, secret } = await makeLink(overviewOf(await newUnit()))
    await open(secret)
    await open(secret)
    await open(`${secret}x`)

    const listed = (await call(listShares, { as: admin })).body.details.shares.find(({ shareID }) => shareID === id)
    assert.equal(listed?.opened, 2)
    assert.equal(listed.lastOpenedUTC, new Date(clock()).toISOString())
    assert.equal(listed.state, 'open')
  })

  it('ends its open pages within two seconds of being withdrawn', async () => {
    const unit = await newUnit()
    const { id, secret, headers } = await visit(overviewOf(unit))
    const stream = await readEvents(app, 'shared/stream?data=shared/tank', { headers })
    await stream.next()
    const begun = performance.now()
    assert.equal((await call(withdrawShare, { as: admin, body: { shareID: id } })).status, 200)

    assert.equal(await stream.next(), undefined)
    assert.ok(performance.now() - begun < 2_000)
    assert.equal(await closed(headers), 'share/closed')
    assert.equal((await open(secret)).failure.code, 'share/closed')
    const again = await call(withdrawShare, { as: admin, body: { shareID: id } })
    assert.equal(again.failure.code, 'share/not-found')
  })

  it('gives one answer for everything that does not open', async () => {
    const unit = await newUnit()
    const withdrawn = await makeLink(overviewOf(unit))
    await call(withdrawShare, { as: admin, body: { shareID: withdrawn.id } })
    const expired = await makeLink(overviewOf(unit, { expiresUTC: new Date(clock() + 1_000).toISOString() }))
    const locked = await makeLink(overviewOf(unit, { password: 'opensesame' }))
    clock.advance(1_000)
    const asked = [
      ['fws_nothing', undefined],
      ['', undefined],
      ['fws_nothing', 'opensesame'],
      [withdrawn.secret, undefined],
      [expired.secret, undefined],
      [locked.secret, undefined],
      [locked.secret, 'wrong'],
    ] as const
    const answers = new Set<string>()
    for (const [secret, password] of asked) {
      const { status, failure } = await open(secret, password)
      answers.add(JSON.stringify([status, failure.code, failure.message, failure.details?.retryAfterSeconds]))
    }

    assert.equal(answers.size, 1)
    assert.equal((await open(locked.secret, 'opensesame')).status, 200)
    assert.equal(await stateOf(expired.id), 'expired')
  })

  it('reads nothing by its secret alone, or by the pass of another link', async () => {
    const unit = await newUnit()
    const locked = await makeLink(overviewOf(unit, { password: 'opensesame' }))
    const { pass } = (await open(locked.secret, 'opensesame')).body.details
    const other = await visit(overviewOf(unit))
    const proof = other.pass.split('.')[1] ?? ''

    for (const bearer of [locked.secret, `${locked.secret}.`, `${locked.secret}.${proof}`, `${pass}x`, '', 'x.y'])
      assert.equal(await closed({ authorization: `Bearer ${bearer}` }), 'share/closed')
    assert.equal(await closed({ authorization: admin.bearer }), 'share/closed')
    assert.equal((await call(getSharedScreen, { headers: { authorization: `Bearer ${pass}` } })).status, 200)
  })

  it('is refused with an expiry in the past, a short password or an origin that is none', async () => {
    const unit = await newUnit()
    for (const more of [
      { expiresUTC: new Date(clock()).toISOString() },
      { password: 'short' },
      { origins: ['https://example.com/path'] },
      { origins: ["https://example.com; script-src 'unsafe-inline'"] },
      { origins: ['*'] },
      { origins: ['https://*.example.com'] },
      { origins: ['HTTPS://EXAMPLE.COM'] },
    ])
      assert.equal((await share(overviewOf(unit, more))).failure.code, 'request/invalid', JSON.stringify(more))
  })

  it('is one of so many at most', async () => {
    const entity = await buildEntity(db)
    const chief = await signInAs({ role: 'admin', entity })
    const unit = await newUnit(entity)
    const { made } = await makeLink(overviewOf(unit), chief)
    const copies = Array.from({ length: MOST_SHARES - 1 }, () => ({
      id: ShareId.parse(randomUUID()),
      secretHash: Buffer.from(randomUUID()),
      entity,
      dataId: unit.dataId,
      kind: made.kind,
      what: {},
      fields: {},
      sources: [],
      tableId: undefined,
      incidentId: undefined,
      units: new Map(),
      passwordHash: null,
      origins: [],
      expiresAt: undefined,
      createdBy: chief.userId,
      createdAt: 0,
    }))
    for (const copy of copies) await createShareStore(db).add(copy)

    assert.equal((await share(overviewOf(unit), chief)).failure.code, 'share/too-many')
  })
})

describe('the reach of a link', () => {
  const lose: Readonly<Record<string, (given: { unit: BuiltUnit; maker: SignedInUser }) => Promise<unknown>>> = {
    'its creator is no admin any more': ({ maker }) =>
      call(updateUsers, { as: admin, body: { userUID: maker.userId, role: 'viewer' } }),
    'its creator is disabled': ({ maker }) =>
      call(updateUsers, { as: admin, body: { userUID: maker.userId, status: 'disabled' } }),
    'its creator is gone': ({ maker }) => db.deleteFrom('appUser').where('id', '=', maker.userId).execute(),
    'its creator moved to another entity': ({ maker }) =>
      db.updateTable('appUser').set({ entityId: stranger.entity }).where('id', '=', maker.userId).execute(),
    'the unit left its entity': ({ unit }) =>
      db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', unit.dataId).execute(),
    'the unit was deleted': ({ unit }) => db.deleteFrom('unit').where('dataId', '=', unit.dataId).execute(),
  }
  for (const [why, change] of Object.entries(lose)) {
    it(`ends, with its open pages, when ${why}`, async () => {
      const maker = await signInAs({ role: 'admin', entity: top })
      const unit = await newUnit()
      const { id, secret } = await makeLink(overviewOf(unit), maker)
      const headers = { authorization: `Bearer ${(await open(secret)).body.details.pass}` }
      const stream = await readEvents(app, 'shared/stream?data=shared/tank', { headers })
      await stream.next()

      await change({ unit, maker })

      assert.equal(await closed(headers), 'share/closed')
      assert.equal((await open(secret)).failure.code, 'share/closed')
      assert.equal(await stateOf(id), why.includes('unit') ? 'unit' : 'creator')
      await features.sharedStreams.check()
      assert.equal(await stream.next(), undefined)
    })
  }

  it('ends when the entity of its creator is disabled', async () => {
    const maker = await signInAs({ role: 'admin', entity: below })
    const { secret } = await makeLink(overviewOf(await newUnit(below)), maker)
    await db.updateTable('entity').set({ status: 'disabled' }).where('id', '=', below).execute()

    assert.equal((await open(secret)).failure.code, 'share/closed')
    await db.updateTable('entity').set({ status: 'active' }).where('id', '=', below).execute()
  })

  it('ends an open page when the template shows something else, so that it is read again', async () => {
    const unit = await newUnit()
    const { headers } = await visit(overviewOf(unit))
    const stream = await readEvents(app, 'shared/stream?data=shared/tank', { headers })
    await stream.next()
    await features.sharedStreams.check()
    await createTemplateStore(db).setDefinition(
      unit.template,
      TemplateDefinition.parse({ title: 'Other', overview: { gauges: [LEVEL] } }),
    )
    await features.sharedStreams.check()

    assert.equal(await stream.next(), undefined)
    assert.equal((await call(getSharedScreen, { headers })).status, 200)
  })
})

describe('a link of a disabled entity', () => {
  const disabled = async (entity: EntityId, meanwhile: () => Promise<void>) => {
    await db.updateTable('entity').set({ status: 'disabled' }).where('id', '=', entity).execute()
    await meanwhile()
    await db.updateTable('entity').set({ status: 'active' }).where('id', '=', entity).execute()
  }

  it('opens no unit of it, whoever shared it, until the entity is enabled', async () => {
    const { id, secret } = await makeLink(overviewOf(await newUnit(below)))
    await disabled(below, async () => {
      assert.equal((await open(secret)).failure.code, 'share/closed')
      assert.equal(await stateOf(id), 'entity')
    })

    assert.equal((await open(secret)).status, 200)
  })

  it('shows the other units of a map', async () => {
    const [there, here] = [await newUnit(below), await newUnit()]
    const { secret } = await makeLink({ kind: 'map', what: { title: 'All', dataIDs: [there.dataId, here.dataId] } })
    const unitsShown = async () => {
      const { screen } = (await open(secret)).body.details
      return screen.kind === 'map' ? screen.units.length : undefined
    }

    await disabled(below, async () => assert.equal(await unitsShown(), 1))
    assert.equal(await unitsShown(), 2)
  })
})

describe('a link whose creator is gone', () => {
  async function makeOrphan() {
    const maker = await signInAs({ role: 'admin', entity: top })
    const { id, secret, made } = await makeLink(overviewOf(await newUnit()), maker)
    await db.deleteFrom('appUser').where('id', '=', maker.userId).execute()
    return { id, secret, by: made.createdBy }
  }

  it('says who made it, and opens again for an admin who takes it over', async () => {
    const { id, secret, by } = await makeOrphan()
    const listed = await listedLink(id)
    assert.deepEqual([listed?.state, listed?.createdBy], ['creator', by])
    const { body } = await call(takeOverShare, { as: admin, body: { shareID: id } })

    assert.equal(body.details.share.state, 'open')
    assert.notEqual(body.details.share.createdBy, by)
    assert.equal((await open(secret)).status, 200)
    const { activity } = (await call(listActivity, { as: admin })).body.details
    assert.equal(activity[0]?.action, 'take over shared link')
  })

  it('is taken over by admins alone, and only by those who see its unit', async () => {
    const { id } = await makeOrphan()
    const take = async (as: SignedInUser) => (await call(takeOverShare, { as, body: { shareID: id } })).failure.code
    assert.deepEqual([await take(viewer), await take(stranger)], ['access/forbidden', 'share/not-found'])
    const { dataID = null } = (await listedLink(id)) ?? {}
    await db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', dataID).execute()

    assert.equal(await take(admin), 'share/not-yours')
    assert.equal((await call(takeOverShare, { as: stranger, body: { shareID: id } })).status, 200)
  })
})

describe('the list of links', () => {
  it('is for admins: those of entities in reach, and of units in reach', async () => {
    const lower = await signInAs({ role: 'admin', entity: below })
    const unit = await newUnit(below)
    const { id } = await makeLink(overviewOf(unit))
    const idsSeen = async (as: SignedInUser) =>
      (await call(listShares, { as })).body.details.shares.map(({ shareID }) => shareID)

    assert.equal((await call(listShares, { as: viewer })).failure.code, 'access/forbidden')
    assert.equal((await idsSeen(admin)).includes(id), true)
    assert.equal((await idsSeen(stranger)).includes(id), false)
    const foreign = await call(withdrawShare, { as: stranger, body: { shareID: id } })
    assert.equal(foreign.failure.code, 'share/not-found')
    const [seen] = (await call(listShares, { as: lower, query: { dataID: unit.dataId } })).body.details.shares
    assert.deepEqual([seen?.shareID, seen?.createdBy], [id, null])
    assert.equal((await call(withdrawShare, { as: lower, body: { shareID: id } })).status, 200)
  })

  it('and the activity say who shared what', async () => {
    const { id } = await makeLink(overviewOf(await newUnit(), { password: 'opensesame' }))
    await call(withdrawShare, { as: admin, body: { shareID: id } })
    const { activity } = (await call(listActivity, { as: admin })).body.details

    assert.deepEqual(
      activity.slice(0, 2).map(({ action }) => action),
      ['withdraw shared link', 'create shared link'],
    )
  })
})

describe('the page of a link in a frame', () => {
  it('is shown by the named origins alone, as long as there is such a link', async () => {
    const { id } = await makeLink(overviewOf(await newUnit(), { origins: ['https://www.example.com'] }))
    const plain = await makeLink(overviewOf(await newUnit()))
    const frames = features.pageFrames

    assert.deepEqual(await frames(`/shared/${id}`), ['https://www.example.com'])
    assert.deepEqual(await frames(`/shared/${plain.id}`), [])
    assert.deepEqual(await frames('/shared/nothing'), [])
    assert.equal(await frames('/dashboard'), undefined)
    await call(withdrawShare, { as: admin, body: { shareID: id } })
    assert.deepEqual(await frames(`/shared/${id}`), [])
  })
})

// Signs everybody out.
describe('guessing the password of a link', () => {
  it('is refused after so many tries from one network as at a sign-in, whether there is such a link or not', async () => {
    const locked = await makeLink(overviewOf(await newUnit(), { password: 'opensesame' }))
    const tries = async (secret: string) => {
      const codes: string[] = []
      for (let count = 0; count < 12; count += 1) codes.push((await open(secret, 'wrong')).failure.code)
      return codes
    }
    const [known, unknown] = [await tries(locked.secret), await tries('fws_unknown')]

    assert.deepEqual(known, unknown)
    assert.equal(known.at(-1), 'auth/too-many-requests')
    assert.equal((await open(locked.secret, 'opensesame')).failure.code, 'auth/too-many-requests')
    clock.advance(16 * 60_000)
    assert.equal((await open(locked.secret, 'opensesame')).status, 200)
  })
})
