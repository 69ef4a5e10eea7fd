import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { createEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { putTemplate, removeOwnTemplate } from '@fieldwatch/contract/templates/templates'
import { updateUnits } from '@fieldwatch/contract/units/unit-jobs'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })

const charts = (...titles: readonly string[]) => ({
  charts: titles.map((title, index) => ({
    title,
    type: 'timeseries' as const,
    specifications: { room: [{ field: `temp${index}`, friendlyName: 'T' }] },
  })),
})

/** Two units that share a template with two charts; a report of the second unit shows the first of them. */
async function buildShown() {
  const templateID = randomUUID() as TemplateId
  const definition = { title: templateID, timeSeries: charts('Temp', 'Other') }
  await createTemplateStore(db).create({ id: templateID, entityId: entity, definition })
  const otherUnit = await buildUnit(db, { entity, defaultTemplate: templateID })
  const unit = await buildUnit(db, { entity, defaultTemplate: templateID })
  const { dataId } = unit
  const made = { createdBy: admin.userId, createdAt: new Date(clock()) }
  const report = async (content: object, of = dataId) => {
    const rhythm = JSON.stringify({ every: 'day', hour: 6, timeZone: 'UTC' })
    const own = { dataId: of, entityId: entity, name: 'Daily', content: JSON.stringify(content), rhythm, ...made }
    const { id } = await db
      .insertInto('reportSchedule')
      .values({ ...own, dueAt: new Date(clock() + 3_600_000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const schedule = await report({ kind: 'chart', chart: 'Temp' })
  const otherReport = await report({ kind: 'chart', chart: 'Temp' }, otherUnit.dataId)
  const titleOf = async () => {
    const one = await db
      .selectFrom('reportSchedule')
      .select('content')
      .where('id', '=', schedule)
      .executeTakeFirstOrThrow()
    const { content } = one
    return content.kind === 'chart' ? content.chart : undefined
  }
  return { templateID, unit, dataId, schedule, otherReport, report, titleOf }
}

async function stoppedOf(id: number) {
  const { dueAt, stopped } = await db
    .selectFrom('reportSchedule')
    .select(['dueAt', 'stopped'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { isDue: dueAt !== null, stopped }
}

async function newMails() {
  const { rows } = await database.pool.query('delete from outbox where recipient = $1 returning subject, body', [
    admin.email,
  ])
  return rows as { subject: string; body: string }[]
}

describe('a chart that gets another title', () => {
  it('stays in the reports of every unit that shows it', async () => {
    const { templateID, schedule, titleOf } = await buildShown()
    await newMails()

    const template = { title: templateID, timeSeries: charts('Heat', 'Other') }
    const { status } = await call(putTemplate, { as: admin, body: { templateID, template } })

    assert.equal(status, 200)
    assert.equal(await titleOf(), 'Heat')
    assert.deepEqual(await stoppedOf(schedule), { isDue: true, stopped: null })
    assert.deepEqual(await newMails(), [])
  })

  it('stays in those of one unit while that has its own copy, and afterwards', async () => {
    const { templateID, dataId, titleOf } = await buildShown()

    const template = { title: templateID, timeSeries: charts('Heat', 'Other') }
    await call(putTemplate, { as: admin, body: { templateID, dataID: dataId, template } })
    const own = await titleOf()
    await call(removeOwnTemplate, { as: admin, body: { dataID: dataId } })

    assert.equal(own, 'Heat')
    assert.equal(await titleOf(), 'Temp')
  })
})

describe('the list before a chart changes', () => {
  const reportsFor = async (change: ChangeOf<'chart-renamed' | 'chart-deleted'>) => {
    const { body } = await call(listConsequences, { as: admin, body: { change } })
    return body.details.things.filter(({ kind }) => kind === 'scheduled report').map(({ follows }) => follows)
  }

  it('names what shows it on all units with the template, or on one that gets its own copy', async () => {
    const { dataId } = await buildShown()
    const change = { kind: 'chart-renamed', dataID: dataId, chart: 'Temp', to: 'Heat' } as const

    assert.deepEqual(await reportsFor(change), ['moves along', 'moves along'])
    assert.deepEqual(await reportsFor({ ...change, onlyThisUnit: true }), ['moves along'])
    assert.deepEqual(await reportsFor({ kind: 'chart-deleted', dataID: dataId, chart: 'Temp', onlyThisUnit: true }), [
      'pauses',
    ])
  })
})

describe('a report of something that is deleted', () => {
  it('pauses at once with its chart, and its maker gets a mail with a link to the reports', async () => {
    const { templateID, schedule } = await buildShown()
    await newMails()

    const template = { title: templateID, timeSeries: { charts: charts('Temp', 'Other').charts.slice(1) } }
    await call(putTemplate, { as: admin, body: { templateID, template } })

    const { isDue, stopped } = await stoppedOf(schedule)
    assert.equal(isDue, false)
    assert.match(stopped ?? '', /mails\.chart-deleted.*"Temp"/)
    const [mail, ...others] = await newMails()
    assert.deepEqual([mail?.subject, others], ['Scheduled reports ended', []])
    assert.match(mail?.body ?? '', /“Daily” is paused\..*\/settings\?tab=reports/s)
  })

  it('pauses at once with its event table', async () => {
    const { unit, dataId, report } = await buildShown()
    await sendRecords(app, unit, 'room', { temp: 4 })
    const startDate = new Date(clock() - 60_000).toISOString()
    const body = { dataID: dataId, name: 'Hot', comparison: 'room.temp > 10', startDate }
    const created = await call(createEvent, { as: admin, body })
    const id = await report({ kind: 'events', event: 'Hot', report: 'raw_data' })
    await newMails()

    const { status } = await call(removeEvent, { as: admin, body: { dataID: dataId, name: 'Hot' } })

    assert.deepEqual([created.status, status], [200, 200])
    const { isDue, stopped } = await stoppedOf(id)
    assert.equal(isDue, false)
    assert.match(stopped ?? '', /mails\.table-deleted.*"Hot"/)
    assert.match((await newMails()).map(({ body: text }) => text).join(), /\/settings\?tab=reports/)
  })
})

describe('a unit that shows another template', () => {
  async function buildOther(...titles: readonly string[]) {
    const id = randomUUID() as TemplateId
    // The first of these charts shows what the first chart of the other template does.
    await createTemplateStore(db).create({
      id,
      entityId: entity,
      definition: { title: id, timeSeries: charts(...titles) },
    })
    return id
  }

  const ways = {
    'by its own screen': (dataID: DataId, defaultTemplate: TemplateId) =>
      call(administerUnit, { as: admin, params: { dataID }, body: { defaultTemplate } }),
    'with many others': async (dataID: DataId, template: TemplateId) => {
      const answer = await call(updateUnits, {
        as: admin,
        body: { dataIDs: [dataID], change: { kind: 'template', template } },
      })
      await features.unitJobs.run()
      return answer
    },
  }

  for (const [way, swap] of Object.entries(ways)) {
    it(`${way} keeps its reports on a chart with the same series`, async () => {
      const { dataId, schedule, titleOf } = await buildShown()
      const other = await buildOther('Heat', 'Other')
      await newMails()

      const { status } = await swap(dataId, other)

      assert.equal(status, 200)
      assert.equal(await titleOf(), 'Heat')
      assert.deepEqual(await stoppedOf(schedule), { isDue: true, stopped: null })
      assert.deepEqual(await newMails(), [])
    })

    it(`${way} pauses reports of charts that it shows no more, as the dialog says, and other units go on`, async () => {
      const { dataId, otherReport, schedule } = await buildShown()
      const other = await buildOther()
      await newMails()
      const change = { kind: 'template-changed', dataIDs: [dataId], templateID: other } as const
      const { body } = await call(listConsequences, { as: admin, body: { change } })

      await swap(dataId, other)

      const reports = body.details.things.filter(({ kind }) => kind === 'scheduled report')
      assert.deepEqual(
        reports.map(({ follows }) => follows),
        ['pauses'],
      )
      const { isDue, stopped } = await stoppedOf(schedule)
      assert.equal(isDue, false)
      assert.match(stopped ?? '', /mails\.template-changed/)
      assert.deepEqual(await stoppedOf(otherReport), { isDue: true, stopped: null })
      assert.deepEqual(
        (await newMails()).map(({ subject }) => subject),
        ['Scheduled reports ended'],
      )
    })
  }

  it('goes on with its own copy, which hides the shared one', async () => {
    const { templateID, dataId, schedule } = await buildShown()
    const template = { title: templateID, timeSeries: charts('Temp', 'Other') }
    await call(putTemplate, { as: admin, body: { templateID, dataID: dataId, template } })

    await ways['by its own screen'](dataId, await buildOther())

    assert.deepEqual(await stoppedOf(schedule), { isDue: true, stopped: null })
  })
})

describe('a scheduled report of an event table', () => {
  const columns = (name: string, column: string) => ({
    [name]: { name, columns: [column], values: [column], formats: ['' as const], includeCoordinates: false },
  })

  async function buildScheduled() {
    const shown = await buildShown()
    const { templateID, report } = shown
    const template = { title: templateID, timeSeries: charts('Temp', 'Other'), reports: columns('weekly', 'a') }
    await call(putTemplate, { as: admin, body: { templateID, template } })
    const id = await report({ kind: 'events', event: 'hot', report: 'weekly' })
    const change = (reports: ReturnType<typeof columns>) =>
      call(putTemplate, { as: admin, body: { templateID, template: { ...template, reports } } })
    return { id, change }
  }

  it('is sent under the new name of its report', async () => {
    const { id, change } = await buildScheduled()

    await change(columns('monthly', 'a'))

    const { content } = await db
      .selectFrom('reportSchedule')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(content.kind === 'events' && content.report, 'monthly')
    assert.deepEqual(await stoppedOf(id), { isDue: true, stopped: null })
  })

  it('pauses at once when its report is deleted', async () => {
    const { id, change } = await buildScheduled()

    await change({})

    const { isDue, stopped } = await stoppedOf(id)
    assert.equal(isDue, false)
    assert.match(stopped ?? '', /mails\.event-report-deleted.*"weekly"/)
  })
})
