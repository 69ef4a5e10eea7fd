import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { tableFromIPC } from '@uwdata/flechette'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import type { AnyEndpoint, CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { ShownBoard, ShownTile } from '../contract/board-screen.ts'
import {
  BoardDraft,
  type BoardId,
  type BoardTile,
  updateBoard,
  createBoard,
  listBoardAlerts,
  listBoards,
  MOST_BOARDS,
  addBoardScreen,
  createBoardPreview,
  removeBoard,
  removeBoardScreen,
  createBoardPairing,
} from '../contract/boards.ts'
import { updateUsers } from '@fieldwatch/contract/people/users'
import {
  getSharedCurrent,
  getSharedScreen,
  getSharedSeries,
  listSharedPositions,
} from '@fieldwatch/contract/visitors/shared-screens'
import { changeDataId } from '@fieldwatch/contract/units/deletions'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { askWholeContract } from '@fieldwatch/server/testing/ask-whole-contract'
import { buildUnit, type BuiltUnit, sourceName } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { readEvents } from '@fieldwatch/server/testing/read-events'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createBoardStore } from './board-store.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const stranger = await signInAs({ role: 'admin' })

const LEVEL = { title: 'Level', range: [0, 10] as [number, number], source: 'tank', field: 'level' }
const FLOW = {
  title: 'Flow',
  type: 'generic' as const,
  specifications: { pump: [{ field: 'rate', friendlyName: 'Rate' }] },
}
const CHART = {
  title: 'Levels',
  type: 'timeseries' as const,
  specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] },
}
const DEFINITION = {
  title: 'Tank',
  overview: { gauges: [LEVEL, { ...LEVEL, title: 'Temperature', field: 'temp' }], tables: [FLOW] },
  timeSeries: { charts: [CHART] },
}

async function newUnit(entity: EntityId = top): Promise<BuiltUnit & { template: TemplateId }> {
  const template = randomUUID() as TemplateId
  await createTemplateStore(db).create({
    id: template,
    entityId: entity,
    definition: { ...DEFINITION, title: template },
  })
  const unit = await buildUnit(db, { entity, friendlyName: 'North tank', defaultTemplate: template })
  await sendRecords(app, unit, 'tank', [
    { messageUTC: clock() - 120_000, level: 1, temp: 20, secret: 'older secret' },
    { messageUTC: clock() - 60_000, level: 2, temp: 21, secret: 'newer secret' },
  ])
  await sendRecords(app, unit, 'pump', { messageUTC: clock() - 60_000, rate: 7, secret: 'pump secret' })
  return { ...unit, template }
}

