import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCalculation, listCalculations, updateCalculation } from '@fieldwatch/contract/calculations/calculations'
import { getEntity, updateEntity } from '@fieldwatch/contract/people/entities'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { getRetention, setRetention } from '@fieldwatch/contract/units/retention'
import { getTemplate, putTemplate } from '@fieldwatch/contract/templates/templates'
import { administerUnit, type DataDocument, listUnits, updateUnit } from '@fieldwatch/contract/units/units'
import { getUser, updateUsers } from '@fieldwatch/contract/people/users'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, signInAs, signInWith } = await createTestApp({ database })

const top = await buildEntity(db)
const ada = await signInAs({ role: 'admin', entity: top })
const { email } = await buildUser(db, { entityId: top, role: 'admin', firstName: 'Grace', lastName: 'Hopper' })
const grace = await signInWith(email)

interface Change {
  version?: number
  ifMatch?: string
}

interface Thing {
  /** The version that is there now. */
  read: () => Promise<number>
  /** One person changes one thing about it, and another one another thing. */
  ada: (change: Change) => Promise<{ status: number; failure: { code: ErrorCode; details?: object | undefined } }>
  grace: () => Promise<{ status: number }>
  /** What there is of both changes. */
  both: () => Promise<unknown>
  code: ErrorCode
}

const seenIn = ({ version, ifMatch }: Change) => ({
  seen: version === undefined ? {} : { version },
  headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
})

const unitOf = async (dataID: string) =>
  (await call(listUnits, { as: ada, query: { dataID } })).body.details as DataDocument

async function buildThings(): Promise<Record<string, Thing>> {
  await db.updateTable('entity').set({ rawDays: null, summaryDays: null }).where('id', '=', top).execute()
  const below = await buildEntity(db, { parentId: top, name: 'Below' })
  const unit = await buildUnit(db, { entity: top })
  await sendRecords(app, unit, 'tank', { level: 1, flow: 2 })
  const { id: uid } = await buildUser(db, { entityId: top, firstName: 'Linus', role: 'admin' })
  const { dataId: dataID } = unit
  const rule = {
    dataID,
    name: 'share',
    unit: 'm',
    startDate: '2026-01-01',
    values: [{ source: 'tank', field: 'level' }],
  }
  await call(createCalculation, { as: ada, body: { ...rule, equation: 'tank.level' } })
  const made = await call(putTemplate, { as: ada, body: { dataID, template: { title: 'Own' } } })
  const templateID = made.body.details.id

  const user = async () => (await call(getUser, { as: ada, params: { uid } })).body.details
  const entity = async () => (await call(getEntity, { as: ada, params: { id: below } })).body.details
  const kept = async () => (await call(getRetention, { as: ada, query: { dataID } })).body.details
  const calculation = async () => (await call(listCalculations, { as: ada, query: { dataID } })).body.details[0]
  const template = async () => (await call(getTemplate, { as: ada, params: { id: templateID } })).body.details

  const changeUser = (as: SignedInUser, changes: object, { seen, headers }: ReturnType<typeof seenIn>) =>
    call(updateUsers, { as, headers, body: { userUID: uid, ...changes, ...seen } })
  const keep = (as: SignedInUser, target: object, { seen, headers }: ReturnType<typeof seenIn>) =>
    call(setRetention, { as, headers, body: { ...target, ...seen } as never })
  const none = seenIn({})

  return {
    'a user': {
      read: async () => (await user()).version,
      ada: (change) => changeUser(ada, { firstName: 'Benedict' }, seenIn(change)),
      grace: () => changeUser(grace, { role: 'viewer' }, none),
      both: async () => [(await user()).firstName, (await user()).role],
      code: 'user/changed',
    },
    'an entity': {
      read: async () => (await entity()).version,
      ada: (change) => {
        const { seen, headers } = seenIn(change)
        return call(updateEntity, { as: ada, headers, body: { entityID: below, name: `Deep ${below}`, ...seen } })
      },
      grace: () => call(updateEntity, { as: grace, body: { entityID: below, url: 'deep.example' } }),
      both: async () => [(await entity()).name, (await entity()).url],
      code: 'entity/changed',
    },
    'the words of a unit': {
      read: async () => (await unitOf(dataID)).version,
      ada: (change) => {
        const { seen, headers } = seenIn(change)
        return call(updateUnit, { as: ada, headers, body: { dataID, friendlyName: 'Tank', ...seen } })
      },
      grace: () => call(updateUnit, { as: grace, body: { dataID, description: 'By the road.' } }),
      both: async () => [(await unitOf(dataID)).friendlyName, (await unitOf(dataID)).description],
      code: 'unit/changed',
    },
    'the administration of a unit': {
      read: async () => (await unitOf(dataID)).version,
      ada: (change) => {
        const { seen, headers } = seenIn(change)
        return call(administerUnit, { as: ada, headers, params: { dataID }, body: { active: false, ...seen } })
      },
      grace: () => call(administerUnit, { as: grace, params: { dataID }, body: { entities: [top, below] } }),
      both: async () => [(await unitOf(dataID)).active, (await unitOf(dataID)).entities.length],
      code: 'unit/changed',
    },
    'what an entity keeps': {
      read: async () => (await kept()).entities.find(({ entityID }) => entityID === top)?.version ?? 0,
      ada: (change) => keep(ada, { entityID: top, rawDays: 30 }, seenIn(change)),
      grace: () => keep(grace, { entityID: top, summaryDays: 400 }, none),
      both: async () => (await kept()).entities.map(({ rawDays, summaryDays }) => [rawDays, summaryDays])[0],
      code: 'entity/changed',
    },
    'what a source keeps': {
      read: async () => (await kept()).sources.find(({ source }) => source === 'tank')?.version ?? 0,
      ada: (change) => keep(ada, { dataID, source: 'tank', rawDays: 7 }, seenIn(change)),
      grace: () => keep(grace, { dataID, source: 'tank', summaryDays: 70 }, none),
      both: async () => {
        const tank = (await kept()).sources.find(({ source }) => source === 'tank')
        return [tank?.rawDays, tank?.summaryDays]
      },
      code: 'retention/changed',
    },
    'a calculated source': {
      read: async () => (await calculation())?.version ?? 0,
      ada: (change) => {
        const { seen, headers } = seenIn(change)
        return call(updateCalculation, { as: ada, headers, body: { ...rule, equation: 'tank.level * 2', ...seen } })
      },
      grace: () => call(updateCalculation, { as: grace, body: { ...rule, equation: 'tank.level * 3' } }),
      both: async () => (await calculation())?.equation,
      code: 'calculation/changed',
    },
    'a template': {
      read: async () => (await template()).version,
      ada: (change) => {
        const { seen, headers } = seenIn(change)
        return call(putTemplate, { as: ada, headers, body: { templateID, template: { title: 'Mine' }, ...seen } })
      },
      grace: () => call(putTemplate, { as: grace, body: { templateID, template: { title: 'Hers' } } }),
      both: async () => (await template()).title,
      code: 'template/changed',
    },
  }
}

