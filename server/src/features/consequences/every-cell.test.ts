import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { AlertId, TemplateId } from '@fieldwatch/contract/api/ids'
import { CHANGE_KINDS, type ChangeKind } from '@fieldwatch/contract/consequences/changes'
import {
  type CoreThing,
  type Effect,
  listConsequences,
  type ThingKind,
} from '@fieldwatch/contract/consequences/consequences'
import type { Row as ConsequenceRow } from '#delivery/consequences/declaration.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { deliverMessage } from '#delivery/outbox/deliver-outbox.ts'
import { ALL_EXTENSIONS } from '#extension-settings.ts'
import { createPersonalRefusal } from '#features/alerts/hand-over.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { UNUSED_PARTS } from '#testing/documents/unused-parts.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createConsequenceRows } from './consequence-rows.ts'
import {
  type Base,
  type Checks,
  createThingBuilders,
  type Seen,
  THINGS_OF_EXTENSIONS,
  type Told,
  WAITING,
} from './testing/build-things.ts'
import { createMakings } from './testing/make-changes.ts'
import { succeed } from './testing/succeed.ts'
import type { Row, Thing } from './testing/thing-rows.ts'

/** Work in the background waits until the change is made. */
let mayWork = true
const database = await createTestDatabase()
const metrics = createMetrics()
const portal = await createTestApp({ database, metrics, mayWork: () => mayWork })
const { app, bus, call, clock, db, features, signInAs } = portal
const rows = createConsequenceRows(UNUSED_PARTS, ALL_EXTENSIONS)
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })
const lease = await startServerLease({ db, random: systemRandom, log: silentLog })
database.defer(lease.close)
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const background = database.background.db
const workParts = {
  db: background,
  pool: database.background.pool,
  bus,
  clock,
  log: silentLog,
  metrics,
  server: lease.name,
  reader: createMergedReader({ db: database.reads.db, control: background, workers, metrics, log: silentLog }),
}
const works = THINGS_OF_EXTENSIONS.flatMap(({ createWork }) => createWork?.(workParts) ?? [])
for (const { close } of works) database.defer(async () => close?.())

const BUILDERS = createThingBuilders({ db, call, clock, admin, server: lease.name })
const MAKINGS = createMakings({ db, call, admin })

interface World extends Base {
  readonly alert: AlertId
  readonly place: number
  readonly things: ReadonlyMap<ThingKind, Thing>
}

/** A unit of an entity with one of everything that can depend on something, all made by an admin of that entity. */
async function buildWorld(): Promise<World> {
  mayWork = true
  const north = await buildEntity(db, { parentId: top, name: 'North' })
  const south = await buildEntity(db, { parentId: top, name: 'South' })
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
  const unit = await buildUnit(db, { entity: north, friendlyName: 'Pump 1', defaultTemplate: template })
  const { dataId } = unit
  await sendRecords(app, unit, 'room', { temp: 4 })
  await sendRecords(app, unit, 'tank', { level: 1 })
  await features.events.run()
  mayWork = false
  const base = { north, south, maker, colleague, southAdmin, unit, dataId, template, otherTemplate }
  const things = new Map<ThingKind, Thing>()
  for (const [kind, build] of Object.entries(BUILDERS)) things.set(kind, await build(base))
  const idOf = (kind: CoreThing): string => things.get(kind)?.id ?? ''
  return { ...base, alert: idOf('alert') as AlertId, place: Number(idOf('place')), things }
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
  'alert-deleted': ['alert'],
  'event-table-changed': ['event table'],
  'event-table-deleted': ['event table'],
  'place-changed': ['place'],
  'place-deleted': ['place'],
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
  for (const work of works) await work.run(ONE_TURN)
  const parts = { db, clock, log: silentLog, metrics, refusalOf: createPersonalRefusal(db, undefined) }
  const sender = { kind: 'mail', send: async () => undefined } as const
  for (const message of await createOutboxStore(db).listWaiting(100))
    if (message.subject === WAITING) await deliverMessage({ ...parts, sender }, message)
}

/** Kinds that go on by themselves, so that their rows change. */
const UNDER_WAY: ReadonlySet<ThingKind> = new Set([
  'batch',
  'job',
  'waiting message',
  ...THINGS_OF_EXTENSIONS.flatMap((things) => things.UNDER_WAY ?? []),
])

/** Whether a thing came to an end, or stands still. */
const CHECKS: Checks = {
  alert: (row) => (/"ended_at":\d/v.test(JSON.stringify(row)) ? 'ends' : undefined),
  'event table': (row) => (row['ended_at'] === null ? undefined : 'ends'),
  request: ({ state }) => (state === 'not-sent' ? 'ends' : undefined),
  batch: ({ state }) => (state === 'stopped' ? 'ends' : undefined),
  job: (row) => (JSON.stringify(row).includes('"result":"updated"') ? undefined : 'ends'),
  token: ({ answer }) => (answer === 200 ? undefined : 'pauses'),
  user: ({ answer }) => (answer === 200 ? undefined : 'pauses'),
  'waiting message': (row) => (row['failed_at'] === null ? undefined : 'ends'),
  session: (row) => (row['ended_at'] === null ? undefined : 'ends'),
  ...Object.assign({}, ...THINGS_OF_EXTENSIONS.map((things) => things.CHECKS)),
}