/** A call on the way to what is tested. */
async function done<E extends AnyEndpoint>(endpoint: E, asked: Parameters<typeof call<E>>[1] = {}) {
  const { status, body, failure } = await call(endpoint, asked)
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

const SIZE = { width: 1, height: 1 }
const levelOf = ({ dataId }: BuiltUnit): BoardTile => ({
  kind: 'widget',
  dataID: dataId,
  widget: 'gauges',
  title: 'Level',
  ...SIZE,
})
const chartOf = ({ dataId }: BuiltUnit, minutes = 60): BoardTile => ({
  kind: 'chart',
  dataID: dataId,
  title: 'Levels',
  minutes,
  ...SIZE,
})
const mapOf = (...units: BuiltUnit[]): BoardTile => ({
  kind: 'map',
  title: 'Yard',
  dataIDs: units.map(({ dataId }) => dataId),
  ...SIZE,
})

type Draft = CallOf<typeof createBoard>['body']
const draftOf = (tiles: readonly BoardTile[], more: Partial<Draft> = {}): Draft => ({
  name: 'Control room',
  seconds: 20,
  pages: [{ title: 'Tanks', columns: 4, rows: 3, tiles: [...tiles] }],
  ...more,
})

async function makeBoard(
  tiles: readonly BoardTile[],
  { as = admin, ...more }: { as?: SignedInUser } & Partial<Draft> = {},
) {
  return (await done(createBoard, { as, body: draftOf(tiles, more) })).details
}

/** A television that shows a wallboard. */
async function pair(boardID: BoardId, as = admin) {
  const { code, pass } = (await done(createBoardPairing)).details
  const { details } = await done(addBoardScreen, { as, body: { boardID, code, name: 'Lobby' } })
  return { pass, screenID: details.screen.screenID, headers: { authorization: `Bearer ${pass}` } }
}

async function show(tiles: readonly BoardTile[], as = admin) {
  const board = await makeBoard(tiles, { as })
  return { board, ...(await pair(board.boardID, as)) }
}

async function tilesOf(headers: Record<string, string>): Promise<ShownTile[]> {
  const { details: screen } = await done(getSharedScreen, { headers })
  assert.ok(screen.kind === 'own')
  return (screen.screen as ShownBoard).pages.flatMap(({ tiles }) => tiles)
}

const closed = async (headers: Record<string, string>) => {
  const { status, failure } = await call(getSharedScreen, { headers })
  assert.notEqual(status, 200)
  return failure.code
}
const unitOf = (tile: ShownTile | undefined): DataId => {
  assert.ok(tile !== undefined && 'unit' in tile)
  return tile.unit
}

describe('a wallboard on a screen', () => {
  it('has its tiles with their values, and no other field of their units', async () => {
    const unit = await newUnit()
    const { headers } = await show([levelOf(unit), { kind: 'text', text: 'Call 4711', ...SIZE }])
    const [tile, text] = await tilesOf(headers)
    const shown = unitOf(tile)

    assert.deepEqual(tile, {
      kind: 'widget',
      column: 1,
      row: 1,
      ...SIZE,
      unit: shown,
      name: 'North tank',
      overview: { gauges: [LEVEL] },
    })
    assert.equal(text?.kind, 'text')
    const tank = await call(getSharedCurrent, { headers, query: { unit: shown, source: sourceName('tank') } })
    assert.deepEqual(
      tank.body.details.records.map((record) => [Object.keys(record), record['level']]),
      [[['messageUTC', 'recieveUTC', 'level'], 2]],
    )
    for (const query of [
      { unit: shown, source: sourceName('pump') },
      { unit: unit.dataId, source: sourceName('tank') },
      { source: sourceName('tank') },
    ])
      assert.equal((await call(getSharedCurrent, { headers, query })).failure.code, 'data/not-found')
  })

  it('never has a dataID, a description or a person', async () => {
    const unit = await newUnit()
    await db.updateTable('unit').set({ description: 'Behind the mill' }).where('dataId', '=', unit.dataId).execute()
    const { headers, board } = await show([levelOf(unit), chartOf(unit), mapOf(unit)])
    const answer = (await call(getSharedScreen, { headers })).response.body

    for (const hidden of [
      unit.dataId,
      'the mill',
      unit.template,
      admin.email,
      admin.userId,
      top,
      board.boardID,
      'secret',
    ])
      assert.equal(answer.includes(hidden), false, hidden)
  })

  it('draws each chart within its own range', async () => {
    const unit = await newUnit()
    const { headers } = await show([chartOf(unit, 1), chartOf(unit, 60)])
    const read = async (tile: ShownTile | undefined) => {
      assert.ok(tile?.kind === 'chart')
      const query = { chart: tile.key, source: sourceName('tank'), from: '0', to: '4000000000000' }
      const { response } = await call(getSharedSeries, { headers, query })
      return [...(tableFromIPC(response.rawPayload).getChild('level')?.toArray() ?? [])]
    }
    const [short, long] = await tilesOf(headers)

    assert.deepEqual([await read(short), await read(long)], [[2], [1, 2]])
    const query = { chart: 'other', source: sourceName('tank'), from: '0', to: '4000000000000' }
    assert.equal((await call(getSharedSeries, { headers, query })).failure.code, 'data/not-found')
    const current = { unit: unitOf(short), source: sourceName('tank') }
    assert.equal((await call(getSharedCurrent, { headers, query: current })).failure.code, 'data/not-found')
  })

  it('has the positions of the units of its maps, and of no other unit', async () => {
    const [unit, other] = [await newUnit(), await newUnit()]
    await db
      .updateTable('unit')
      .set({ currentLat: 59.3, currentLon: 18.1 })
      .where('dataId', 'in', [unit.dataId, other.dataId])
      .execute()
    const { headers } = await show([mapOf(unit), levelOf(other)])
    const [map] = await tilesOf(headers)
    assert.ok(map?.kind === 'map')

    const { positions } = (await done(listSharedPositions, { headers })).details
    assert.deepEqual(
      positions.map(({ unit: shown, name, latitude, longitude }) => [shown, name, latitude, longitude]),
      [[map.units[0], 'North tank', 59.3, 18.1]],
    )
  })

  it('has alerts if a tile lists them: those of its entity and below', async () => {
    const unit = await newUnit()
    const { headers } = await show([{ kind: 'alerts', ...SIZE }])
    const plain = await show([levelOf(unit)])

    assert.deepEqual((await done(listBoardAlerts, { headers })).details, { alerts: [], total: 0 })
    assert.equal((await call(listBoardAlerts, { headers: plain.headers })).failure.code, 'data/not-found')
  })

  it('lists triggered alerts, but none on the history of requests', async () => {
    const unit = await newUnit()
    await sendRecords(app, unit, 'action_result', { code: 1 })
    const condition = { operator: 'greater than', constant: 2 } as const
    const watch = async (name: string, source: string, field: string) =>
      done(createAlert, {
        as: admin,
        body: { name, source, condition: { field, ...condition }, devices: [unit.dataId] },
      })
    await watch('High level', 'tank', 'level')
    await watch('Bad answer', 'action_result', 'code')
    clock.advance(1_000)
    await sendRecords(app, unit, 'tank', { level: 3 })
    await sendRecords(app, unit, 'action_result', { code: 3 })
    await features.alerts.run()
    const { headers } = await show([{ kind: 'alerts', ...SIZE }])

    const { alerts, total } = (await done(listBoardAlerts, { headers })).details

    assert.deepEqual([alerts.map(({ alert }) => alert), total], [['High level'], 1])
  })

  it('sends new values of its tiles as they come', async () => {
    const [unit, other] = [await newUnit(), await newUnit()]
    const { headers } = await show([levelOf(unit), levelOf(other)])
    const names = (await tilesOf(headers)).map(unitOf)
    const stream = await readEvents(app, `shared/stream?data=${names.map((name) => `${name}/tank`).join(',')}`, {
      headers,
    })
    await stream.next()
    await stream.next()
    await sendRecords(app, other, 'tank', { messageUTC: clock(), level: 3, secret: 'x' })

    const event = (await stream.next())?.data as { dataID: string; records: Record<string, unknown>[] } | undefined
    assert.equal(event?.dataID, names[1])
    assert.deepEqual(
      event?.records.map(({ level, secret }) => [level, secret]),
      [[3, undefined]],
    )
    stream.close()
    for (const data of [`${names[0]}/pump`, `${unit.dataId}/tank`])
      assert.equal((await readEvents(app, `shared/stream?data=${data}`, { headers })).status, 404)
  })

  it('answers nothing else of the whole contract', async () => {
    const unit = await newUnit()
    const { pass } = await show([levelOf(unit), chartOf(unit), mapOf(unit), { kind: 'alerts', ...SIZE }])
    const { asked, answered } = await askWholeContract(app, { authorization: `Bearer ${pass}` })

    assert.ok(asked > 150)
    assert.deepEqual(answered, [])
  })

  it('follows the template, but shows no field that was not on it when it was saved', async () => {
    const unit = await newUnit()
    const { headers } = await show([levelOf(unit)])
    const store = createTemplateStore(db)
    const put = (gauge: object) =>
      store.setDefinition(unit.template, TemplateDefinition.parse({ title: 'Other', overview: { gauges: [gauge] } }))

    await put({ ...LEVEL, range: [0, 5] })
    const [narrow] = await tilesOf(headers)
    assert.deepEqual(narrow?.kind === 'widget' ? narrow.overview.gauges?.[0]?.range : undefined, [0, 5])
    await put({ ...LEVEL, field: 'secret' })
    const [gone] = await tilesOf(headers)
    assert.deepEqual(gone?.kind === 'gone' && [gone.why, gone.name, gone.title], ['screen', 'North tank', 'Level'])
  })

  const lose: Readonly<Record<string, (unit: BuiltUnit) => Promise<unknown>>> = {
    inactive: ({ dataId }) => done(administerUnit, { as: admin, params: { dataID: dataId }, body: { active: false } }),
    source: ({ dataId }) => db.deleteFrom('source').where('dataId', '=', dataId).execute(),
    unit: ({ dataId }) =>
      db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', dataId).execute(),
  }
  for (const [why, change] of Object.entries(lose)) {
    it(`says of a tile why it is gone: ${why}`, async () => {
      const [unit, other] = [await newUnit(), await newUnit()]
      const { headers } = await show([levelOf(unit), chartOf(unit), levelOf(other)])
      const shown = unitOf((await tilesOf(headers))[0])
      await change(unit)

      const [level, chart, kept] = await tilesOf(headers)
      assert.deepEqual(
        [level, chart].map((tile) => tile?.kind === 'gone' && [tile.why, tile.name]),
        [level, chart].map(() => [why, why === 'unit' ? null : 'North tank']),
      )
      assert.equal(kept?.kind, 'widget')
      const read = await call(getSharedCurrent, { headers, query: { unit: shown, source: sourceName('tank') } })
      assert.equal(read.failure.code, 'data/not-found')
    })
  }

  it('says that a unit was deleted, also when another one has its dataID by now', async () => {
    const unit = await newUnit()
    const { headers } = await show([levelOf(unit)])
    await db.deleteFrom('unit').where('dataId', '=', unit.dataId).execute()
    await buildUnit(db, { entity: top, dataId: unit.dataId, defaultTemplate: unit.template })

    const [tile] = await tilesOf(headers)
    assert.equal(tile?.kind === 'gone' && tile.why, 'unit')
  })

  it('stays as it is when a unit gets another dataID', async () => {
    const unit = await newUnit()
    const { headers, board } = await show([levelOf(unit), mapOf(unit)])
    const to = `renamed-${unit.dataId}`.slice(0, 60) as DataId
    const renamed = await call(changeDataId, { as: admin, params: { dataID: unit.dataId }, body: { dataID: to } })
    assert.equal(renamed.failure?.code, undefined)

    assert.deepEqual(
      (await tilesOf(headers)).map(({ kind }) => kind),
      ['widget', 'map'],
    )
    const listed = (await done(listBoards, { as: admin })).details.boards.find(
      ({ boardID }) => boardID === board.boardID,
    )
    assert.equal(JSON.stringify(listed?.pages).includes(`"${to}"`), true)
  })
})

describe('pairing a screen', () => {
  it('takes a code of ten minutes, once; the pass opens nothing before', async () => {
    const board = await makeBoard([levelOf(await newUnit())])
    const { code, pass, seconds } = (await done(createBoardPairing)).details
    const headers = { authorization: `Bearer ${pass}` }
    const enter = (typed: string) =>
      call(addBoardScreen, { as: admin, body: { boardID: board.boardID, code: typed, name: 'Lobby' } })

    assert.match(code, /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    assert.equal(seconds, 600)
    assert.equal(await closed(headers), 'share/closed')
    assert.equal((await enter(` ${code.toLowerCase().replace('-', ' ')} `)).status, 200)
    assert.equal((await call(getSharedScreen, { headers })).status, 200)
    assert.equal((await enter(code)).failure.code, 'board/code-wrong')
  })

  it('gives the screen to one of two admins who enter the code at once', async () => {
    const board = await makeBoard([])
    const { code } = (await done(createBoardPairing)).details
    const enter = () => call(addBoardScreen, { as: admin, body: { boardID: board.boardID, code, name: 'Lobby' } })
    const statuses = (await Promise.all([enter(), enter()])).map(({ status }) => status)

    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [200, 404],
    )
  })

  it('is for admins, with wallboards of entities in reach', async () => {
    const board = await makeBoard([])
    const { code } = (await done(createBoardPairing)).details
    const body = { boardID: board.boardID, code, name: 'Lobby' }

    assert.equal((await call(addBoardScreen, { as: viewer, body })).failure.code, 'access/forbidden')
    assert.equal((await call(addBoardScreen, { as: stranger, body })).failure.code, 'board/not-found')
    assert.equal((await call(addBoardScreen, { as: admin, body })).status, 200)
  })

  it('keeps neither code nor pass', async () => {
    const board = await makeBoard([])
    const { pass } = await pair(board.boardID)
    const { code, pass: waiting } = (await done(createBoardPairing)).details
    const rows = JSON.stringify([
      await db.selectFrom('boardScreen').selectAll().execute(),
      await db.selectFrom('boardPairing').selectAll().execute(),
      await db.selectFrom('auditLog').selectAll().execute(),
    ])
    const list = (await call(listBoards, { as: admin })).response.body

    for (const secret of [pass, waiting, code, code.replace('-', '')])
      for (const text of [rows, list]) assert.equal(text.includes(secret), false)
  })
})

describe('a paired screen', () => {
  it('is listed with where and when it was seen, and goes blank within two seconds of being removed', async () => {
    const unit = await newUnit()
    const { board, headers, screenID } = await show([levelOf(unit)])
    await tilesOf(headers)
    const listed = (await done(listBoards, { as: admin })).details.boards.find(
      ({ boardID }) => boardID === board.boardID,
    )
    assert.deepEqual(
      listed?.screens.map(({ name, lastSeenUTC, address }) => [name, lastSeenUTC, address]),
      [['Lobby', new Date(clock()).toISOString(), '127.0.0.1']],
    )
    const [tile] = await tilesOf(headers)
    const stream = await readEvents(app, `shared/stream?data=${unitOf(tile)}/tank`, { headers })
    await stream.next()
    const begun = performance.now()

    assert.equal(
      (await call(removeBoardScreen, { as: stranger, body: { screenID } })).failure.code,
      'board/screen-not-found',
    )
    assert.equal((await call(removeBoardScreen, { as: admin, body: { screenID } })).status, 200)
    assert.equal(await stream.next(), undefined)
    assert.ok(performance.now() - begun < 2_000)
    assert.equal(await closed(headers), 'share/closed')
    assert.equal(
      (await call(removeBoardScreen, { as: admin, body: { screenID } })).failure.code,
      'board/screen-not-found',
    )
  })

  it('goes blank with its wallboard', async () => {
    const unit = await newUnit()
    const { board, headers } = await show([levelOf(unit)])
    const [tile] = await tilesOf(headers)
    const stream = await readEvents(app, `shared/stream?data=${unitOf(tile)}/tank`, { headers })
    await stream.next()
    assert.equal((await call(removeBoard, { as: admin, body: { boardID: board.boardID } })).status, 200)

    assert.equal(await stream.next(), undefined)
    assert.equal(await closed(headers), 'share/closed')
  })

  it('reads the wallboard again when that is saved', async () => {
    const unit = await newUnit()
    const { board, headers } = await show([levelOf(unit)])
    const [tile] = await tilesOf(headers)
    const stream = await readEvents(app, `shared/stream?data=${unitOf(tile)}/tank`, { headers })
    await stream.next()
    await features.sharedStreams.check()
    const { boardID } = board
    await done(updateBoard, { as: admin, body: { boardID, ...draftOf([chartOf(unit)]) } })
    await features.sharedStreams.check()

    assert.equal(await stream.next(), undefined)
    assert.deepEqual(
      (await tilesOf(headers)).map(({ kind }) => kind),
      ['chart'],
    )
  })

  const end: Readonly<Record<string, (maker: SignedInUser) => Promise<unknown>>> = {
    'its editor is no admin any more': ({ userId }) =>
      done(updateUsers, { as: admin, body: { userUID: userId, role: 'viewer' } }),
    'its editor is disabled': ({ userId }) =>
      done(updateUsers, { as: admin, body: { userUID: userId, status: 'disabled' } }),
    'its editor is gone': ({ userId }) => db.deleteFrom('appUser').where('id', '=', userId).execute(),
    'its editor moved to another entity': ({ userId }) =>
      db.updateTable('appUser').set({ entityId: stranger.entity }).where('id', '=', userId).execute(),
  }
  for (const [why, change] of Object.entries(end)) {
    it(`shows nothing when ${why}, until another admin saves the wallboard`, async () => {
      const maker = await signInAs({ role: 'admin', entity: top })
      const unit = await newUnit()
      const board = await makeBoard([levelOf(unit)], { as: maker })
      const { headers } = await pair(board.boardID)
      const [tile] = await tilesOf(headers)
      const stream = await readEvents(app, `shared/stream?data=${unitOf(tile)}/tank`, { headers })
      await stream.next()
      await change(maker)

      assert.equal(await closed(headers), 'board/no-editor')
      const { code } = (await done(createBoardPairing)).details
      const refused = await call(addBoardScreen, { as: admin, body: { boardID: board.boardID, code, name: 'Hall' } })
      assert.equal(refused.failure.code, 'board/no-editor')
      await features.sharedStreams.check()
      assert.equal(await stream.next(), undefined)
      const { boards } = (await done(listBoards, { as: admin })).details
      assert.equal(boards.find(({ boardID }) => boardID === board.boardID)?.state, 'editor')
      await done(updateBoard, { as: admin, body: { boardID: board.boardID, ...draftOf([levelOf(unit)]) } })
      assert.equal((await tilesOf(headers))[0]?.kind, 'widget')
    })
  }

  it('shows nothing to who asks after its editor lost the rights, while another read has begun before', async () => {
    const maker = await signInAs({ role: 'admin', entity: top })
    const unit = await newUnit()
    const board = await makeBoard([levelOf(unit)], { as: maker })
    const { headers } = await pair(board.boardID, maker)
    const lock = await database.pool.connect()
    await lock.query('begin; lock table template in access exclusive mode')
    const before = call(getSharedScreen, { headers })
    const waiting = async () =>
      (await database.pool.query(`select from pg_locks where relation = 'template'::regclass and not granted`)).rowCount
    while ((await waiting()) === 0);
    await db.updateTable('appUser').set({ role: 'viewer' }).where('id', '=', maker.userId).execute()
    const after = closed(headers)
    // It finds its screen in the meantime.
    for (let count = 0; count < 5; count += 1) assert.equal((await call(createBoardPairing)).status, 200)
    await lock.query('commit')
    lock.release()

    assert.equal((await before).status, 200)
    assert.equal(await after, 'board/no-editor')
  })

  it('shows nothing while the entity of the wallboard is disabled', async () => {
    const unit = await newUnit(below)
    const board = await makeBoard([levelOf(unit)], { entity: below })
    const { headers } = await pair(board.boardID)
    await db.updateTable('entity').set({ status: 'disabled' }).where('id', '=', below).execute()
    const during = await closed(headers)
    await db.updateTable('entity').set({ status: 'active' }).where('id', '=', below).execute()

    assert.equal(during, 'board/no-editor')
    assert.equal((await call(getSharedScreen, { headers })).status, 200)
  })

  it('opens nothing with a pass that is none, or that of a person', async () => {
    const { pass } = await show([])
    for (const bearer of ['fwb_', `${pass}x`, pass.slice(0, -1), pass.toUpperCase(), 'fwb_nothing', ''])
      assert.equal(await closed({ authorization: `Bearer ${bearer}` }), 'share/closed')
    assert.equal(await closed({ authorization: admin.bearer }), 'share/closed')
  })
})

describe('a wallboard', () => {
  it('is made by admins, of units in reach', async () => {
    const [unit, foreign] = [await newUnit(), await newUnit(stranger.entity)]
    const make = (as: SignedInUser, tiles: BoardTile[], more = {}) =>
      call(createBoard, { as, body: draftOf(tiles, more) })

    assert.equal((await make(viewer, [levelOf(unit)])).failure.code, 'access/forbidden')
    assert.equal((await make(admin, [levelOf(foreign)])).failure.code, 'unit/not-found')
    assert.equal((await make(admin, [mapOf(unit, foreign)])).failure.code, 'unit/not-found')
    assert.equal((await make(admin, [], { entity: stranger.entity })).failure.code, 'entity/not-found')
    assert.equal((await make(admin, [levelOf(unit)])).status, 200)
  })

  it('is refused when its tiles do not fit, and when it has nothing to read', async () => {
    const wide = { kind: 'text', text: 'Wide', width: 3, height: 1 } as const
    for (const pages of [
      [],
      [{ title: '', columns: 2, rows: 3, tiles: [wide] }],
      [{ title: '', columns: 4, rows: 1, tiles: [wide, wide] }],
      [{ title: '', columns: 5, rows: 1, tiles: [] }],
      [{ title: '', columns: 1, rows: 1, tiles: [{ kind: 'text' as const, text: '', ...SIZE }] }],
    ])
      assert.equal(
        (await call(createBoard, { as: admin, body: draftOf([], { pages }) })).failure.code,
        'request/invalid',
      )
    for (const seconds of [4, 3601, 5.5])
      assert.equal(
        (await call(createBoard, { as: admin, body: draftOf([], { seconds }) })).failure.code,
        'request/invalid',
      )
  })

  it('keeps what another admin saved in the meantime', async () => {
    const { boardID, version } = await makeBoard([])
    const save = (name: string) =>
      call(updateBoard, { as: admin, body: { boardID, version, ...draftOf([], { name }) } })

    assert.equal((await save('First')).body.details.version, version + 1)
    assert.equal((await save('Second')).failure.code, 'board/changed')
  })

  it('keeps the tile of a unit that left the reach, and gets no other one', async () => {
    const unit = await newUnit()
    const { boardID } = await makeBoard([levelOf(unit)])
    await db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', unit.dataId).execute()
    const save = (tiles: BoardTile[]) => call(updateBoard, { as: admin, body: { boardID, ...draftOf(tiles) } })

    assert.equal((await save([levelOf(unit), { kind: 'text', text: 'New', ...SIZE }])).status, 200)
    assert.equal((await save([levelOf(await newUnit(stranger.entity))])).failure.code, 'unit/not-found')
  })

  it('is one of so many of an entity', async () => {
    const entity = await buildEntity(db)
    const chief = await signInAs({ role: 'admin', entity })
    const made = await makeBoard([], { as: chief })
    const copy = {
      entity,
      draft: BoardDraft.parse(draftOf([])),
      fields: {},
      sources: {},
      savedBy: chief.userId,
      savedAt: 0,
    }
    for (let count = 1; count < MOST_BOARDS; count += 1)
      await createBoardStore(db).add({ id: randomUUID() as BoardId, ...copy })

    assert.equal((await call(createBoard, { as: chief, body: draftOf([]) })).failure.code, 'board/too-many')
    await done(removeBoard, { as: chief, body: { boardID: made.boardID } })
    assert.equal((await call(createBoard, { as: chief, body: draftOf([]) })).status, 200)
  })

  it('is in the activity with what was done with its screens', async () => {
    const { board, screenID } = await show([])
    await done(removeBoardScreen, { as: admin, body: { screenID } })
    await done(removeBoard, { as: admin, body: { boardID: board.boardID } })
    const { activity } = (await done(listActivity, { as: admin })).details

    assert.deepEqual(
      activity.slice(0, 4).map(({ action, subjectName }) => [action, subjectName]),
      ['delete wallboard', 'remove screen', 'pair screen', 'create wallboard'].map((action) => [
        action,
        'Control room',
      ]),
    )
  })
})

// Advances the clock, so that people are signed out.
describe('an unsaved wallboard', () => {
  it('is shown before it is saved to its editor alone, and the newest one only', async () => {
    const unit = await newUnit()
    const editor = await signInAs({ role: 'admin', entity: top })
    const look = async (tiles: BoardTile[]) => {
      const { pass } = (await done(createBoardPreview, { as: editor, body: draftOf(tiles) })).details
      return { authorization: `Bearer ${pass}` }
    }
    const first = await look([levelOf(unit)])
    assert.deepEqual(
      (await tilesOf(first)).map(({ kind }) => kind),
      ['widget'],
    )
    const second = await look([chartOf(unit), levelOf(await newUnit(stranger.entity))])

    assert.equal(await closed(first), 'share/closed')
    assert.deepEqual(
      (await tilesOf(second)).map(({ kind }) => kind),
      ['chart', 'gone'],
    )
    clock.advance(10 * 60_000)
    assert.equal(await closed(second), 'share/closed')
  })
})

describe('a code of a screen', () => {
  it('is too late after ten minutes', async () => {
    const editor = await signInAs({ role: 'admin', entity: top })
    const board = await makeBoard([], { as: editor })
    const { code } = (await done(createBoardPairing)).details
    clock.advance(10 * 60_000)

    const late = await call(addBoardScreen, { as: editor, body: { boardID: board.boardID, code, name: 'Lobby' } })
    assert.equal(late.failure.code, 'board/code-wrong')
  })

  const heldBy = async (network: string) =>
    (await db.selectFrom('boardPairing').select('codeHash').where('network', '=', network).execute()).length
  const hold = (network: string, count: number, age: number) =>
    db
      .insertInto('boardPairing')
      .values(
        Array.from({ length: count }, (_, place) => ({
          codeHash: Buffer.from(`code ${place} of ${network}`),
          secretHash: Buffer.from(`pass ${place} of ${network}`),
          network,
          expiresAt: new Date(clock() + 10 * 60_000 - age + place),
        })),
      )
      .execute()

  it('takes the place of the oldest one of its network where that has too many', async () => {
    await db.deleteFrom('boardPairing').execute()
    const editor = await signInAs({ role: 'admin', entity: top })
    const board = await makeBoard([], { as: editor })
    const codes: string[] = []
    for (let count = 0; count < 31; count += 1) {
      codes.push((await done(createBoardPairing)).details.code)
      clock.advance(1)
    }
    const enter = (code = '') =>
      call(addBoardScreen, { as: editor, body: { boardID: board.boardID, code, name: 'Lobby' } })

    assert.equal((await enter(codes[0])).failure.code, 'board/code-wrong')
    assert.deepEqual([(await enter(codes[1])).status, (await enter(codes[30])).status], [200, 200])
    await Promise.all(Array.from({ length: 40 }, () => call(createBoardPairing)))
    assert.equal((await db.selectFrom('boardPairing').select('codeHash').execute()).length, 30)
  })

  it('is given to every network, however many codes others have', async () => {
    await db.deleteFrom('boardPairing').execute()
    await hold('192.0.2.1', 1, 60_000)
    for (let network = 0; network < 33; network += 1) await hold(`198.51.100.${network}`, 30, network)
    await hold('203.0.113.1', 9, 0)

    const given = await call(createBoardPairing)

    assert.equal(given.status, 200)
    assert.equal((await db.selectFrom('boardPairing').select('codeHash').execute()).length, 1_000)
    assert.deepEqual(
      [await heldBy('192.0.2.1'), await heldBy('198.51.100.32'), await heldBy('203.0.113.1')],
      [1, 29, 9],
    )
  })
})

// Advances the clock by a month, so that sessions of people end.
describe('a screen over a month', () => {
  it('stays signed in when people sign out', async () => {
    const editor = await signInAs({ role: 'admin', entity: top })
    const unit = await newUnit()
    const { headers } = await show([levelOf(unit)], editor)
    for (let day = 0; day < 30; day += 1) {
      clock.advance(24 * 60 * 60_000)
      await features.sharedStreams.check()
      assert.equal((await tilesOf(headers))[0]?.kind, 'widget')
    }
  })
})

// Locks the account out.
describe('guessing the code of a screen', () => {
  it('is refused after so many tries', async () => {
    const guesser = await signInAs({ role: 'admin', entity: top })
    const board = await makeBoard([], { as: guesser })
    const codes: string[] = []
    const guess = (code: string) =>
      call(addBoardScreen, { as: guesser, body: { boardID: board.boardID, code, name: 'Lobby' } })
    for (let count = 0; count < 12; count += 1) codes.push((await guess('AAAA-AAAA')).failure.code)
    const { code } = (await done(createBoardPairing)).details

    assert.equal(codes[0], 'board/code-wrong')
    assert.equal(codes.at(-1), 'auth/too-many-requests')
    assert.equal((await guess(code)).failure.code, 'auth/too-many-requests')
  })
})
