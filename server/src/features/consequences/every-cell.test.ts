import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createAlert, listAlerts, removeAlert, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { type BoardId, listBoards } from '@fieldwatch/contract/boards/boards'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { AlertId, DataId, EntityId, LabelId, TemplateId } from '@fieldwatch/contract/api/ids'
import { type Change, CHANGE_KINDS, type ChangeKind } from '@fieldwatch/contract/consequences/changes'
import { type Effect, listConsequences, ThingKind } from '@fieldwatch/contract/consequences/consequences'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { signIn } from '@fieldwatch/contract/people/auth'
import { createShare, listShares } from '@fieldwatch/contract/shares/shares'
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
import {
  createRecordImport,
  type ImportSettings,
  putImportPart,
  startRecordImport,
} from '@fieldwatch/contract/telemetry/record-imports'
import { sql } from 'kysely'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { deliverMessage } from '#delivery/outbox/deliver-outbox.ts'
import { createPersonalRefusal, createWebhookRefusal } from '#features/alerts/hand-over.ts'
import { createImportWork } from '#features/imports/import-work.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { buildEntity, TEST_PASSWORD } from '#testing/build-users.ts'
import { UNUSED_PARTS } from '#testing/documents/unused-parts.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createConsequenceRows } from './consequence-rows.ts'

/** Work in the background waits until the change is made. */
let mayWork = true
const database = await createTestDatabase()
const metrics = createMetrics()
const portal = await createTestApp({ database, metrics, mayWork: () => mayWork })
const { app, bus, call, clock, db, features, signInAs } = portal
const rows = createConsequenceRows(UNUSED_PARTS)
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })
const lease = await startServerLease({ db, random: systemRandom, log: silentLog })
database.defer(lease.close)
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const background = database.background.db
const importWork = createImportWork({
  db: background,
  pool: database.background.pool,
  bus,
  clock,
  log: silentLog,
  metrics,
  server: lease.name,
  reader: createMergedReader({ db: database.reads.db, control: background, workers, metrics, log: silentLog }),
})
database.defer(async () => importWork.close?.())

interface Thing {
  /** As dialogs list it. */
  readonly id: string
  /** The row, with the rows of others that belong to it; undefined: it is gone. */
  readonly read: () => Promise<Row | undefined>
}
type Row = Readonly<Record<string, unknown>>

interface Base {
  readonly north: EntityId
  readonly south: EntityId
  readonly maker: SignedInUser
  readonly colleague: SignedInUser
  readonly southAdmin: SignedInUser
  readonly unit: BuiltUnit
  readonly dataId: DataId
  readonly template: TemplateId
  readonly otherTemplate: TemplateId
}

interface World extends Base {
  readonly alert: AlertId
  readonly place: number
  readonly label: LabelId
  readonly things: Readonly<Record<ThingKind, Thing>>
}

/** What counts changes and says who made them, who used it and how far it was followed. */
const BOOKKEEPING = [
  'version',
  'changed_at',
  'changed_by',
  'updated_at',
  'judged_to',
  'due_at',
  'tries',
  'held_by',
  'last_used_at',
  'last_used_from',
  'fill_done',
  'fill_total',
  'filled_to',
  'event_tables_due',
]

interface Rows {
  readonly id?: string
  readonly members?: { readonly table: string; readonly column: string }
}

function inTable(table: string, id: string, { id: column = 'id', members }: Rows = {}): Thing {
  const others =
    members === undefined
      ? sql`null`
      : sql`(select jsonb_agg(to_jsonb(member)) from ${sql.table(members.table)} member where ${sql.ref(`member.${members.column}`)}::text = ${id})`
  const read = async (): Promise<Row | undefined> => {
    const { rows: found } = await sql<{ row: Row }>`
      select to_jsonb(thing) - ${sql.val(BOOKKEEPING)}::text[] || jsonb_build_object('members', ${others}) as row
      from ${sql.table(table)} thing where ${sql.ref(column)}::text = ${id}`.execute(db)
    return found[0]?.row
  }
  return { id, read }
}

