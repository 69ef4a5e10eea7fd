import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createAlert, removeAlert, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import type { BoardId } from '@fieldwatch/contract/boards/boards'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { AlertId, DataId, EntityId, LabelId, TemplateId } from '@fieldwatch/contract/api/ids'
import { type Change, CHANGE_KINDS, type ChangeKind } from '@fieldwatch/contract/consequences/changes'
import { type Effect, listConsequences, type ThingKind } from '@fieldwatch/contract/consequences/consequences'
import { createEvent, refreshEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { changePlace, removePlace } from '@fieldwatch/contract/places/places'
import { deleteTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { changeDataId, deleteEntity, deleteSource, deleteUnit } from '@fieldwatch/contract/units/deletions'
import { createUnitOfChild } from '@fieldwatch/contract/units/gateway-children'
import { removeLabel } from '@fieldwatch/contract/units/labels'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { sql } from 'kysely'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { buildUnit, sourceName } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { UNUSED_PARTS } from '#testing/documents/unused-parts.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createConsequenceRows } from './consequence-rows.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const rows = createConsequenceRows(UNUSED_PARTS)
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })

interface Thing {
  readonly kind: ThingKind
  readonly table: string
  readonly id: string
}

interface World {
  readonly north: EntityId
  readonly south: EntityId
  readonly maker: SignedInUser
  readonly dataId: DataId
  readonly template: TemplateId
  readonly otherTemplate: TemplateId
  readonly alert: AlertId
  readonly place: number
  readonly label: LabelId
  readonly things: readonly Thing[]
}

