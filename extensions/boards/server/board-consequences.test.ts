import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { putTemplate, removeOwnTemplate } from '@fieldwatch/contract/templates/templates'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createBoard, listBoards } from '../contract/boards.ts'

const database = await createTestDatabase()
const { app, call, clock, db, signInAs } = await createTestApp({ database, mayWork: () => false })
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

const pageOf = (...tiles: object[]) => [{ title: 'One', columns: 4, rows: 3, tiles }] as never
const ALERTS = { kind: 'alerts', width: 1, height: 1 }

/** An admin of an entity below who saved a wallboard there, and shares a map too. */
async function buildMaker() {
  const below = await buildEntity(db, { parentId: top, name: 'North' })
  const maker = await signInAs({ role: 'admin', entity: below })
  const colleague = await signInAs({ role: 'admin', entity: below })
  const unit = await buildUnit(db, { entity: below, friendlyName: 'Pump 1' })
  const what = { dataIDs: [unit.dataId], title: 'Yard' }
  const expiresUTC = new Date(clock() + 86_400_000).toISOString()
  // Links are of another extension.
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/v1/shares',
    headers: { authorization: maker.bearer },
    payload: { kind: 'map', what, expiresUTC },
  })
  assert.equal(statusCode, 200)
  await succeed(call(createBoard, { as: maker, body: { name: 'Hall', seconds: 10, pages: pageOf(ALERTS) } }))
  await db.deleteFrom('outbox').execute()
  return { below, maker, colleague }
}

const preview = async (change: Change) =>
  (await succeed(call(listConsequences, { as: admin, body: { change } }))).details.things
    .filter(({ kind }) => kind === 'wallboard')
    .map(({ name, follows }) => [name, follows])

const mailsTo = async ({ email }: SignedInUser) =>
  db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', email).execute()

type Built = Awaited<ReturnType<typeof buildMaker>>

describe('the wallboard of a person who may not share it any more', () => {
  for (const [title, toChange, make] of [
    [
      'is disabled',
      ({ maker }) => ({ kind: 'person-disabled', userIDs: [maker.userId] }),
      ({ maker }) => succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, status: 'disabled' } })),
    ],
    [
      'becomes a viewer',
      ({ maker }) => ({ kind: 'person-demoted', userIDs: [maker.userId], role: 'viewer' }),
      ({ maker }) => succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, role: 'viewer' } })),
    ],
    [
      'is deleted',
      ({ maker }) => ({ kind: 'person-deleted', userIDs: [maker.userId] }),
      ({ maker }) => succeed(call(deleteUsers, { as: admin, body: { userUID: maker.userId } })),
    ],
  ] satisfies [string, (built: Built) => Change, (built: Built) => Promise<unknown>][]) {
    it(`is listed before its maker ${title}, and the admins of its entity hear of it in the mail about their links`, async () => {
      const built = await buildMaker()
      const listed = await preview(toChange(built))

      await make(built)
      const [mail, ...more] = await mailsTo(built.colleague)

      assert.deepEqual(listed, [['Hall', 'pauses']])
      assert.deepEqual(more, [])
      assert.equal(mail?.subject, 'Changes to what you own or manage')
      assert.match(mail?.body ?? '', /The shared link “Yard” no longer opens\./)
      assert.match(mail?.body ?? '', /- The wallboard “Hall” no longer shows anything\.\n\nTake over a wallboard/)
      for (const tab of ['shares', 'boards']) assert.match(mail?.body ?? '', new RegExp(`settings\\?tab=${tab}\n`))
    })
  }

  it('is named in the language of each reader, and is the subject of a mail about it alone', async () => {
    const { below, maker, colleague } = await buildMaker()
    await db.deleteFrom('share').where('entityId', '=', below).execute()
    await db.updateTable('appUser').set({ language: 'de' }).where('id', '=', colleague.userId).execute()

    await succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, status: 'disabled' } }))

    const [mail] = await mailsTo(colleague)
    assert.equal(mail?.subject, 'Wallboards zeigen nichts')
    assert.match(mail?.body ?? '', /Das Wallboard „Hall“ zeigt nichts mehr\./)
  })

  it('stays as it is when its maker moves to the entity above, and nobody is mailed', async () => {
    const { maker, colleague } = await buildMaker()
    const change = { kind: 'person-moved', userIDs: [maker.userId], entityID: top } as const

    const listed = await preview(change)
    await succeed(call(updateUsers, { as: admin, body: { userUID: maker.userId, entity: top } }))

    assert.deepEqual(listed, [])
    assert.deepEqual(await mailsTo(colleague), [])
  })

  it('is listed before its entity is deleted, and pauses without a mail when that is disabled', async () => {
    const { below } = await buildMaker()

    assert.deepEqual(await preview({ kind: 'entity-deleted', entityID: below }), [['Hall', 'deleted']])
    await succeed(call(updateEntity, { as: admin, body: { entityID: below, status: 'disabled' } }))

    assert.deepEqual(await mailsTo(admin), [])
  })
})

