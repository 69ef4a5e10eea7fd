import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listApps } from '@fieldwatch/contract/people/apps'
import { listUnits } from '@fieldwatch/contract/units/units'
import { answerAdminHere } from '#testing/answer-admin-here.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })
const ada = await signInAs({ role: 'admin' })
const elsewhere = await signInAs({ role: 'admin' })
await db.updateTable('entity').set({ name: 'Apps Water' }).where('id', '=', ada.entity).execute()
await db.updateTable('entity').set({ name: 'Elsewhere' }).where('id', '=', elsewhere.entity).execute()

const app = (...args: string[]) => answerAdminHere(database, ['app', ...args])
const namesFor = async (as: typeof ada) => (await call(listApps, { as })).body.details.map(({ name }) => name)

describe('npm run admin -- app', () => {
  it('adds an app for the people of one entity, who find it under its word', async () => {
    const { output } = await app('add', '--name=Valve Plan', '--url=https://valves.example/app', '--entity=Apps Water')

    const { body } = await call(listApps, { as: ada })
    assert.equal(output, 'Valve Plan opens at /applications/valve-plan.\n')
    assert.deepEqual(
      body.details.map(({ name, path, url, entities }) => ({ name, path, url, entities })),
      [{ name: 'Valve Plan', path: 'valve-plan', url: 'https://valves.example/app', entities: [ada.entity] }],
    )
    assert.deepEqual(await namesFor(elsewhere), [])
  })

  it('lets another entity open it, once however often it is said', async () => {
    await app('allow', '--app=valve-plan', '--entity=Elsewhere')
    await app('allow', '--app=Valve Plan', '--entity=Elsewhere')

    const { body } = await call(listApps, { as: elsewhere })
    assert.deepEqual(
      body.details.map(({ entities }) => entities),
      [[elsewhere.entity]],
    )
  })

  // spec 1-3-28
  it('gives the page of a unit a tab, and takes it away', async () => {
    const { dataId } = await buildUnit(db, { entity: ada.entity })
    const appsOf = async () => {
      const { details } = (await call(listUnits, { as: ada, query: { dataID: dataId } })).body
      return Array.isArray(details) ? undefined : details.apps
    }

    await app('tab', '--app=valve-plan', `--unit=${dataId}`)
    const shown = await appsOf()
    await app('untab', '--app=Valve Plan', `--unit=${dataId}`)

    assert.deepEqual(shown, ['Valve Plan'])
    assert.deepEqual(await appsOf(), [])
  })

  it('lists the apps, and removes an app with its tabs', async () => {
    const { dataId } = await buildUnit(db, { entity: ada.entity, apps: ['Valve Plan', 'Other'] })
    const before = await app('list')
    await app('remove', '--app=Valve Plan')

    const unit = await db.selectFrom('unit').select('apps').where('dataId', '=', dataId).executeTakeFirst()
    assert.equal(before.output, 'Valve Plan\n  /applications/valve-plan\n  https://valves.example/app\n')
    assert.deepEqual(unit?.apps, ['Other'])
    assert.equal((await app('list')).output, 'There are no apps.\n')
  })

  it('says what it cannot do, and does nothing then', async () => {
    await app('add', '--name=Blower', '--url=/page_blth_app', '--everyone')
    const refused = await Promise.all([
      app('add', '--name=blower', '--url=https://x.example', '--everyone'),
      app('add', '--name=X', '--url=https://x.example'),
      app('add', '--name=X', '--url=https://x.example', '--entity=Nowhere'),
      app('add', '--name=X', '--url=/dashboard', '--everyone'),
      app('tab', '--app=Nothing', '--unit=a'),
      app('tab', '--app=Blower', '--unit=no-such-unit'),
    ])

    assert.deepEqual(
      refused.map(({ errors }) => errors.split('\n')[0]),
      [
        'There is an app "blower" already.',
        'Use either --everyone or --entity.',
        'There is no entity "Nowhere".',
        '--url: An app has an address that starts with https:// or http://, or is one of: /page_blth_app.',
        'There is no app "Nothing".',
        'Device not found',
      ],
    )
    assert.deepEqual(await namesFor(ada), ['Blower'])
  })

  it('writes to the audit log what it did', async () => {
    const log = await db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectKind', '=', 'app')
      .orderBy('id')
      .execute()

    assert.deepEqual(
      log.map(({ action }) => action),
      ['create app', 'allow app', 'allow app', 'remove app', 'create app'],
    )
  })
})
