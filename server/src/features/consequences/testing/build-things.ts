import { randomUUID } from 'node:crypto'
import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, EntityId, LabelId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { CoreThing, ThingKind } from '@fieldwatch/contract/consequences/consequences'
import type { ChangeKind } from '@fieldwatch/contract/consequences/changes'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { signIn } from '@fieldwatch/contract/people/auth'
import { createEvent } from '@fieldwatch/contract/events/events'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { WorkKind } from '#platform/work/worker.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { buildEntity, TEST_PASSWORD } from '#testing/build-users.ts'
import type { CallApi, SignedInUser } from '#testing/test-app.ts'
import { importFromExtensions } from '#testing/extension-parts.ts'
import { succeed } from './succeed.ts'
import { createThingRows, type Row, type Thing, withMore } from './thing-rows.ts'

export interface Base {
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

type Build = (base: Base) => Promise<Thing>
export type ThingBuilders = Readonly<Record<ThingKind, Build>>

export type Seen = 'ends' | 'pauses' | 'deleted' | 'is handed to' | 'moves along'
export type Checks = Partial<Record<ThingKind, (row: Row) => Seen | undefined>>

/** The subjects of mails, by who gets them. */
export type Told = Partial<Record<ChangeKind, Readonly<Record<string, string>>>>

/** What an extension says in `testing/things.ts` of the things that it keeps. */
export interface ThingsOfExtension {
  readonly createThings: (parts: Parts) => ThingBuilders
  /** What continues in the background with things that are under way. */
  readonly createWork?: (parts: WorkParts) => WorkKind
  /** Kinds that go on by themselves, so that their rows change. */
  readonly UNDER_WAY?: readonly ThingKind[]
  /** Effects that show elsewhere than in the thing, each with a test of its own. */
  readonly ELSEWHERE?: Partial<Record<ChangeKind, readonly ThingKind[]>>
  /** Whether a thing came to an end, or stands still. */
  readonly CHECKS?: Checks
  /** The ids of those that someone sees and that visitors can open. */
  readonly listOpen?: (call: CallApi, as: SignedInUser) => Promise<readonly string[]>
  /** Who gets a mail about what becomes of the things, and its subject, where that is not as without them. */
  readonly TOLD?: Told
}

export interface WorkParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'log' | 'metrics' | 'server'> {
  readonly pool: pg.Pool
  readonly reader: RecordReader
}

export const THINGS_OF_EXTENSIONS = await importFromExtensions<ThingsOfExtension>('things')

export interface Parts {
  readonly db: Db
  readonly call: CallApi
  readonly clock: Clock
  /** Sees everything. */
  readonly admin: SignedInUser
  /** The server that works in the background. */
  readonly server: string | null
}

/** One thing of each kind that depends on others, made by an admin of an entity. Alerts come first: messages are about them. */
export function createThingBuilders(parts: Parts): { readonly [Kind in CoreThing]: Build } & ThingBuilders {
  const added = THINGS_OF_EXTENSIONS.map(({ createThings }) => createThings(parts))
  return Object.assign(createCoreBuilders(parts), ...added)
}

function createCoreBuilders({ db, call, clock }: Parts): { readonly [Kind in CoreThing]: Build } {
  const { inTable, insert, add } = createThingRows(db)
  const madeBy = ({ maker }: Base) => ({ created_by: maker.userId, created_at: new Date(clock()) })
  const builders: { readonly [Kind in CoreThing]: Build } = {
    alert: async ({ maker, dataId }) => {
      const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
      const body = { name: 'Hot', source: 'room', condition, devices: [dataId] }
      const { alertID } = (await succeed(call(createAlert, { as: maker, body }))).details
      const thing = inTable('alert', alertID, { members: { table: 'alert_unit', column: 'alert_id' } })
      return withMore(thing, async () => ({
        people: await db
          .selectFrom('alertPerson')
          .selectAll()
          .where('alertId', '=', alertID)
          .orderBy('userId')
          .execute(),
      }))
    },
    'event table': async ({ maker, dataId }) => {
      const startDate = new Date(clock() - 60_000).toISOString()
      const body = { dataID: dataId, name: 'hot', comparison: 'room.temp > 10', startDate }
      await succeed(call(createEvent, { as: maker, body }))
      const { id } = await db
        .selectFrom('eventTable')
        .select('id')
        .where('dataId', '=', dataId)
        .executeTakeFirstOrThrow()
      return inTable('event_table', String(id))
    },
    'calculated source': async ({ dataId }) => {
      const at = new Date(clock())
      const inputs = JSON.stringify([{ name: 'tank.level', source: 'tank', field: 'level' }])
      const calculation = { name: 'share', equation: 'tank.level * 2', unit: '', start_at: 0, inputs }
      return add('calculation', { dataId, ...calculation, created_at: at, updated_at: at, fill_total: null })
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
      const { sourceKey: key } = await db
        .selectFrom('source')
        .select('sourceKey')
        .where('dataId', '=', dataId)
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
        .insertInto('unitLabel')
        .values({ dataId: base.dataId, labelId: thing.id as LabelId })
        .execute()
      return thing
    },
    place: async (base) => {
      const geometry = JSON.stringify({ type: 'Point', coordinates: [1, 1] })
      return add('place', { entity_id: base.north, name: 'Depot', geometry, radius: 50, positions: 1, ...madeBy(base) })
    },
    request: async ({ dataId, maker }) => {
      const request = {
        ...ASKED,
        state: 'waiting',
        request_recorded: true,
        created_at: clock(),
        expires_at: clock() + 3_600_000,
      }
      return add('action_request', { dataId, ...request, created_by: maker.userId })
    },
    batch: async ({ dataId, maker, north }) => {
      const other = await buildUnit(db, { entity: north, friendlyName: 'Pump 2' })
      const batch = { ...ASKED, expires_in_seconds: 3_600, stop_after: 1, state: 'first', created_at: clock() }
      const members = { table: 'action_batch_unit', column: 'batch_id' }
      const thing = await add('action_batch', { ...batch, created_by: maker.userId }, { members })
      await db
        .insertInto('actionBatchUnit')
        .values(
          [dataId, other.dataId].map((id, place) => ({
            batchId: Number(thing.id),
            place,
            dataId: id,
            actionId: null,
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
      const payload = JSON.stringify({ kind: 'change', change: { kind: 'labels', add: [label], remove: [] } })
      const job = { kind: 'change units', payload, created_at: clock(), created_by: maker.userId, entity_id: north }
      const thing = await add('job', job, { members: { table: 'unit_job_item', column: 'job_id' } })
      const other = await buildUnit(db, { entity: north, friendlyName: 'Pump 3' })
      const items = [dataId, other.dataId].map((id, place) => ({ jobId: Number(thing.id), place, dataId: id }))
      await db.insertInto('unitJobItem').values(items).execute()
      return thing
    },
    'SIM card': async ({ dataId, north }) =>
      add('sim', {
        id: randomUUID(),
        entity_id: north,
        iccid: randomUUID(),
        dataId,
        updated_at: new Date(clock()),
      }),
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
        .where('userId', '=', maker.userId)
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
    'sub-entity': async ({ north }) => inTable('entity', await buildEntity(db, { parentId: north, name: 'Below' })),
  }
  return builders
}

const ASKED = { action_class: 'Unit', method: 'Ping', action: 'Ping', payload: '{}' }

/** The subject of the message that waits. */
export const WAITING = 'A waiting message'