/** A unit of an entity with one of everything that can depend on something, all made by an admin of that entity. */
async function buildWorld(): Promise<World> {
  const north = await buildEntity(db, { parent_id: top, name: 'North' })
  const south = await buildEntity(db, { parent_id: top, name: 'South' })
  const maker = await signInAs({ role: 'admin', entity: north })
  await signInAs({ role: 'admin', entity: south })
  const [template, otherTemplate] = [randomUUID() as TemplateId, randomUUID() as TemplateId]
  const charts = [
    { title: 'Temp', type: 'timeseries' as const, specifications: { room: [{ field: 'temp', friendlyName: 'T' }] } },
  ]
  const definition = { title: template, timeSeries: { charts } }
  await createTemplateStore(db).create({ id: template, entityId: north, definition })
  await createTemplateStore(db).create({ id: otherTemplate, entityId: top, definition: { title: otherTemplate } })
  const unit = await buildUnit(db, { entity: north, friendly_name: 'Pump 1', default_template: template })
  const { dataId } = unit
  await sendRecords(app, unit, 'room', { temp: 4 })
  await sendRecords(app, unit, 'tank', { level: 1 })
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const alertBody = { name: 'Hot', source: 'room', condition, devices: [dataId] }
  const alert = (await succeed(call(createAlert, { as: maker, body: alertBody }))).details.alertID
  const startDate = new Date(clock() - 60_000).toISOString()
  await succeed(
    call(createEvent, { as: maker, body: { dataID: dataId, name: 'hot', comparison: 'tank.level > 10', startDate } }),
  )
  const [at, by] = [new Date(clock()), maker.userId]
  const made = { created_by: by, created_at: at }
  const things: Thing[] = [
    { kind: 'alert', table: 'alert', id: alert },
    { kind: 'template', table: 'template', id: template },
  ]
  const add = async (kind: ThingKind, table: string, columns: Record<string, unknown>): Promise<string> => {
    const names = Object.keys(columns)
    const { rows: added } = await sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(columns))}) returning id::text as id`.execute(db)
    const id = added[0]?.id ?? ''
    things.push({ kind, table, id })
    return id
  }
  const table = await db.selectFrom('event_table').select('id').where('data_id', '=', dataId).executeTakeFirstOrThrow()
  things.push({ kind: 'event table', table: 'event_table', id: String(table.id) })
  const content = JSON.stringify({ kind: 'chart', chart: 'Temp' })
  const rhythm = JSON.stringify({ every: 'day', hour: 6, timeZone: 'UTC' })
  const schedule = {
    data_id: dataId,
    entity_id: north,
    name: 'Daily',
    content,
    rhythm,
    due_at: new Date(clock() + 3_600_000),
    ...made,
  }
  const report = await add('scheduled report', 'report_schedule', schedule)
  await db
    .insertInto('report_recipient')
    .values({ schedule_id: Number(report), user_id: by })
    .execute()
  const label = (await add('label', 'label', {
    id: randomUUID(),
    entity_id: north,
    name: randomUUID(),
    colour: 'red',
    ...made,
  })) as LabelId
  await db.insertInto('unit_label').values({ data_id: dataId, label_id: label }).execute()
  const geometry = JSON.stringify({ type: 'Point', coordinates: [1, 1] })
  const place = Number(
    await add('place', 'place', { entity_id: north, name: 'Depot', geometry, radius: 50, positions: 1, ...made }),
  )
  await add('note', 'note', { data_id: dataId, start_at: clock(), text: 'New pump', ...made })
  const span = { from_at: 1, to_at: 2, moment_at: 1, known: 'now', taken_at: at, taken_by: by }
  const incident = await add('incident', 'incident', {
    entity_id: north,
    title: 'Leak',
    severity: 'info',
    ...span,
    ...made,
  })
  await db
    .insertInto('incident_unit')
    .values({ incident_id: Number(incident), data_id: dataId, name: 'Pump 1', facts: '{}' })
    .execute()
  const what = { kind: 'overview', what: '{}', fields: '{}' }
  const hash = Buffer.from(randomUUID())
  await add('shared link', 'share', {
    id: randomUUID(),
    secret_hash: hash,
    entity_id: north,
    data_id: dataId,
    ...what,
    ...made,
  })
  const pages = { seconds: 10, pages: '[]', fields: '{}', sources: '{}', saved_by: by, saved_at: at }
  const board = await add('wallboard', 'board', { id: randomUUID(), entity_id: north, name: 'Hall', ...pages })
  await db
    .insertInto('board_unit')
    .values({ board_id: board as BoardId, named: dataId, data_id: dataId })
    .execute()
  const request = {
    action_class: 'Unit',
    method: 'Ping',
    action: 'Ping',
    payload: '{}',
    state: 'waiting',
    request_recorded: true,
  }
  await add('request', 'action_request', {
    data_id: dataId,
    ...request,
    created_at: clock(),
    created_by: by,
    expires_at: clock() + 3_600_000,
  })
  await add('SIM card', 'sim', {
    id: randomUUID(),
    entity_id: north,
    iccid: randomUUID(),
    data_id: dataId,
    updated_at: at,
  })
  await add('message mapping', 'message_mapping', {
    id: randomUUID(),
    entity_id: north,
    name: 'Map',
    mapping: '{}',
    replay_began_at: at,
    ...made,
  })
  const server = {
    kind: 'chirpstack',
    url: 'https://x.example',
    api_key: hash,
    application: 'a',
    f_port: 1,
    confirmed: false,
  }
  await add('network server', 'network_server', { id: randomUUID(), entity_id: north, name: 'Net', ...server, ...made })
  await add('webhook', 'webhook', {
    id: randomUUID(),
    entity_id: north,
    name: 'Hook',
    url: 'https://x.example',
    kind: 'json',
    secret: 's',
    ...made,
  })
  const token = {
    beginning: 'fw',
    name: 'Token',
    scopes: sql`'{read}'`,
    user_id: by,
    expires_at: new Date(clock() + 3_600_000),
  }
  await add('token', 'program_token', { id: randomUUID(), token_hash: hash, ...token, ...made })
  await features.events.run()
  const colleague = await signInAs({ role: 'admin', entity: north })
  things.push({ kind: 'user', table: 'app_user', id: colleague.userId })
  return { north, south, maker, dataId, template, otherTemplate, alert, place, label, things }
}

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

interface Making {
  readonly change: Change
  /** Whether it is refused because of what depends on it. */
  readonly isRefused?: boolean
  readonly make: () => Promise<{ readonly status: number }>
}

/** Each kind of change: as a dialog asks about it, and as people make it. */
const MAKINGS: { readonly [Kind in ChangeKind]: (world: World) => Making | Promise<Making> } = {
  'unit-moved': ({ dataId, south }) =>
    administer(dataId, { entities: [south] }, { kind: 'unit-moved', dataIDs: [dataId], entities: [south] }),
  'unit-shared': ({ dataId, north, south }) =>
    administer(
      dataId,
      { entities: [north, south] },
      { kind: 'unit-shared', dataIDs: [dataId], entities: [north, south] },
    ),
  'unit-deactivated': ({ dataId }) =>
    administer(dataId, { active: false }, { kind: 'unit-deactivated', dataIDs: [dataId] }),
  'unit-deleted': ({ dataId }) => ({
    change: { kind: 'unit-deleted', dataIDs: [dataId] },
    make: () => call(deleteUnit, { as: admin, params: { dataID: dataId }, body: { confirm: 'Pump 1' } }),
  }),
  'data-id-changed': ({ dataId }) => {
    const to = `new-${randomUUID()}` as DataId
    return {
      change: { kind: 'data-id-changed', dataID: dataId, to },
      make: () => call(changeDataId, { as: admin, params: { dataID: dataId }, body: { dataID: to } }),
    }
  },
  'template-changed': ({ dataId, otherTemplate }) =>
    administer(
      dataId,
      { defaultTemplate: otherTemplate },
      { kind: 'template-changed', dataIDs: [dataId], templateID: otherTemplate },
    ),
  'source-deleted': ({ dataId }) => ({
    change: { kind: 'source-deleted', dataID: dataId, source: sourceName('room') },
    make: () =>
      call(deleteSource, { as: admin, params: { dataID: dataId }, body: { source: 'room', confirm: 'room' } }),
  }),
  'source-moved': async ({ dataId }) => {
    await db
      .insertInto('gateway_child')
      .values({ gateway: dataId, source: 'room', name: 'room', unit: null } as never)
      .execute()
    const body = { source: 'room', dataID: `child-${randomUUID()}`, friendlyName: 'Child' }
    return {
      change: { kind: 'source-moved', dataID: dataId, source: sourceName('room') },
      make: () => call(createUnitOfChild, { as: admin, params: { dataID: dataId }, body }),
    }
  },
  'chart-renamed': ({ dataId, template }) => ({
    change: { kind: 'chart-renamed', dataID: dataId, chart: 'Temp', to: 'Heat' },
    make: () =>
      call(putTemplate, {
        as: admin,
        body: {
          templateID: template,
          template: {
            title: template,
            timeSeries: {
              charts: [
                { title: 'Heat', type: 'timeseries', specifications: { room: [{ field: 'temp', friendlyName: 'T' }] } },
              ],
            },
          },
        },
      }),
  }),
  'chart-deleted': ({ dataId, template }) => ({
    change: { kind: 'chart-deleted', dataID: dataId, chart: 'Temp' },
    make: () =>
      call(putTemplate, {
        as: admin,
        body: { templateID: template, template: { title: template, timeSeries: { charts: [] } } },
      }),
  }),
  'event-table-changed': ({ dataId }) => ({
    change: { kind: 'event-table-changed', dataID: dataId, event: 'hot' },
    make: () => call(refreshEvent, { as: admin, body: { dataID: dataId, name: 'hot', comparison: 'tank.level > 20' } }),
  }),
  'event-table-deleted': ({ dataId }) => ({
    change: { kind: 'event-table-deleted', dataID: dataId, event: 'hot' },
    make: () => call(removeEvent, { as: admin, body: { dataID: dataId, name: 'hot' } }),
  }),
  'alert-changed': ({ alert }) => ({
    change: { kind: 'alert-changed', alertID: alert },
    make: () => call(updateAlert, { as: admin, body: { alertID: alert, name: 'Hotter' } }),
  }),
  'alert-deleted': ({ alert }) => ({
    change: { kind: 'alert-deleted', alertID: alert },
    make: () => call(removeAlert, { as: admin, body: { alertID: alert } }),
  }),
  'place-changed': ({ place }) => ({
    change: { kind: 'place-changed', placeIDs: [place] },
    make: () => call(changePlace, { as: admin, body: { placeID: place, name: 'Yard' } }),
  }),
  'place-deleted': ({ place }) => ({
    change: { kind: 'place-deleted', placeIDs: [place] },
    make: () => call(removePlace, { as: admin, body: { placeID: place } }),
  }),
  'label-deleted': ({ label }) => ({
    change: { kind: 'label-deleted', labelID: label },
    make: () => call(removeLabel, { as: admin, body: { labelID: label } }),
  }),
  'template-deleted': ({ template }) => ({
    change: { kind: 'template-deleted', templateID: template },
    isRefused: true,
    make: () => call(deleteTemplate, { as: admin, params: { id: template } }),
  }),
  'person-demoted': ({ maker }) =>
    changeUser(maker, { role: 'viewer' }, { kind: 'person-demoted', userIDs: [maker.userId], role: 'viewer' }),
  'person-moved': ({ maker, south }) =>
    changeUser(maker, { entity: south }, { kind: 'person-moved', userIDs: [maker.userId], entityID: south }),
  'person-disabled': ({ maker }) =>
    changeUser(maker, { status: 'disabled' }, { kind: 'person-disabled', userIDs: [maker.userId] }),
  'person-enabled': async ({ maker }) => {
    await succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, status: 'disabled' } }))
    return changeUser(maker, { status: 'active' }, { kind: 'person-enabled', userIDs: [maker.userId] })
  },
  'person-deleted': ({ maker }) => ({
    change: { kind: 'person-deleted', userIDs: [maker.userId] },
    make: () => call(deleteUsers, { as: admin, body: { userUID: maker.userId } }),
  }),
  'entity-disabled': ({ north }) => ({
    change: { kind: 'entity-disabled', entityID: north },
    make: () => call(updateEntity, { as: admin, body: { entityID: north, status: 'disabled' } }),
  }),
  'entity-enabled': async ({ north }) => {
    await succeed(call(updateEntity, { as: admin, body: { entityID: north, status: 'disabled' } }))
    return {
      change: { kind: 'entity-enabled', entityID: north },
      make: () => call(updateEntity, { as: admin, body: { entityID: north, status: 'active' } }),
    }
  },
  'entity-deleted': ({ north }) => ({
    change: { kind: 'entity-deleted', entityID: north },
    make: () => call(deleteEntity, { as: admin, body: { entityID: north, confirm: 'North' } }),
  }),
}

function administer(dataId: DataId, body: CallOf<typeof administerUnit>['body'], change: Change): Making {
  return { change, make: () => call(administerUnit, { as: admin, params: { dataID: dataId }, body }) }
}

function changeUser(
  { userId: userUID }: SignedInUser,
  changes: { role?: 'viewer'; entity?: EntityId; status?: 'active' | 'disabled' },
  change: Change,
): Making {
  return { change, make: () => call(updateUsers, { as: admin, body: { userUID, ...changes } }) }
}

/** The thing itself changes. */
const SELF: Partial<Record<ChangeKind, ThingKind>> = {
  'alert-changed': 'alert',
  'alert-deleted': 'alert',
  'event-table-changed': 'event table',
  'event-table-deleted': 'event table',
  'place-changed': 'place',
  'place-deleted': 'place',
  'label-deleted': 'label',
  'chart-renamed': 'template',
  'chart-deleted': 'template',
}

/** What counts changes and says who made them. */
const BOOKKEEPING = sql`array['version', 'changed_at', 'changed_by', 'updated_at']`

async function read({ table, id }: Thing): Promise<unknown> {
  const { rows: found } = await sql<{ row: unknown }>`
    select to_jsonb(thing) - ${BOOKKEEPING} as row from ${sql.table(table)} thing where id::text = ${id}`.execute(db)
  return found[0]?.row
}

/** What a thing is like once something followed for it. */
async function stateOf({ table, id }: Thing): Promise<Effect[]> {
  const { rows: found } = await sql<{ ends: boolean; pauses: boolean }>`
    select ${table === 'alert' ? sql`ended_at is not null or exists (select from alert_unit where alert_id = thing.id and ended_at is not null)` : table === 'event_table' ? sql`ended_at is not null` : sql`false`} as ends,
      ${table === 'report_schedule' ? sql`due_at is null and stopped is not null` : sql`false`} as pauses
    from ${sql.table(table)} thing where id::text = ${id}`.execute(db)
  return [...(found[0]?.ends ? ['ends' as const] : []), ...(found[0]?.pauses ? ['pauses' as const] : [])]
}

const JUDGED_BY_ROW: ReadonlySet<ThingKind> = new Set(['alert', 'event table', 'scheduled report'])

describe('every thing after every change is as its declaration and the dialog said', () => {
  for (const kind of CHANGE_KINDS) {
    it(kind, async () => {
      const world = await buildWorld()
      const { change, make, isRefused = false } = await MAKINGS[kind](world)
      const before = new Map<Thing, unknown>()
      for (const thing of world.things) before.set(thing, await read(thing))
      const { things: listed } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details

      const { status } = await make()
      await features.deletions.run()

      assert.equal(status === 200, !isRefused)
      for (const thing of world.things) {
        if (SELF[kind] === thing.kind) continue
        const cell = rows[thing.kind][kind]
        const said = listed
          .filter((one) => one.kind === thing.kind && one.id === thing.id)
          .map(({ follows }) => follows)
        const now = await read(thing)
        const where = `${thing.kind} after ${kind}`
        if ('unaffected' in cell) {
          assert.deepEqual(said, [], where)
          assert.deepEqual(now, before.get(thing), where)
          continue
        }
        const isDeletedUnlisted = cell.outcomes.some(({ follows, find }) => follows === 'deleted' && find === undefined)
        assert.equal(now === undefined, said.includes('deleted') || (isDeletedUnlisted && now === undefined), where)
        if (now === undefined || !JUDGED_BY_ROW.has(thing.kind)) continue
        const expected = said.filter((follows) => follows === 'ends' || follows === 'pauses')
        assert.deepEqual(await stateOf(thing), expected, where)
      }
    })
  }
})