describe('a tile of a chart', () => {
  const charts = (...titles: readonly string[]) => ({
    charts: titles.map((title, index) => ({
      title,
      type: 'timeseries' as const,
      specifications: { room: [{ field: `temp${index}`, friendlyName: 'T' }] },
    })),
  })

  async function addTemplate(...titles: readonly string[]): Promise<TemplateId> {
    const id = randomUUID() as TemplateId
    const definition = { title: id, timeSeries: charts(...titles) }
    await createTemplateStore(db).create({ id, entityId: top, definition })
    return id
  }

  /** A unit whose template has two charts, and a wallboard that shows both. */
  async function buildShown() {
    const templateID = await addTemplate('Temp', 'Other')
    const { dataId } = await buildUnit(db, { entity: top, defaultTemplate: templateID })
    const tile = { kind: 'chart', dataID: dataId, minutes: 60, width: 1, height: 1 }
    const text = { kind: 'text', text: 'Temp', width: 1, height: 1 }
    const pages = pageOf({ ...tile, title: 'Other' }, { ...tile, title: 'Temp' }, text)
    const body = { name: 'Hall', seconds: 10, pages }
    const { boardID } = (await succeed(call(createBoard, { as: admin, body }))).details
    const titles = async () => {
      const { boards } = (await succeed(call(listBoards, { as: admin }))).details
      const board = boards.find((one) => one.boardID === boardID)
      return board?.pages.map(({ tiles }) => tiles.map((one) => ('title' in one ? one.title : undefined)))
    }
    return { templateID, dataId, titles }
  }

  it('shows it by its new title', async () => {
    const { templateID, dataId, titles } = await buildShown()
    const renamed = { kind: 'chart-renamed', dataID: dataId, chart: 'Temp', to: 'Heat' } as const
    assert.deepEqual(await preview(renamed), [['Hall', 'moves along']])

    const template = { title: templateID, timeSeries: charts('Heat', 'Other') }
    await succeed(call(putTemplate, { as: admin, body: { templateID, template } }))

    assert.deepEqual(await titles(), [['Other', 'Heat', undefined]])
  })

  it('shows it while its unit has its own copy, and afterwards', async () => {
    const { templateID, dataId, titles } = await buildShown()

    const template = { title: templateID, timeSeries: charts('Heat', 'Other') }
    await succeed(call(putTemplate, { as: admin, body: { templateID, dataID: dataId, template } }))
    const own = await titles()
    await succeed(call(removeOwnTemplate, { as: admin, body: { dataID: dataId } }))

    assert.deepEqual([own, await titles()], [[['Other', 'Heat', undefined]], [['Other', 'Temp', undefined]]])
  })

  it('moves along to the chart with the same series when its unit shows another template', async () => {
    const { dataId, titles } = await buildShown()
    const defaultTemplate = await addTemplate('Heat', 'Other')

    await succeed(call(administerUnit, { as: admin, params: { dataID: dataId }, body: { defaultTemplate } }))

    assert.deepEqual(await titles(), [['Other', 'Heat', undefined]])
  })

  it('is listed as changed before its chart is gone', async () => {
    const { dataId } = await buildShown()
    const templateID = await addTemplate()

    assert.deepEqual(await preview({ kind: 'chart-deleted', dataID: dataId, chart: 'Temp' }), [['Hall', 'changed']])
    assert.deepEqual(await preview({ kind: 'template-changed', dataIDs: [dataId], templateID }), [['Hall', 'changed']])
  })
})
