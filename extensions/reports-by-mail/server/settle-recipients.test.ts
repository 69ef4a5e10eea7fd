import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { succeed } from '@fieldwatch/server/features/consequences/testing/succeed'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createReportSchedule, listReportSchedules, updateReportSchedule } from '../contract/report-schedules.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })

const setStatus = ({ userId }: SignedInUser, status: 'active' | 'disabled') =>
  succeed(call(updateUsers, { as: admin, body: { userUID: userId, status } }))

/** Subjects of what the top admin was mailed since the last time. */
async function newMails(): Promise<string[]> {
  const { rows } = await database.pool.query('delete from outbox where recipient = $1 returning subject', [admin.email])
  return (rows as { subject: string }[]).map(({ subject }) => subject)
}

describe('a scheduled report without a recipient who can get it', () => {
  it('pauses with the reason and a mail to the admins, and resumes when its recipient is back', async () => {
    const { owner, shown } = await buildReport()
    const before = await shown()
    await newMails()

    await setStatus(owner, 'disabled')
    const inBetween = await shown()
    await setStatus(owner, 'active')
    const after = await shown()

    assert.deepEqual(
      [inBetween?.active, inBetween?.stopped],
      [false, `${owner.email} was disabled. This report has no other recipients.`],
    )
    assert.equal(inBetween?.awaitsRecipients, true)
    const { rows } = await database.pool.query('delete from outbox where recipient = $1 returning body', [admin.email])
    const [body = ''] = (rows as { body: string }[]).map((mail) => mail.body).filter((text) => text.includes('Daily'))
    assert.match(body, /Choose other recipients, or delete the report\. It continues when one can get it again\./)
    assert.match(body, /\/settings\?tab=reports/)
    assert.deepEqual(
      [after?.active, after?.stopped, after?.awaitsRecipients, after?.nextUTC],
      [true, null, false, before?.nextUTC],
    )
  })

  it('resumes when it is saved with a recipient who can get it, and not while it is switched off by hand', async () => {
    const { scheduleID, owner, shown, nextUTC } = await buildReport()
    await setStatus(owner, 'disabled')

    await succeed(call(updateReportSchedule, { as: admin, body: { scheduleID, recipients: [owner.userId] } }))
    const stillWaits = await shown()
    await succeed(call(updateReportSchedule, { as: admin, body: { scheduleID, recipients: [admin.userId] } }))
    const resumed = await shown()
    await setStatus(owner, 'active')
    await succeed(call(updateReportSchedule, { as: admin, body: { scheduleID, recipients: [owner.userId] } }))
    await setStatus(owner, 'disabled')
    await succeed(call(updateReportSchedule, { as: admin, body: { scheduleID, active: false } }))
    await setStatus(owner, 'active')
    const off = await shown()

    assert.deepEqual([stillWaits?.active, stillWaits?.awaitsRecipients], [false, true])
    assert.deepEqual([resumed?.active, resumed?.stopped, resumed?.nextUTC], [true, null, nextUTC])
    assert.deepEqual([off?.active, off?.awaitsRecipients], [false, false])
  })

  it('pauses when its unit moves out of the reach of all recipients, as the dialog says, and resumes when it is back', async () => {
    const { owner, unit, below, shown, scheduleID } = await buildReport()
    const elsewhere = await buildEntity(db, { parentId: top })
    const params = { dataID: unit.dataId }
    const asked = { kind: 'unit-moved', dataIDs: [unit.dataId], entities: [elsewhere] } as const
    const { things } = (await succeed(call(listConsequences, { as: admin, body: { change: asked } }))).details
    await newMails()

    await succeed(call(administerUnit, { as: admin, params, body: { entities: [below, elsewhere] } }))
    const shared = await shown()
    await succeed(call(administerUnit, { as: admin, params, body: { entities: [elsewhere] } }))
    const away = await shown()
    const mails = await newMails()
    await succeed(call(administerUnit, { as: admin, params, body: { entities: [below] } }))
    const back = await shown()

    assert.equal(away?.scheduleID, scheduleID)
    assert.deepEqual(
      things.flatMap(({ kind, name, follows }) => (kind === 'scheduled report' ? [[name, follows]] : [])),
      [['Daily', 'pauses']],
    )
    assert.deepEqual([shared?.active, shared?.recipients.length], [true, 1])
    assert.deepEqual([away?.active, away?.awaitsRecipients], [false, true])
    assert.match(away?.stopped ?? '', /This report has no other recipients\.$/)
    assert.ok(mails.length > 0, owner.email)
    assert.deepEqual([back?.active, back?.stopped, back?.awaitsRecipients], [true, null, false])
  })

  it('pauses when its only recipient is deleted, with the reason', async () => {
    const { owner, shown } = await buildReport()

    await succeed(call(deleteUsers, { as: admin, body: { userUID: owner.userId } }))

    const paused = await shown()
    assert.equal(paused?.active, false)
    assert.match(paused?.stopped ?? '', /was deleted\. This report has no other recipients\./)
  })
})

/** A daily report that one person gets. */
async function buildReport() {
  const below = await buildEntity(db, { parentId: top, name: 'North' })
  const unit = await buildUnit(db, { entity: below, friendlyName: 'Cold store' })
  await sendRecords(app, unit, 'room', { temp: 4 })
  const owner = await signInAs({ entity: below })
  const specifications = { room: [{ field: 'temp', friendlyName: 'Temp' }] }
  const timeSeries = { charts: [{ title: 'Temp', type: 'timeseries' as const, specifications }] }
  const template = { title: 'Charts', timeSeries }
  await succeed(call(putTemplate, { as: admin, body: { dataID: unit.dataId, template } }))
  const rhythm = { every: 'day', hour: 6, timeZone: 'UTC' } as const
  const content = { kind: 'chart', chart: 'Temp' } as const
  const body = { dataID: unit.dataId, name: 'Daily', content, rhythm, recipients: [owner.userId] }
  const { scheduleID } = (await succeed(call(createReportSchedule, { as: admin, body }))).details
  const shown = async () =>
    (await succeed(call(listReportSchedules, { as: admin, query: { dataID: unit.dataId } }))).details.schedules[0]
  return { scheduleID, owner, unit, below, shown, nextUTC: (await shown())?.nextUTC }
}