async function insert(table: string, columns: Record<string, unknown>, key = 'id'): Promise<string> {
  const names = Object.keys(columns)
  const { rows: added } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))}) returning ${sql.ref(key)}::text as id`.execute(db)
  return added[0]?.id ?? ''
}

function withMore({ id, read }: Thing, more: () => Promise<Row>): Thing {
  return {
    id,
    read: async () => {
      const row = await read()
      return row && { ...row, ...(await more()) }
    },
  }
}

const add = async (table: string, columns: Record<string, unknown>, more?: Rows): Promise<Thing> =>
  inTable(table, await insert(table, columns), more)

const madeBy = ({ maker }: Base) => ({ created_by: maker.userId, created_at: new Date(clock()) })
const hash = () => Buffer.from(randomUUID())
const later = () => new Date(clock() + 3_600_000)
const ASKED = { action_class: 'Unit', method: 'Ping', action: 'Ping', payload: '{}' }

/** One thing of each kind that depends on others, made by an admin of an entity. Alerts come first: messages are about them. */
const BUILDERS: { readonly [Kind in ThingKind]: (base: Base) => Promise<Thing> } = {
  alert: async ({ maker, dataId }) => {
    const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
    const body = { name: 'Hot', source: 'room', condition, devices: [dataId] }
    const { alertID } = (await succeed(call(createAlert, { as: maker, body }))).details
    const thing = inTable('alert', alertID, { members: { table: 'alert_unit', column: 'alert_id' } })
    return withMore(thing, async () => ({
      people: await db
        .selectFrom('alert_person')
        .selectAll()
        .where('alert_id', '=', alertID)
        .orderBy('user_id')
        .execute(),
    }))
  },
  'scheduled report': async (base) => {
    const report = {
      data_id: base.dataId,
      entity_id: base.north,
      name: 'Daily',
      content: JSON.stringify({ kind: 'chart', chart: 'Temp' }),
      rhythm: JSON.stringify({ every: 'day', hour: 6, timeZone: 'UTC' }),
      due_at: later(),
      ...madeBy(base),
    }
    const thing = await add('report_schedule', report)
    await db
      .insertInto('report_recipient')
      .values({ schedule_id: Number(thing.id), user_id: base.maker.userId })
      .execute()
    return thing
  },
  'event table': async ({ maker, dataId }) => {
    const startDate = new Date(clock() - 60_000).toISOString()
    const body = { dataID: dataId, name: 'hot', comparison: 'room.temp > 10', startDate }
    await succeed(call(createEvent, { as: maker, body }))
    const { id } = await db
      .selectFrom('event_table')
      .select('id')
      .where('data_id', '=', dataId)
      .executeTakeFirstOrThrow()
    return inTable('event_table', String(id))
  },
  'calculated source': async ({ dataId }) => {
    const at = new Date(clock())
    const inputs = JSON.stringify([{ name: 'tank.level', source: 'tank', field: 'level' }])
    const calculation = { name: 'share', equation: 'tank.level * 2', unit: '', start_at: 0, inputs }
    return add('calculation', { data_id: dataId, ...calculation, created_at: at, updated_at: at, fill_total: null })
  },
  chart: async ({ template }) => ({
    id: 'Temp',
    read: async () => {
      const { rows: found } = await sql<{ row: Row }>`
        select chart as row from template, jsonb_array_elements(definition -> 'timeSeries' -> 'charts') chart
        where template.id = ${template} and chart ->> 'title' = 'Temp'`.execute(db)
      return found[0]?.row
    },
  }),
  source: async ({ dataId }) => {
    const { source_key: key } = await db
      .selectFrom('source')
      .select('source_key')
      .where('data_id', '=', dataId)
      .where('name', '=', sourceName('room'))
      .executeTakeFirstOrThrow()
    return { ...inTable('source', String(key), { id: 'source_key' }), id: 'room' }
  },
  unit: async ({ dataId }) =>
    inTable('unit', dataId, { id: 'data_id', members: { table: 'unit_entity', column: 'data_id' } }),
  template: async ({ template }) => inTable('template', template),
  label: async (base) => {
    const own = { id: randomUUID(), entity_id: base.north, name: randomUUID(), colour: 'red' }
    const thing = await add(
      'label',
      { ...own, ...madeBy(base) },
      { members: { table: 'unit_label', column: 'label_id' } },
    )
    await db
      .insertInto('unit_label')
      .values({ data_id: base.dataId, label_id: thing.id as LabelId })
      .execute()
    return thing
  },
  place: async (base) => {
    const geometry = JSON.stringify({ type: 'Point', coordinates: [1, 1] })
    return add('place', { entity_id: base.north, name: 'Depot', geometry, radius: 50, positions: 1, ...madeBy(base) })
  },
  note: async (base) => add('note', { data_id: base.dataId, start_at: clock(), text: 'New', ...madeBy(base) }),
  incident: async (base) => {
    const span = {
      from_at: 1,
      to_at: 2,
      moment_at: 1,
      known: 'now',
      taken_at: new Date(clock()),
      taken_by: base.maker.userId,
    }
    const incident = { entity_id: base.north, title: 'Leak', severity: 'info', ...span, ...madeBy(base) }
    const thing = await add('incident', incident, { members: { table: 'incident_unit', column: 'incident_id' } })
    await db
      .insertInto('incident_unit')
      .values({ incident_id: Number(thing.id), data_id: base.dataId, name: 'Pump 1', facts: '{}' })
      .execute()
    return thing
  },
  'shared link': async ({ maker, dataId: dataID }) => {
    const body = {
      kind: 'chart',
      what: { dataID, chart: 'Temp', range: { kind: 'last', minutes: 60 } },
      expiresUTC: later().toISOString(),
    } as const
    const { shareID } = (await succeed(call(createShare, { as: maker, body }))).details.share
    const thing = inTable('share', shareID)
    return withMore(thing, async () => {
      const { shares } = (await succeed(call(listShares, { as: admin }))).details
      return { state: shares.find((share) => share.shareID === shareID)?.state }
    })
  },
  wallboard: async (base) => {
    const saved = { saved_by: base.maker.userId, saved_at: new Date(clock()) }
    const pages = { seconds: 10, pages: '[]', fields: '{}', sources: '{}', ...saved }
    const board = { id: randomUUID(), entity_id: base.north, name: 'Hall', ...pages }
    const thing = await add('board', board, { members: { table: 'board_unit', column: 'board_id' } })
    await db
      .insertInto('board_unit')
      .values({ board_id: thing.id as BoardId, named: 'Pump' as DataId, data_id: base.dataId })
      .execute()
    return withMore(thing, async () => {
      const { boards } = (await succeed(call(listBoards, { as: admin }))).details
      return { state: boards.find(({ boardID }) => boardID === thing.id)?.state }
    })
  },
  request: async ({ dataId, maker }) => {
    const request = {
      ...ASKED,
      state: 'waiting',
      request_recorded: true,
      created_at: clock(),
      expires_at: clock() + 3_600_000,
    }
    return add('action_request', { data_id: dataId, ...request, created_by: maker.userId })
  },
  batch: async ({ dataId, maker, north }) => {
    const other = await buildUnit(db, { entity: north, friendly_name: 'Pump 2' })
    const batch = { ...ASKED, expires_in_seconds: 3_600, stop_after: 1, state: 'first', created_at: clock() }
    const members = { table: 'action_batch_unit', column: 'batch_id' }
    const thing = await add('action_batch', { ...batch, created_by: maker.userId }, { members })
    await db
      .insertInto('action_batch_unit')
      .values(
        [dataId, other.dataId].map((id, place) => ({
          batch_id: Number(thing.id),
          place,
          data_id: id,
          action_id: null,
        })),
      )
      .execute()
    return thing
  },
  job: async (base) => {
    const { dataId, maker, north } = base
    const label = await insert('label', {
      id: randomUUID(),
      entity_id: north,
      name: 'Job',
      colour: 'red',
      ...madeBy(base),
    })
    const asked = JSON.stringify({ kind: 'change', change: { kind: 'labels', add: [label], remove: [] } })
    const job = { kind: 'change', asked, created_at: clock(), created_by: maker.userId, entity_id: north }
    const thing = await add('unit_job', job, { members: { table: 'unit_job_item', column: 'job_id' } })
    const other = await buildUnit(db, { entity: north, friendly_name: 'Pump 3' })
    const items = [dataId, other.dataId].map((id, place) => ({ job_id: Number(thing.id), place, data_id: id }))
    await db.insertInto('unit_job_item').values(items).execute()
    return thing
  },
  import: async ({ dataId, maker }) => {
    const csv = Buffer.from('time,level\n2026-01-01,1\n')
    const body = { dataID: dataId, fileName: 'logger.csv', fileBytes: csv.length }
    const { importID } = (await succeed(call(createRecordImport, { as: maker, body }))).details
    const file = new File([csv], 'part')
    await succeed(call(putImportPart, { as: maker, body: { importID, part: 0, file } }))
    await succeed(call(startRecordImport, { as: maker, body: { importID, settings: SETTINGS } }))
    await db.updateTable('record_import').set({ held_by: lease.name }).where('id', '=', importID).execute()
    return inTable('record_import', String(importID))
  },
  'SIM card': async ({ dataId, north }) =>
    add('sim', {
      id: randomUUID(),
      entity_id: north,
      iccid: randomUUID(),
      data_id: dataId,
      updated_at: new Date(clock()),
    }),
  'message mapping': async (base) => {
    const mapping = JSON.stringify({ unit: { dataID: base.dataId } })
    const own = { id: randomUUID(), entity_id: base.north, name: 'Map', mapping, replay_began_at: new Date(clock()) }
    return add('message_mapping', { ...own, ...madeBy(base) })
  },
  'network server': async (base) => {
    const chirp = { kind: 'chirpstack', url: 'https://x.example', api_key: hash(), application: 'a', f_port: 1 }
    const server = { id: randomUUID(), entity_id: base.north, name: 'Net', confirmed: false, ...chirp }
    return add('network_server', { ...server, ...madeBy(base) })
  },
  webhook: async (base) => {
    const hook = {
      id: randomUUID(),
      entity_id: base.north,
      name: 'Hook',
      url: 'https://x.example',
      kind: 'json',
      secret: 's',
    }
    const thing = await add('webhook', { ...hook, ...madeBy(base) })
    const message = { id: '', kind: 'webhook', recipient: thing.id, subject: '', body: '', createdAt: 0 } as const
    return withMore(thing, async () => ({ refusal: await createWebhookRefusal(db)(message) }))
  },
  token: async ({ maker }) => {
    const body = { name: 'Token', scopes: ['read'], days: 1 } satisfies CallOf<typeof createProgramToken>['body']
    const { token, secret } = (await succeed(call(createProgramToken, { as: maker, body }))).details
    const headers = { authorization: `Bearer ${secret}` }
    return withMore(inTable('program_token', token.tokenID), async () => ({
      answer: (await call(listAlerts, { headers, query: {} })).status,
    }))
  },
  'waiting message': async ({ maker }) => {
    const mail = { kind: 'mail', recipient: maker.email, subject: WAITING, body: 'Text', for_user: true }
    return add('outbox', { id: randomUUID(), created_at: new Date(clock()), ...mail })
  },
  session: async ({ maker }) => {
    const { id } = await db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', maker.userId)
      .executeTakeFirstOrThrow()
    return inTable('session', id)
  },
  'list view': async ({ maker }) => {
    await insert('list_view', { user_id: maker.userId, view: '{}' }, 'user_id')
    return inTable('list_view', maker.userId, { id: 'user_id' })
  },
  user: async ({ colleague }) =>
    withMore(inTable('app_user', colleague.userId), async () => ({
      answer: (await call(signIn, { body: { email: colleague.email, password: TEST_PASSWORD } })).status,
    })),
  'sub-entity': async ({ north }) => inTable('entity', await buildEntity(db, { parent_id: north, name: 'Below' })),
}

/** The subject of the message that waits. */
const WAITING = 'A waiting message'

const SETTINGS: ImportSettings = {
  source: sourceName('probe'),
  encoding: 'utf-8',
  delimiter: ',',
  decimals: 'point',
  lineBreak: 'lf',
  comment: null,
  seriesColumn: null,
  missing: [],
  headingLine: 1,
  firstLine: 2,
  time: { column: 0, timeColumn: null, format: 'iso', zone: 'UTC', doubled: 'in-order' },
  columns: [{ column: 1, field: 'level', type: 'number', unit: null, series: null }],
}

/** A unit of an entity with one of everything that can depend on something, all made by an admin of that entity. */
async function buildWorld(): Promise<World> {
  mayWork = true
  const north = await buildEntity(db, { parent_id: top, name: 'North' })
  const south = await buildEntity(db, { parent_id: top, name: 'South' })
  const maker = await signInAs({ role: 'admin', entity: north })
  const colleague = await signInAs({ role: 'admin', entity: north })
  const southAdmin = await signInAs({ role: 'admin', entity: south })
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
  await features.events.run()
  mayWork = false
  const base = { north, south, maker, colleague, southAdmin, unit, dataId, template, otherTemplate }
  const things: Partial<Record<ThingKind, Thing>> = {}
  for (const kind of ThingKind.options) things[kind] = await BUILDERS[kind](base)
  const built = things as Record<ThingKind, Thing>
  const [alert, place, label] = [built.alert.id as AlertId, Number(built.place.id), built.label.id as LabelId]
  return { ...base, alert, place, label, things: built }
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
const SELF: Partial<Record<ChangeKind, readonly ThingKind[]>> = {
  'unit-moved': ['unit'],
  'unit-shared': ['unit'],
  'unit-deactivated': ['unit'],
  'unit-deleted': ['unit'],
  'data-id-changed': ['unit'],
  'template-changed': ['unit'],
  'source-deleted': ['source'],
  'source-moved': ['source'],
  'alert-changed': ['alert'],
  'alert-deleted': ['alert'],
  'event-table-changed': ['event table'],
  'event-table-deleted': ['event table'],
  'place-changed': ['place'],
  'place-deleted': ['place'],
  'label-deleted': ['label'],
  'chart-renamed': ['template', 'chart'],
  'chart-deleted': ['template', 'chart'],
}

/** What everything that continues in the background does next. */
async function workOn({ dataId }: World): Promise<void> {
  mayWork = true
  await features.deletions.run()
  await features.unitJobs.run()
  await features.requests.handOut.next(dataId)
  await features.requests.tidy()
  mayWork = false
  await importWork.run(ONE_TURN)
  const parts = { db, clock, log: silentLog, metrics, refusalOf: createPersonalRefusal(db) }
  const sender = { kind: 'mail', send: async () => undefined } as const
  for (const message of await createOutboxStore(db).listWaiting(100))
    if (message.subject === WAITING) await deliverMessage({ ...parts, sender }, message)
}

type Seen = 'ends' | 'pauses' | 'deleted' | 'is handed to' | 'moves along'

/** Kinds that go on by themselves, so that their rows change. */
const UNDER_WAY: ReadonlySet<ThingKind> = new Set(['batch', 'job', 'import', 'waiting message'])

/** Whether a thing came to an end, or stands still. */
const CHECKS: Partial<Record<ThingKind, (row: Row) => Seen | undefined>> = {
  alert: (row) => (/"ended_at":\d/v.test(JSON.stringify(row)) ? 'ends' : undefined),
  'event table': (row) => (row['ended_at'] === null ? undefined : 'ends'),
  'scheduled report': (row) => (row['stopped'] === null ? undefined : 'pauses'),
  'shared link': ({ state }) => endOf(state, { pauses: ['entity', 'inactive'] }),
  wallboard: ({ state }) => endOf(state, { pauses: ['editor'] }),
  request: ({ state }) => (state === 'not-sent' ? 'ends' : undefined),
  batch: ({ state }) => (state === 'stopped' ? 'ends' : undefined),
  job: (row) => (JSON.stringify(row).includes('"result":"updated"') ? undefined : 'ends'),
  import: ({ state }) => (state === 'done' ? undefined : 'ends'),
  webhook: ({ refusal }) => (refusal === undefined ? undefined : 'pauses'),
  token: ({ answer }) => (answer === 200 ? undefined : 'pauses'),
  user: ({ answer }) => (answer === 200 ? undefined : 'pauses'),
  'waiting message': (row) => (row['failed_at'] === null ? undefined : 'ends'),
  session: (row) => (row['ended_at'] === null ? undefined : 'ends'),
}

function endOf(state: unknown, { pauses }: { pauses: readonly unknown[] }): Seen | undefined {
  if (state === 'open') return undefined
  return pauses.includes(state) ? 'pauses' : 'ends'
}

/** What became of a thing. */
function seenOf(kind: ThingKind, [before, now]: readonly [Row, Row | undefined], to: string | undefined): Seen[] {
  if (now === undefined) return ['deleted']
  const end = CHECKS[kind]?.(now)
  return [
    ...(end === undefined ? [] : [end]),
    ...(JSON.stringify(before['people']) === JSON.stringify(now['people']) ? [] : (['is handed to'] as const)),
    ...(to !== undefined && JSON.stringify(now).includes(to) ? (['moves along'] as const) : []),
  ]
}

/** What may be seen of a thing to which something follows. */
const ALLOWED: Readonly<Record<Effect, readonly string[]>> = {
  blocks: [''],
  deleted: ['deleted'],
  ends: ['ends'],
  pauses: ['pauses'],
  'is handed to': ['is handed to'],
  'moves along': ['moves along'],
  'is judged again': ['', 'ends'],
  changed: [''],
  continues: [''],
}

type Cell = (typeof rows)[ThingKind][ChangeKind]

/** Pauses that only the unit shows: it is refused. */
const PAUSED_WITH_UNIT: ReadonlySet<ThingKind> = new Set(['calculated source', 'source'])

/** Effects that show elsewhere than in the thing, each with a test of its own. */
const ELSEWHERE: Partial<Record<ChangeKind, readonly ThingKind[]>> = {
  // All records, and the notes, stay with the unit that moves.
  'unit-moved': ['source', 'note'],
  // Of templates those of units, and this one belongs to an entity.
  'unit-deleted': ['chart', 'template'],
}

function allowed(cell: Cell, said: readonly Effect[]): readonly string[] {
  if ('unaffected' in cell) return []
  if (said.length > 0) return said.flatMap((follows) => ALLOWED[follows])
  const unlisted = cell.outcomes.filter(({ find }) => find === undefined)
  return unlisted.length === 0 ? [''] : unlisted.flatMap(({ follows }) => ALLOWED[follows])
}

/** Who gets a mail about what becomes of their things, and its subject. */
const TOLD: Partial<Record<ChangeKind, Readonly<Record<string, string>>>> = {
  'unit-moved': {
    colleague: 'Scheduled reports have no recipients',
    maker: 'Changes to what you own or manage',
    southAdmin: 'You own alerts now',
  },
  'unit-deleted': { maker: 'The unit Pump 1 was deleted' },
  'source-deleted': { maker: 'A source that you use was deleted' },
  'source-moved': { maker: 'A source that you use has moved' },
  'chart-deleted': { maker: 'Scheduled reports ended' },
  'person-demoted': { colleague: 'Changes to what you own or manage' },
  'person-moved': { colleague: 'Changes to what you own or manage' },
  'person-disabled': { colleague: 'Changes to what you own or manage' },
  'person-enabled': { colleague: 'Alerts are back with their owners' },
  'person-deleted': { colleague: 'Changes to what you own or manage' },
  'entity-disabled': { admin: 'Changes to what you own or manage' },
  'entity-enabled': { admin: 'Alerts are back with their owners' },
  'entity-deleted': { maker: 'The unit Pump 1 was deleted' },
}

async function listMails(world: World): Promise<[string, string][]> {
  const people = Object.entries({ ...world, admin }).flatMap(([name, one]) =>
    typeof one === 'object' && 'email' in one ? [[one.email, name] as const] : [],
  )
  const names = new Map<string, string>(people)
  const mails = await db
    .selectFrom('outbox')
    .select(['recipient', 'subject'])
    .where('kind', '=', 'mail')
    .where('subject', '<>', WAITING)
    .execute()
  return mails.map(({ recipient, subject }) => [names.get(recipient) ?? recipient, subject])
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one.localeCompare(other)

describe('every thing after every change is as its declaration and the dialog said', () => {
  for (const kind of CHANGE_KINDS) {
    it(kind, async () => {
      const world = await buildWorld()
      const { change, make, isRefused = false } = await MAKINGS[kind](world)
      await db.deleteFrom('outbox').where('subject', '<>', WAITING).execute()
      const before = new Map<ThingKind, Row>()
      for (const thing of ThingKind.options) before.set(thing, (await world.things[thing].read()) ?? {})
      const { things: listed } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details

      const { status } = await make()
      await workOn(world)
      const mails = await listMails(world)

      assert.equal(status === 200, !isRefused)
      for (const thing of ThingKind.options) {
        if (SELF[kind]?.includes(thing) === true) continue
        const where = `${thing} after ${kind}`
        const { id, read } = world.things[thing]
        const said = listed.filter((one) => one.kind === thing && one.id === id).map(({ follows }) => follows)
        const now = await read()
        const was = before.get(thing) ?? {}
        const to = change.kind === 'data-id-changed' || change.kind === 'chart-renamed' ? change.to : undefined
        const seen = seenOf(thing, [was, now], to)
        assert.ok(said.length <= 1, `${where}: the dialog lists it ${said.length} times`)
        if (kind === 'unit-deactivated' && PAUSED_WITH_UNIT.has(thing)) continue
        if (ELSEWHERE[kind]?.includes(thing) === true) continue
        const cell = rows[thing][kind]
        const isUnaffected = 'unaffected' in cell
        const same = UNDER_WAY.has(thing) ? '' : seenOf(thing, [was, was], to).join(', ')
        const mayBe = isUnaffected ? [same] : allowed(cell, said)
        assert.ok(
          mayBe.includes(seen.join(', ')),
          `${where}: “${seen.join(', ')}” instead of “${mayBe.join('” or “')}”`,
        )
        if (isUnaffected && !UNDER_WAY.has(thing)) assert.deepEqual(now, was, where)
      }
      assert.deepEqual(mails.toSorted(byName), Object.entries(TOLD[kind] ?? {}).toSorted(byName))
    })
  }
})