const names = Object.keys(await buildThings())

async function build(name: string): Promise<Thing> {
  const thing = (await buildThings())[name]
  assert.ok(thing)
  return thing
}

describe('a change made from an older version', () => {
  for (const name of names) {
    it(`of ${name} is refused with who changed it and when, and overwrites nothing`, async () => {
      const thing = await build(name)
      const version = await thing.read()
      assert.equal((await thing.grace()).status, 200)
      const after = await thing.both()

      const { status, failure } = await thing.ada({ version })

      assert.deepEqual([status, failure.code], [409, thing.code])
      assert.deepEqual(failure.details, { changedBy: 'Grace Hopper', changedUTC: new Date(clock()).toISOString() })
      assert.deepEqual(await thing.both(), after)
    })

    it(`of ${name} is refused by If-Match as well`, async () => {
      const thing = await build(name)
      const version = await thing.read()
      await thing.grace()

      const { failure } = await thing.ada({ ifMatch: `"${version}"` })

      assert.equal(failure.code, thing.code)
    })
  }
})

describe('a change', () => {
  for (const name of names) {
    it(`of ${name} from the version that is there is made, and counted`, async () => {
      const thing = await build(name)
      await thing.grace()
      const version = await thing.read()

      assert.equal((await thing.ada({ version })).status, 200)

      assert.equal(await thing.read(), version + 1)
    })

    it(`of ${name} that names no version is made on whatever is there, and leaves what it does not name`, async () => {
      const thing = await build(name)
      const before = await thing.both()
      await thing.grace()
      const between = await thing.both()

      assert.equal((await thing.ada({})).status, 200)

      const after = await thing.both()
      assert.notDeepEqual(after, between)
      if (Array.isArray(after) && Array.isArray(between) && Array.isArray(before)) {
        assert.equal(after[1], between[1])
        assert.notEqual(after[0], before[0])
      }
    })
  }

  it('of several users at once names no version', async () => {
    const body = { userUID: [ada.userId, grace.userId], company: 'Water', version: 1 }

    const { failure } = await call(updateUsers, { as: ada, body })

    assert.equal(failure.code, 'request/invalid')
  })

  it('with an If-Match that is no version is invalid', async () => {
    const body = { userUID: ada.userId, company: 'Water' }

    const { failure } = await call(updateUsers, { as: ada, headers: { 'if-match': '"abc"' }, body })

    assert.equal(failure.code, 'request/invalid')
  })

  it('by a user out of reach shows when it was made, and not by whom', async () => {
    const below = await buildEntity(db, { parentId: top, name: 'Below' })
    const keeper = await signInAs({ role: 'admin', entity: below })
    const { version } = (await call(getEntity, { as: keeper, params: { id: below } })).body.details
    await call(updateEntity, { as: grace, body: { entityID: below, url: 'deep.example' } })

    const { failure } = await call(updateEntity, { as: keeper, body: { entityID: below, name: 'Deep', version } })

    assert.deepEqual(failure.details, { changedUTC: new Date(clock()).toISOString() })
    assert.match(failure.message, /^This entity was changed in the meantime\. .* Changed at /)
  })
})
