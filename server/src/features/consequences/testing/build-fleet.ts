import { randomUUID } from 'node:crypto'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { EntityId, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import { CORE_THINGS } from '@fieldwatch/contract/consequences/consequences'
import { signIn } from '@fieldwatch/contract/people/auth'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import type { Chance } from '#testing/fuzz/chance.ts'
import { sendTo } from '#testing/running-server.ts'
import type { CallApi, SignedInUser } from '#testing/test-app.ts'
import { type Base, createThingBuilders, THINGS_OF_EXTENSIONS } from './build-things.ts'
import { succeed } from './succeed.ts'
import type { FleetIds } from './read-fleet.ts'

interface Parts {
  readonly db: Db
  readonly call: CallApi
  readonly url: () => Promise<string>
  readonly clock: () => number
  readonly work: () => Promise<void>
  readonly chance: Chance
}

export interface BuiltFleet {
  /** Above all others; makes all changes. */
  readonly boss: SignedInUser
  readonly ids: FleetIds
  readonly people: readonly SignedInUser[]
  readonly units: readonly BuiltUnit[]
}

/** The things of the core that come in any number, each on a unit and made by one of its admins. Those under way have their own tests. */
const BUILT: readonly string[] = [
  'alert',
  'calculated source',
  'label',
  'place',
  'request',
  'SIM card',
  'token',
  'waiting message',
]

/** Kinds that are left out. */
const OTHERS: ReadonlySet<string> = new Set([
  ...CORE_THINGS.filter((kind) => !BUILT.includes(kind)),
  ...THINGS_OF_EXTENSIONS.flatMap(({ UNDER_WAY = [] }) => UNDER_WAY),
])

/** Three levels of entities with their people, five units of which one is shared, and things of every kind by chance. */
export async function buildFleet(parts: Parts): Promise<BuiltFleet> {
  const { db, chance } = parts
  const top = await buildEntity(db, { name: 'Top' })
  const middle = await buildEntity(db, { name: 'Middle', parentId: top })
  const north = await buildEntity(db, { name: 'North', parentId: middle })
  const south = await buildEntity(db, { name: 'South', parentId: top })
  const person = (entity: EntityId, role: 'admin' | 'viewer', name: string) => addPerson(parts, { entity, role, name })
  const boss = await person(top, 'admin', 'Boss')
  const admins = [
    await person(middle, 'admin', 'Mia'),
    await person(north, 'admin', 'Nora'),
    await person(north, 'admin', 'Niklas'),
    await person(south, 'admin', 'Sam'),
    await person(south, 'admin', 'Sofia'),
  ]
  const viewers = [await person(north, 'viewer', 'Vera'), await person(south, 'viewer', 'Victor')]
  const people = [boss, ...admins, ...viewers]
  const templates = {
    [middle]: await addTemplate(db, middle, 'Of Middle', ['Temp']),
    [south]: await addTemplate(db, south, 'Of South', ['Temp']),
    [top]: await addTemplate(db, top, 'Of Top', ['Temp']),
  }
  const bare = await addTemplate(db, top, 'Bare', [])
  const wanted = [
    { name: 'N1', entities: [north], template: templates[middle] },
    { name: 'N2', entities: [north], template: templates[middle] },
    { name: 'M1', entities: [middle], template: templates[middle] },
    { name: 'S1', entities: [south], template: templates[south] },
    { name: 'Shared', entities: [north, south], template: templates[top] },
  ]
  const units: { unit: BuiltUnit; entities: EntityId[]; template: TemplateId | undefined }[] = []
  for (const { name, entities, template } of wanted) {
    const [entity = top] = entities
    const unit = await buildUnit(db, { entity, friendlyName: name, defaultTemplate: template ?? bare })
    await createUnitStore(db).setEntities(unit.dataId, entities, entities)
    for (const [source, record] of [
      ['room', { temp: 4 }],
      ['tank', { level: 1 }],
    ] as const)
      await sendTo({ url: await parts.url() }, unit, source, record)
    units.push({ unit, entities, template })
  }
  await parts.work()
  const builders = createThingBuilders({ ...parts, admin: boss, server: null })
  const reaching = (entity: EntityId): SignedInUser[] =>
    admins.filter((one) => one.entity === entity || (one.entity === middle && entity === north))
  for (const { unit, entities, template } of units) {
    const baseOf = (): Base => {
      const entity = chance.pick(entities)
      const maker = chance.pick(reaching(entity))
      const others = { colleague: maker, southAdmin: maker, otherTemplate: bare }
      return { north: entity, south, maker, unit, dataId: unit.dataId, template: template ?? bare, ...others }
    }
    const hasTable = await db.selectFrom('eventTable').select('id').where('dataId', '=', unit.dataId).executeTakeFirst()
    if (hasTable === undefined && chance.happens(0.8)) await builders['event table'](baseOf())
    await parts.work()
    for (const [kind, build] of Object.entries(builders)) {
      if (OTHERS.has(kind)) continue
      const base = baseOf()
      // Of a shared unit only people of all of its entities send requests.
      if (kind === 'request' && entities.length > 1) continue
      if (chance.happens(0.6)) await build(base)
    }
  }
  for (const maker of admins) if (chance.happens(0.5)) await builders['list view']({ maker } as Base)
  for (let count = chance.between(2, 4); count > 0; count -= 1)
    await addAlert(parts, { admins, viewers, units, north, middle })
  await addRecipients(parts, people.slice(1))
  await nameAlerts(parts, [top, middle, north, south])
  await db.deleteFrom('outbox').where('subject', '<>', 'A waiting message').execute()
  return {
    boss,
    people,
    units: units.map(({ unit }) => unit),
    ids: {
      entities: [top, middle, north, south],
      people: people.map(({ userId }) => userId),
      dataIds: units.map(({ unit }) => unit.dataId),
    },
  }
}

interface Wanted {
  readonly entity: EntityId
  readonly role: 'admin' | 'viewer'
  readonly name: string
}

async function addPerson({ db, call }: Parts, { entity, role, name }: Wanted): Promise<SignedInUser> {
  const id = `user-${randomUUID()}` as UserId
  const { email } = await buildUser(db, { id, role, entityId: entity, firstName: name })
  return signInBy(call, email)
}

/** Signs in by a portal in another process. */
export async function signInBy(call: CallApi, email: string): Promise<SignedInUser> {
  const { details } = await succeed(call(signIn, { body: { email, password: TEST_PASSWORD } }))
  const { idToken, user } = details
  return { userId: user.id, entity: user.entity, email, idToken, bearer: `Bearer ${idToken}` }
}

async function addTemplate(db: Db, entityId: EntityId, title: string, charts: readonly string[]): Promise<TemplateId> {
  const id = randomUUID() as TemplateId
  const specifications = { room: [{ field: 'temp', friendlyName: 'T' }] }
  const timeSeries = { charts: charts.map((name) => ({ title: name, type: 'timeseries' as const, specifications })) }
  await createTemplateStore(db).create({ id, entityId, definition: { title, timeSeries } })
  return id
}

interface Around {
  readonly admins: readonly SignedInUser[]
  readonly viewers: readonly SignedInUser[]
  readonly units: readonly { readonly unit: BuiltUnit; readonly entities: readonly EntityId[] }[]
  readonly north: EntityId
  readonly middle: EntityId
}

/** An alert on several units, with several owners and viewers. */
async function addAlert({ db, call, chance }: Parts, { admins, viewers, units, north, middle }: Around): Promise<void> {
  const maker = chance.pick(admins)
  const reach = maker.entity === middle ? [middle, north] : [maker.entity]
  const seen = units.filter(({ entities }) => entities.some((entity) => reach.includes(entity)))
  const chosen = seen.filter(() => chance.happens(0.7))
  const devices = (chosen.length === 0 ? seen.slice(0, 1) : chosen).map(({ unit }) => unit.dataId)
  const near = (people: readonly SignedInUser[]): UserId[] =>
    people
      .filter((one) => one !== maker && reach.includes(one.entity) && chance.happens(0.5))
      .map(({ userId }) => userId)
  const people = { entity: chance.pick(reach), owners: near(admins), viewers: near(viewers) }
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const tables = await db.selectFrom('eventTable').select('name').where('dataId', 'in', devices).execute()
  const watched =
    tables.length > 0 && chance.happens(0.5)
      ? { name: 'Follower', type: 'event' as const, event: 'hot' }
      : { name: 'Warm', source: 'room' as const, condition }
  await succeed(call(createAlert, { as: maker, body: { ...watched, ...people, devices } }))
}

/** Each has a name of its own. */
async function nameAlerts({ db }: Parts, entities: readonly EntityId[]): Promise<void> {
  const alerts = await db.selectFrom('alert').select(['id', 'name']).where('entityId', 'in', entities).execute()
  for (const [place, { id, name }] of alerts.entries())
    await db
      .updateTable('alert')
      .set({ name: `${name} ${place + 1}` })
      .where('id', '=', id)
      .execute()
}

/** Some reports go to others too, and some are of an event table. */
async function addRecipients({ db, chance }: Parts, people: readonly SignedInUser[]): Promise<void> {
  const makers = people.map(({ userId }) => userId)
  const reports = await db
    .selectFrom('reportSchedule')
    .select(['id', 'dataId'])
    .where('createdBy', 'in', makers)
    .orderBy('id')
    .execute()
  for (const { id, dataId } of reports) {
    const table = await db.selectFrom('eventTable').select('name').where('dataId', '=', dataId).executeTakeFirst()
    if (table !== undefined && chance.happens(0.4)) {
      const content = JSON.stringify({ kind: 'events', event: table.name, report: 'list' })
      await db.updateTable('reportSchedule').set({ content }).where('id', '=', id).execute()
    }
    const others = people.filter(() => chance.happens(0.2))
    if (others.length === 0) continue
    await db
      .insertInto('reportRecipient')
      .values(others.map(({ userId }) => ({ scheduleId: id, userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