/** What became of a thing. */
function seenOf(kind: ThingKind, [before, now]: readonly [Row, Row | undefined], to: string | undefined): Seen[] {
  if (now === undefined) return ['deleted']
  const end = CHECKS[kind]?.(now) ?? (now['refusal'] === undefined ? undefined : 'pauses')
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

type Cell = ConsequenceRow[ChangeKind]

/** Pauses that only the unit shows: it is refused, and alerts rest on it. */
const PAUSED_WITH_UNIT: ReadonlySet<ThingKind> = new Set(['alert', 'calculated source', 'source'])

/** Effects that show elsewhere than in the thing, each with a test of its own. */
const ELSEWHERE: Partial<Record<ChangeKind, readonly ThingKind[]>> = {
  // All records stay with the unit that moves.
  'unit-moved': ['source'],
  // Of templates those of units, and this one belongs to an entity.
  'unit-deleted': ['chart', 'template'],
}

function showsElsewhere(change: ChangeKind, thing: ThingKind): boolean {
  const all = [{ ELSEWHERE }, ...THINGS_OF_EXTENSIONS]
  return all.some(({ ELSEWHERE: kinds }) => kinds?.[change]?.includes(thing) === true)
}

function allowed(cell: Cell, said: readonly Effect[]): readonly string[] {
  if ('unaffected' in cell) return []
  if (said.length > 0) return said.flatMap((follows) => ALLOWED[follows])
  const unlisted = cell.outcomes.filter(({ find }) => find === undefined)
  return unlisted.length === 0 ? [''] : unlisted.flatMap(({ follows }) => ALLOWED[follows])
}

/** Who gets a mail about what becomes of their things, and its subject. */
const TOLD: Told = {
  'unit-moved': { maker: 'Alerts that you no longer follow', southAdmin: 'You own alerts now' },
  'unit-deleted': { maker: 'The unit Pump 1 was deleted' },
  'source-deleted': { maker: 'A source that you use was deleted' },
  'source-moved': { maker: 'A source that you use has moved' },
  'alert-deleted': { maker: 'An alert that you own was deleted' },
  'person-moved': { colleague: 'You own alerts now' },
  'person-disabled': { colleague: 'You own alerts now' },
  'person-enabled': { colleague: 'Alerts are back with their owners' },
  'person-deleted': { colleague: 'You own alerts now' },
  'entity-disabled': { admin: 'You own alerts now' },
  'entity-enabled': { admin: 'Alerts are back with their owners' },
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
      const { change, make } = await MAKINGS[kind](world)
      await db.deleteFrom('outbox').where('subject', '<>', WAITING).execute()
      const before = new Map<ThingKind, Row>()
      for (const [thing, { read }] of world.things) before.set(thing, (await read()) ?? {})
      const { things: listed } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details

      const { status } = await make()
      await workOn(world)
      const mails = await listMails(world)

      assert.equal(status, 200)
      for (const [thing, { id, read }] of world.things) {
        if (SELF[kind]?.includes(thing) === true) continue
        const where = `${thing} after ${kind}`
        const said = listed.filter((one) => one.kind === thing && one.id === id).map(({ follows }) => follows)
        const now = await read()
        const was = before.get(thing) ?? {}
        const to = change.kind === 'data-id-changed' || change.kind === 'chart-renamed' ? change.to : undefined
        const seen = seenOf(thing, [was, now], to)
        assert.ok(said.length <= 1, `${where}: the dialog lists it ${said.length} times`)
        if (kind === 'unit-deactivated' && PAUSED_WITH_UNIT.has(thing)) continue
        if (showsElsewhere(kind, thing)) continue
        const cell = rows[thing]?.[kind] ?? { outcomes: [] }
        const isUnaffected = 'unaffected' in cell
        const same = UNDER_WAY.has(thing) ? '' : seenOf(thing, [was, was], to).join(', ')
        const mayBe = isUnaffected ? [same] : allowed(cell, said)
        assert.ok(
          mayBe.includes(seen.join(', ')),
          `${where}: “${seen.join(', ')}” instead of “${mayBe.join('” or “')}”`,
        )
        if (isUnaffected && !UNDER_WAY.has(thing)) assert.deepEqual(now, was, where)
      }
      const told = Object.assign({}, ...[{ TOLD }, ...THINGS_OF_EXTENSIONS].map((things) => things.TOLD?.[kind]))
      assert.deepEqual(mails.toSorted(byName), Object.entries<string>(told).toSorted(byName))
    })
  }
})
