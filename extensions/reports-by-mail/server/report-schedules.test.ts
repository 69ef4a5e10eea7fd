import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { readSheet } from 'read-excel-file/node'
import { zstdDecompressSync } from 'node:zlib'
import { createCalculation, listCalculations } from '@fieldwatch/contract/calculations/calculations'
import { calculatedLooks, withCalculatedLooks } from '@fieldwatch/contract/templates/calculated-looks'
import { chartColumns, joinExports } from '@fieldwatch/contract/templates/chart-table'
import { CSV_MARK } from '@fieldwatch/contract/text/csv'
import { exportData } from '@fieldwatch/contract/telemetry/data'
import { writeCsv } from '@fieldwatch/contract/tables/table'
import { createEvent, getEventReport, removeEvent } from '@fieldwatch/contract/events/events'
import { RAW_DATA } from '@fieldwatch/contract/events/report-names'
import type { EntityId, SourceName, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import {
  createReportSchedule,
  leaveReport,
  listReportRuns,
  listReportSchedules,
  removeReportSchedule,
  type ReportContent,
  type ReportRun,
  type ReportSchedule,
  type ScheduleDraft,
  sendReport,
  updateReportSchedule,
} from '../contract/report-schedules.ts'
import { getTemplate, putTemplate, type TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { getUnsubscription, unsubscribeByLink } from '@fieldwatch/contract/delivery/unsubscribing'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import type { UnitNote } from '@fieldwatch/server/fleet/unit-notes/unit-notes'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { createQueueMail } from '@fieldwatch/server/delivery/mail/queue-mail'
import { startServerLease } from '@fieldwatch/server/platform/leases/server-lease'
import { createMetrics } from '@fieldwatch/server/platform/metrics/metrics'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { createMergedReader } from '@fieldwatch/server/records/store/merged-reader'
import { createThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import { type BuiltUnit, buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { runUntilKilled } from '@fieldwatch/server/testing/run-until-killed'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { ONE_TURN } from '@fieldwatch/server/testing/one-turn'
import { createTestDatabase, silentLog } from '@fieldwatch/server/testing/test-database'
import { createSharedTables } from '@fieldwatch/server/features/events/shared-tables'
import { createRunStore } from './run-store.ts'
import { findReportRefusal } from './find-report-refusal.ts'
import { createReportWork } from './report-work.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({ database })
const { events } = features
const runReports = () => features.runWork('reports')
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const nora = await signInAs({ entity })
const stranger = await signInAs({ role: 'admin' })

const DAY = 24 * 60 * 60_000
const HOUR = 60 * 60_000
const MINUTE = 60_000
/** The day before the clock of the tests, 2026-03-01T12:00. */
const DAY_BEFORE = Date.parse('2026-02-28T00:00:00.000Z')
const at = (minute: number): string => new Date(DAY_BEFORE + minute * 60_000).toISOString()

const DAILY = { every: 'day', hour: 6, timeZone: 'UTC' } as const
const CHART = { kind: 'chart', chart: 'Climate' } as const
const EVENTS = { kind: 'events', event: 'Too_warm', report: 'per_event' } as const

const DEFINITION: TemplateDefinition = {
  title: 'Room',
  timeSeries: {
    charts: [
      {
        title: 'Climate',
        type: 'timeseries',
        specifications: {
          room: [
            { field: 'temp', friendlyName: 'Temperature', unit: '°C' },
            { field: 'door', friendlyName: '=Door, "front"' },
          ],
          pump: [{ field: 'power', friendlyName: 'Power', unit: 'kW' }],
          warm_part: [{ field: 'value', friendlyName: 'value' }],
          nothing: [{ field: 'x', friendlyName: 'Never sent' }],
        } as never,
      },
      {
        title: 'Requests',
        type: 'timeseries',
        specifications: { action_result: [{ field: 'action_id', friendlyName: 'Id' }] } as never,
      },
    ],
  },
  reports: {
    per_event: {
      name: 'per_event',
      columns: ['Start', 'Temp'],
      values: ['startUTC', 'room.temp'],
      formats: ['YYYY-MM-DD HH:MM:SS', '2 Decimal'],
      includeCoordinates: false,
      times: 'local',
    },
  },
}

let templates = 0

async function build(given: { entity?: EntityId } = {}): Promise<BuiltUnit & { template: TemplateId }> {
  const template = `reported-${(templates += 1)}` as TemplateId
  await createTemplateStore(db).create({ id: template, entityId: entity, definition: DEFINITION })
  const unit = await buildUnit(db, { entity: given.entity ?? entity, defaultTemplate: template })
  const temps = [19, 21.5, 18, 30.25, 17]
  const records = temps.map((temp, index) => ({
    messageUTC: at(index * 60),
    temp,
    door: index % 2 === 0,
    note: 'a, "b"',
  }))
  await sendRecords(app, unit, 'room', [...records, { messageUTC: at(24 * 60), temp: 99 }])
  await sendRecords(app, unit, 'pump', [
    { messageUTC: at(60), power: 1 },
    { messageUTC: at(61), power: 0.5 },
  ])
  await call(createEvent, {
    as: admin,
    body: {
      dataID: unit.dataId,
      name: 'Too warm',
      comparison: 'room.temp > 20',
      startDate: '2026-01-01',
      values: [{ source: 'room', field: 'temp' }] as never,
    },
  })
  await events.run()
  return { ...unit, template }
}

type Draft = Partial<Omit<ScheduleDraft, 'recipients'>> & { recipients?: readonly UserId[] }

function add(unit: BuiltUnit, { recipients, ...given }: Draft = {}, as: SignedInUser = admin) {
  const body = { dataID: unit.dataId, name: 'Daily', content: EVENTS, rhythm: DAILY, ...given }
  return call(createReportSchedule, { as, body: { ...body, recipients: [...(recipients ?? [as.userId])] } })
}

async function added(unit: BuiltUnit, draft: Draft = {}, as: SignedInUser = admin): Promise<ReportSchedule> {
  const { status, body, failure } = await add(unit, draft, as)
  assert.equal(status, 200, failure.message)
  return body.details
}

async function runsOf({ scheduleID }: ReportSchedule, as: SignedInUser = admin): Promise<ReportRun[]> {
  return (await call(listReportRuns, { as, query: { scheduleID } })).body.details
}

async function find({ dataId }: BuiltUnit, as: SignedInUser): Promise<ReportSchedule | undefined> {
  const { body } = await call(listReportSchedules, { as, query: { dataID: dataId } })
  return body.details.schedules[0]
}

/** The mails of a report, with what is attached. */
async function mailsOf({ scheduleID }: ReportSchedule) {
  const rows = await db
    .selectFrom('reportMail')
    .innerJoin('reportRun', 'reportRun.id', 'runId')
    .innerJoin('outbox', 'outbox.id', 'outboxId')
    .leftJoin('outboxAttachment as file', 'file.id', 'attachmentId')
    .select(['recipient', 'subject', 'body', 'html', 'headers', 'outbox.id', 'file.name', 'file.bytes', 'file.data'])
    .where('scheduleId', '=', scheduleID)
    .orderBy('outbox.createdAt')
    .orderBy('recipient')
    .execute()
  return rows.map(({ data, ...row }) => ({
    ...row,
    csv: data === null ? undefined : zstdDecompressSync(data).toString(),
    file: data === null ? undefined : zstdDecompressSync(data),
  }))
}

/** Sign-ins end with the time that passes. */
async function advance(milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  for (const person of [admin, nora]) Object.assign(person, await signInWith(person.email))
}

/** Until the next time at which what is daily at six is due, and everything is written. */
async function nextMorning(): Promise<void> {
  const now = clock()
  const today = now - (now % DAY) + 6 * HOUR
  await advance((today > now ? today : today + DAY) - now)
  await runReports()
}

/** On the first of the days whose records the tests have. */
const onFirstMorning = DAY_BEFORE + DAY + 12 * HOUR
assert.equal(clock(), onFirstMorning)

describe('a scheduled report', () => {
  it('has the values in the units of measure of each recipient where that is chosen', async () => {
    const unit = await build()
    const recipients = [admin.userId, nora.userId]
    const prefer = (measures: string | null) =>
      db.updateTable('appUser').set({ measures }).where('id', '=', nora.userId).execute()
    await prefer(JSON.stringify({ system: 'US' }))
    const firstRows = async (content: ReportContent): Promise<Record<string, string[]>> => {
      const schedule = await added(unit, { content, recipients })
      await call(sendReport, { as: admin, body: { scheduleID: schedule.scheduleID } })
      await runReports()
      const mails = await mailsOf(schedule)
      return Object.fromEntries(mails.map(({ recipient, csv = '' }) => [recipient, csv.split('\r\n').slice(0, 2)]))
    }

    const events = await firstRows({ ...EVENTS, units: 'preferred' })
    const chart = await firstRows({ ...CHART, units: 'preferred' })
    const sent = await firstRows(EVENTS)
    await prefer(null)

    assert.deepEqual(events[nora.email], [`${CSV_MARK}Start,Temp (°F)`, '2026-02-28 01:00:00,70.70'])
    assert.deepEqual(events[admin.email], [`${CSV_MARK}Start,Temp`, '2026-02-28 01:00:00,21.50'])
    assert.deepEqual(sent[nora.email], sent[admin.email])
    assert.match(chart[nora.email]?.join('\n') ?? '', /,Temperature \(°F\),.*\n[^,]+,,66\.2,/)
    assert.match(chart[admin.email]?.join('\n') ?? '', /,Temperature \(°C\),.*\n[^,]+,,19,/)
  })

  it('lists the notes of its period where that is chosen, in the mail and after its rows', async () => {
    const unit = await build()
    const noteOf = (id: number, minute: number, text: string, source: string | null = null): UnitNote => ({
      id,
      startAt: DAY_BEFORE + minute * MINUTE,
      endAt: null,
      text,
      by: 'Nora',
      source: source as SourceName | null,
    })
    const notes = [
      noteOf(3, 90, 'New <pump>'),
      noteOf(2, 60, 'Power cut', 'pump'),
      noteOf(1, 30, 'Door repaired', 'room'),
    ]
    const { current: kept } = features.unitNotes
    features.unitNotes.current = async ({ dataId, range: { from, to }, sources }) => {
      assert.deepEqual([dataId, from, to], [unit.dataId, DAY_BEFORE, DAY_BEFORE + DAY])
      return notes.filter(({ source }) => source === null || sources.includes(source))
    }
    const sent = async (content: ReportContent) => {
      const schedule = await added(unit, { content, recipients: [admin.userId] })
      await call(sendReport, { as: admin, body: { scheduleID: schedule.scheduleID } })
      await runReports()
      const [run] = await runsOf(schedule)
      return { mail: (await mailsOf(schedule))[0], rows: run?.rows }
    }

    const noted = await sent({ ...EVENTS, notes: true })
    const plain = await sent(EVENTS)
    const chart = await sent({ ...CHART, notes: true })
    features.unitNotes.current = kept

    assert.equal(
      noted.mail?.csv,
      `${plain.mail?.csv}\r\nstartUTC,endUTC,source,note\r\n${at(30)},,room,Door repaired\r\n${at(90)},,,New <pump>\r\n`,
    )
    assert.deepEqual([noted.rows, plain.rows], [2, 2])
    const paragraph = noted.mail.body.split('\n\n').find((part) => part.startsWith('Notes'))
    assert.equal(
      paragraph,
      [
        'Notes of this period (times in UTC):',
        '- 28 Feb 2026, 00:30 · room: Door repaired',
        '- 28 Feb 2026, 01:30: New <pump>',
      ].join('\n'),
    )
    assert.ok(noted.mail.html?.includes('<br>New &lt;pump&gt;</li>'))
    assert.ok(!plain.mail?.body.includes('Door repaired'))
    assert.ok(chart.mail?.body.includes('Power cut'))
  })

  it('has the figures of its period and of the one that it is compared with, as each recipient reads them', async () => {
    const unit = await build()
    await sendRecords(app, unit, 'room', [
      { messageUTC: at(-24 * 60), temp: 10 },
      { messageUTC: at(-24 * 60 + 90), temp: 20 },
    ])
    const prefer = (measures: string | null, language: 'de' | null) =>
      db.updateTable('appUser').set({ measures, language }).where('id', '=', nora.userId).execute()
    await prefer(JSON.stringify({ system: 'US' }), 'de')
    const content = { ...CHART, units: 'preferred', compareWith: 'previous' } as const
    const schedule = await added(unit, { content, recipients: [admin.userId, nora.userId] })

    await call(sendReport, { as: admin, body: { scheduleID: schedule.scheduleID } })
    await runReports()
    const mails = new Map((await mailsOf(schedule)).map((mail) => [mail.recipient, mail]))
    await prefer(null, null)

    const paragraphs = (email: string) => mails.get(email)?.body.split('\n\n') ?? []
    assert.ok(paragraphs(admin.email).includes('Compared with Fri, 27 Feb 2026:'))
    assert.ok(
      paragraphs(admin.email).includes(
        [
          'Temperature (°C)',
          'Mean: 21.15 (compared: 15, change: +41%)',
          'Min: 17 (compared: 10, change: +70%)',
          'Max: 30.25 (compared: 20, change: +51.3%)',
          'Readings: 5 (compared: 2, change: +150%)',
        ].join('\n'),
      ),
      mails.get(admin.email)?.body,
    )
    const german = paragraphs(nora.email).find((text) => text.startsWith('Temperature (°F)'))
    assert.match(german ?? '', /Mittelwert: 70,07 \(verglichen: 59, Änderung: \+18,8\s%\)/)
    assert.match(mails.get(nora.email)?.html ?? '', /<th scope="col"[^>]*>Mittelwert<\/th>.*<b>70,07<\/b>/)
    assert.ok(paragraphs(admin.email).some((text) => text.startsWith('Never sent\nMean: – (compared: –, change: –)')))
    assert.match(mails.get(admin.email)?.body ?? '', /&compare=previous/)
  })

  it('has headings in the language of each recipient, in one file for each language', async () => {
    const unit = await build()
    const sven = await signInAs({ entity })
    const recipients = [admin.userId, nora.userId, sven.userId]
    const prefer = (language: 'de' | null) =>
      db.updateTable('appUser').set({ language }).where('id', 'in', [nora.userId, sven.userId]).execute()
    await prefer('de')
    const filesOf = async (content: ReportContent) => {
      const schedule = await added(unit, { content, recipients })
      await call(sendReport, { as: admin, body: { scheduleID: schedule.scheduleID } })
      await runReports()
      const mails = await mailsOf(schedule)
      const files = await db
        .selectFrom('reportMail')
        .innerJoin('reportRun', 'reportRun.id', 'runId')
        .innerJoin('outbox', 'outbox.id', 'outboxId')
        .select('attachmentId')
        .where('scheduleId', '=', schedule.scheduleID)
        .distinct()
        .execute()
      const headings = mails.map(({ recipient, csv = '' }) => [recipient, csv.split('\r\n')[0]?.slice(1)])
      return { files: files.length, ...Object.fromEntries(headings) } as Record<string, unknown>
    }

    const raw = await filesOf({ ...EVENTS, report: RAW_DATA })
    const chart = await filesOf(CHART)
    await prefer(null)

    const german =
      'Beginn (UTC),Ende (UTC),Dauer (ms),Markierung,room.temp,room.temp Minimum,room.temp Maximum,room.temp Mittelwert,Dauert an'
    assert.deepEqual(raw, {
      files: 2,
      [admin.email]: 'startUTC,endUTC,duration,tag,room.temp,room.temp.least,room.temp.greatest,room.temp.mean,ongoing',
      [nora.email]: german,
      [sven.email]: german,
    })
    assert.equal(chart['files'], 2)
    assert.match(String(chart[nora.email]), /^Zeit \(UTC\),Power/)
    assert.match(String(chart[admin.email]), /^messageUTC,Power/)
  })

  it('sends the day before now, once however often it is pressed, with the rows of the downloaded report', async () => {
    const unit = await build()
    const schedule = await added(unit, { recipients: [admin.userId, nora.userId] })
    const send = () => call(sendReport, { as: admin, body: { scheduleID: schedule.scheduleID } })

    const [one, two] = await Promise.all([send(), send()])
    await runReports()

    assert.equal(one.body.details.runID, two.body.details.runID)
    const mails = await mailsOf(schedule)
    const { response } = await call(getEventReport, {
      as: nora,
      query: {
        dataID: unit.dataId,
        name: 'Too_warm',
        report: 'per_event',
        startDate: new Date(DAY_BEFORE).toISOString(),
        endDate: new Date(DAY_BEFORE + DAY).toISOString(),
      },
    })
    assert.equal(response.body, 'Start,Temp\r\n2026-02-28 01:00:00,21.50\r\n2026-02-28 03:00:00,30.25\r\n')
    assert.deepEqual(
      mails.map(({ recipient, csv }) => [recipient, csv]),
      [admin.email, nora.email].toSorted().map((email) => [email, `${CSV_MARK}${response.body}`]),
    )
    const [mail] = mails
    assert.equal(mail?.subject, 'Daily of Pump station: Sat, 28 Feb 2026')
    assert.equal(mail.name, `${unit.dataId}_too_warm_per_event_2026-02-28.csv`)
    assert.match(mail.body, /^Attached is the report of Pump station for Sat, 28 Feb 2026: .* with 2 rows\.$/m)
    assert.match(mail.body, /^Times are in UTC\.$/m)
    assert.match(mail.body, new RegExp(`https://fieldwatch\\.example/dashboard/${unit.dataId}/events\\?tables=`))
    const [run, ...others] = await runsOf(schedule)
    assert.deepEqual(others, [])
    assert.ok(run)
    const { runID: _id, mails: mailed, fileName, bytes, ...shown } = run
    assert.deepEqual(shown, {
      atUTC: new Date(onFirstMorning).toISOString(),
      asked: true,
      fromUTC: new Date(DAY_BEFORE).toISOString(),
      toUTC: new Date(DAY_BEFORE + DAY).toISOString(),
      state: 'done',
      missed: 0,
      rows: 2,
      note: null,
    })
    assert.deepEqual([fileName, bytes], [mail.name, mail.bytes])
    assert.deepEqual(
      mailed.map(({ state }) => state),
      ['waiting', 'waiting'],
    )
  })

  it('has of a chart the same columns and times as the file that the browser makes', async () => {
    const unit = await build()
    const rule = {
      equation: 'room.temp',
      unit: 'K',
      startDate: '2026-01-01',
      values: [{ source: 'room', field: 'temp' }],
    }
    await call(createCalculation, { as: admin, body: { dataID: unit.dataId, name: 'warm_part', ...rule } })
    await features.calculations.run()
    const schedule = await added(unit, { content: CHART })

    await call(sendReport, { as: admin, body: { scheduleID: schedule.scheduleID } })
    await runReports()

    const [mail] = await mailsOf(schedule)
    const { body: read } = await call(getTemplate, { as: admin, params: { id: unit.template } })
    const { body: listed } = await call(listCalculations, { as: admin, query: { dataID: unit.dataId } })
    const template = withCalculatedLooks(read.details, calculatedLooks(listed.details))
    const columns = chartColumns(template.timeSeries?.charts[0] ?? assert.fail())
    const exported = async (source: string) => {
      const query = { from: String(DAY_BEFORE), to: String(DAY_BEFORE + DAY) }
      const { response } = await call(exportData, {
        as: admin,
        params: { dataID: unit.dataId, file: `${source}.csv` },
        query,
      })
      async function* pieces() {
        // As it comes, in pieces that end anywhere.
        for (let start = 0; start < response.body.length; start += 7) yield response.body.slice(start, start + 7)
      }
      return [source, pieces()] as const
    }
    const exports = [await exported('room'), await exported('pump'), await exported('warm_part')]
    const table = { columns: [{ heading: 'messageUTC' }, ...columns], blocks: joinExports(columns, exports) }
    const expected = (await Array.fromAsync(writeCsv([table]))).join('')
    assert.equal(mail?.csv, `${CSV_MARK}${expected}`)
    assert.equal(
      expected,
      [
        'messageUTC,Power (kW),Temperature (°C),"\'=Door, ""front""",Never sent,warm part (K)',
        `${at(0)},,19,1,,19`,
        `${at(60)},1,21.5,0,,21.5`,
        `${at(61)},0.5,,,,`,
        `${at(120)},,18,1,,18`,
        `${at(180)},,30.25,0,,30.25`,
        `${at(240)},,17,1,,17`,
        '',
      ].join('\r\n'),
    )
    assert.match(mail?.body ?? '', /time-series\?history=2026-02-28T00%3A00%3A00\.000Z~2026-02-28T23%3A59%3A59\.999Z/)
  })

  it('is attached as a workbook with times of its zone where that is chosen', async () => {
    const unit = await build()
    const rhythm = { ...DAILY, timeZone: 'Asia/Kolkata' }
    const filesOf = async (content: ReportContent) => {
      const schedule = await added(unit, { content: { ...content, formats: ['xlsx'] }, rhythm })
      await call(sendReport, { as: admin, body: { scheduleID: schedule.scheduleID } })
      await runReports()
      const [mail, ...others] = await mailsOf(schedule)
      assert.deepEqual(others, [])
      assert.match(mail?.name ?? '', /\.xlsx$/)
      assert.match(mail?.body ?? '', /^Times are in Asia\/Kolkata\.$/m)
      return readSheet(mail?.file ?? Buffer.alloc(0))
    }
    // Readers round what is a fraction of a day.
    const shown = (rows: readonly (readonly unknown[] | undefined)[]) =>
      rows.map((row) =>
        row?.map((cell) => (cell instanceof Date ? new Date(cell.getTime() + 1000).toISOString().slice(0, 16) : cell)),
      )

    const [headings, ...rows] = await filesOf(CHART)
    assert.deepEqual(headings?.slice(0, 4), ['Time (Asia/Kolkata)', 'Power (kW)', 'Temperature (°C)', '=Door, "front"'])
    assert.deepEqual(shown(rows)[0]?.slice(0, 4), ['2026-02-28T05:30', null, 19, 1])
    assert.deepEqual(shown(await filesOf(EVENTS)), [
      ['Start', 'Temp (°C)'],
      ['2026-02-28T06:30', 21.5],
      ['2026-02-28T08:30', 30.25],
    ])
  })

  it('is sent when it is due; after a standstill only the last one, and the log says how many were missed', async () => {
    const unit = await build()
    const schedule = await added(unit)
    await nextMorning()
    await advance(3 * DAY)
    await runReports()
    await runReports()

    const [last, first, ...others] = await runsOf(schedule)
    assert.deepEqual(others, [])
    assert.deepEqual([first?.missed, last?.missed], [0, 2])
    assert.equal(Date.parse(last?.atUTC ?? '') - Date.parse(first?.atUTC ?? ''), 3 * DAY)
    assert.equal((await mailsOf(schedule)).length, 2)
    assert.match((await mailsOf(schedule))[1]?.body ?? '', /nothing to report of Pump station .* only its headings/)
    assert.equal(Date.parse((await find(unit, admin))?.nextUTC ?? ''), clock() + DAY)
  })

  it('is tried again for hours when it cannot be written, and says so in the end', async () => {
    const unit = await build()
    const schedule = await added(unit)
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before insert on outbox_attachment execute function refuse();
    `.execute(db)
    await nextMorning()
    const begun = clock()
    const runOf = () => db.selectFrom('reportRun').selectAll().where('scheduleId', '=', schedule.scheduleID)

    while ((await runOf().executeTakeFirstOrThrow()).state === 'waiting') {
      clock.advance(MINUTE)
      await runReports()
    }
    await sql`drop function refuse cascade`.execute(db)
    await advance(0)

    const { state, tries } = await runOf().executeTakeFirstOrThrow()
    assert.deepEqual({ state, tries }, { state: 'failed', tries: 8 })
    assert.equal((clock() - begun) / MINUTE, 1 + 4 + 16 + 4 * 60)
  })

  it('goes to no one who is disabled or does not see the device any more, and says why', async () => {
    const below = await buildEntity(db, { parentId: entity })
    const unit = await build({ entity: below })
    const disabled = await signInAs({ entity: below })
    const moved = await signInAs({ entity: below })
    const recipients = [disabled.userId, moved.userId, admin.userId]
    const schedule = await added(unit, { recipients })
    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', disabled.userId).execute()
    await db.updateTable('appUser').set({ entityId: entity }).where('id', '=', moved.userId).execute()
    await nextMorning()

    const [run] = await runsOf(schedule)
    const states = Object.fromEntries(
      (run?.mails ?? []).map(({ address, state, reason }) => [address, [state, reason]]),
    )
    assert.deepEqual(states, {
      [disabled.email]: ['withheld', 'The user is disabled.'],
      [moved.email]: ['withheld', 'The user can’t see this unit.'],
      [admin.email]: ['waiting', null],
    })
    await call(updateReportSchedule, {
      as: admin,
      body: { scheduleID: schedule.scheduleID, recipients: [disabled.userId] },
    })
    await nextMorning()
    const [skipped] = await runsOf(schedule)
    assert.deepEqual([skipped?.state, skipped?.note], ['skipped', 'No recipient had access to this report.'])
  })

  it('is not handed over to a person who may not get it any more while the mail waits', async () => {
    const unit = await build()
    const schedule = await added(unit, { recipients: [nora.userId] })
    await nextMorning()
    const [mail] = await mailsOf(schedule)
    assert.ok(mail)
    const refusal = () => findReportRefusal(db, mail.id, mail.recipient)

    assert.equal(await refusal(), undefined)
    assert.equal(await findReportRefusal(db, mail.id, 'old@example.test'), 'not-sent.address-changed')
    await call(leaveReport, { as: nora, body: { scheduleID: schedule.scheduleID } })
    assert.equal(await refusal(), 'not-sent.report-left')
    assert.equal(await findReportRefusal(db, 'another message', mail.recipient), undefined)
  })

  it('is switched off with a reason when what it sends is gone, and notifies those who got it', async () => {
    const unit = await build()
    const schedule = await added(unit, { recipients: [nora.userId] })
    const chart = await added(unit, { content: CHART })
    const report = await added(unit, { name: 'Report' })
    // As a restored backup has it: changes of a template pause its reports at once.
    await sql`update template set definition = definition || '{"reports": {}}' where id = ${unit.template}`.execute(db)
    const template = { ...DEFINITION, reports: {}, timeSeries: { charts: [] } }
    assert.equal((await call(putTemplate, { as: admin, body: { templateID: unit.template, template } })).status, 200)
    await nextMorning()
    await call(removeEvent, { as: admin, body: { dataID: unit.dataId, name: 'Too_warm' } })
    await nextMorning()

    const [of] = await mailsOf(schedule)
    assert.equal(of?.subject, 'No longer sent: Daily of Pump station')
    assert.match(of?.body ?? '', /is no longer sent\. Report not found\./)
    assert.equal(of?.csv, undefined)
    const { body } = await call(listReportSchedules, { as: admin, query: { dataID: unit.dataId } })
    const shown = new Map(body.details.schedules.map((one) => [one.scheduleID, one]))
    assert.deepEqual(
      [schedule, chart, report].map(({ scheduleID }) => [
        shown.get(scheduleID)?.active,
        shown.get(scheduleID)?.stopped,
      ]),
      [
        [false, 'Report not found.'],
        [false, 'The chart Climate was deleted.'],
        [false, 'Report not found.'],
      ],
    )
    const again = await call(updateReportSchedule, {
      as: admin,
      body: { scheduleID: schedule.scheduleID, active: true },
    })
    assert.deepEqual([again.status, again.failure.code], [404, 'event/not-found'])
    assert.equal((await runsOf(schedule)).length, 1)
  })

  it('arrives with its file, and ends by the link in it for one person', async () => {
    const post = new EventEmitter()
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        text(stream).then((mail) => {
          done()
          for (const { address } of envelope.rcptTo) post.emit(address, mail)
        }, done)
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    after(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    const mailServer = { url, from: 'Fieldwatch <post@fieldwatch.example>' }
    await db.deleteFrom('outbox').execute()
    const unit = await build()
    const recipient = await signInAs({ entity })
    const schedule = await added(unit, { recipients: [recipient.userId, admin.userId] })
    await call(sendReport, { as: admin, body: { scheduleID: schedule.scheduleID } })
    await runReports()
    const [expected] = await mailsOf(schedule)
    const arrival = once(post, recipient.email) as Promise<[string]>

    const other = await createTestApp({ database, clock, mailServer })
    const [mail] = await arrival
    await other.close()

    const [, file = ''] = /Content-Disposition: attachment[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail) ?? []
    assert.equal(Buffer.from(file, 'base64').toString(), expected?.csv)
    assert.match(mail, /^Content-Type: text\/csv; charset=utf-8;\r$/m)
    assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const [, link = ''] =
      /List-Unsubscribe: <https:\/\/fieldwatch\.example\/unsubscribe\/([\w-]+)>/.exec(
        mail.replaceAll(/\r\n[ \t]/g, ' '),
      ) ?? []
    const ask = async () => (await call(getUnsubscription, { params: { link } })).body.details
    assert.deepEqual(await ask(), { kind: 'report', alertName: null, reportName: 'Daily', subscribed: true })
    assert.equal((await call(unsubscribeByLink, { params: { link } })).status, 200)
    assert.equal((await call(unsubscribeByLink, { params: { link } })).status, 200)
    assert.deepEqual(await ask(), { kind: 'report', alertName: null, reportName: null, subscribed: false })
    const shown = await find(unit, admin)
    assert.deepEqual(
      shown?.recipients.map(({ uid }) => uid),
      [admin.userId],
    )
    assert.equal((await runsOf(schedule))[0]?.mails.find(({ address }) => address === recipient.email)?.state, 'sent')
  })
})

describe('many reports', () => {
  it('that one entity sends manually let others, and those of its own that are due, come first', async () => {
    const [crowd, quiet] = [await buildEntity(db), await buildEntity(db)]
    const [many, few] = [await buildUnit(db, { entity: crowd }), await buildUnit(db, { entity: quiet })]
    // Until it ends, the server of the tests does not see its reports.
    const taken = await db.transaction().execute(async (tx) => {
      const runs = createRunStore(tx)
      const addRun = async ({ dataId, entity: entityId }: BuiltUnit, asked: boolean): Promise<number> => {
        const { rows } = await sql<{ id: number }>`
          insert into report_schedule (data_id, entity_id, name, content, rhythm, created_at)
          values (${dataId}, ${entityId}, 'Daily', ${JSON.stringify(CHART)}::jsonb, ${JSON.stringify(DAILY)}::jsonb, now())
          returning id`.execute(tx)
        const scheduleId = rows[0]?.id ?? 0
        return runs.create({ scheduleId, at: clock(), asked, range: { from: 0, to: 1 }, missed: 0 })
      }
      const eager = [await addRun(many, true), await addRun(many, true), await addRun(many, true)]
      const [due, patient] = [await addRun(many, false), await addRun(few, true)]
      const own = [due, patient, ...eager]
      const order: number[] = []
      while (order.length < own.length) {
        const next = await runs.claimNext('elsewhere', clock())
        if (next === undefined) break
        await runs.end(next.id, { state: 'skipped' })
        if (own.includes(next.id)) order.push(next.id)
      }
      return { order, own }
    })

    assert.deepEqual(taken.order, taken.own)
  })

  it('are sent manually by one person 20 times an hour', async () => {
    const person = await signInAs({ role: 'admin', entity })
    const unit = await build()
    const codes: string[] = []
    for (let each = 0; each < 4; each += 1) {
      const { scheduleID } = await added(unit, {}, person)
      for (let press = 0; press < 6; press += 1) {
        const { status, failure } = await call(sendReport, { as: person, body: { scheduleID } })
        codes.push(status === 200 ? 'sent' : failure.code)
      }
    }

    assert.deepEqual(
      [codes.filter((code) => code === 'sent').length, new Set(codes.slice(20))],
      [20, new Set(['request/rate-limited'])],
    )
  })

  it('reach one person 100 times a day, and the log says so of the others', async () => {
    const person = await signInAs({ entity })
    const unit = await build()
    const { scheduleID } = await added(unit, { recipients: [person.userId, admin.userId] })
    const earlier = await createRunStore(db).create({
      scheduleId: scheduleID,
      at: clock() - 2 * HOUR,
      asked: true,
      range: { from: 0, to: 1 },
      missed: 0,
    })
    await sql`
      insert into report_run (schedule_id, at, asked, from_at, to_at, state)
      select ${scheduleID}, ${new Date(clock() - HOUR)}::timestamptz + each * interval '1 second', true, 0, 1, 'done'
      from generate_series(1, 100) each`.execute(db)
    await sql`
      insert into report_mail (run_id, user_id, address, outbox_id)
      select id, ${person.userId}, ${person.email}, 'sent-' || id from report_run
      where schedule_id = ${scheduleID} and state = 'done' and id > ${earlier}`.execute(db)
    await createRunStore(db).end(earlier, { state: 'skipped' })

    await call(sendReport, { as: admin, body: { scheduleID } })
    await runReports()

    const { body } = await call(listReportRuns, { as: admin, query: { scheduleID } })
    const [newest] = body.details
    assert.deepEqual(
      new Map(newest?.mails.map(({ address, state, reason }) => [address, [state, reason]])),
      new Map([
        [admin.email, ['waiting', null]],
        [person.email, ['withheld', 'This person got 100 reports within 24 hours.']],
      ]),
    )
  })
})

describe('who may have reports sent', () => {
  it('is everybody to themselves, and admins to users in reach who see the device', async () => {
    Object.assign(stranger, await signInWith(stranger.email))
    const unit = await build()
    const below = await signInAs({ entity: await buildEntity(db, { parentId: entity }) })
    const outcome = async (as: SignedInUser, recipients: UserId[]) => {
      const { status, failure } = await add(unit, { recipients }, as)
      return status === 200 ? 'made' : failure.code
    }

    assert.equal(await outcome(nora, [nora.userId]), 'made')
    assert.equal(await outcome(nora, [admin.userId]), 'access/forbidden')
    assert.equal(await outcome(admin, [nora.userId, admin.userId]), 'made')
    assert.equal(await outcome(admin, [stranger.userId]), 'user/not-found')
    assert.equal(await outcome(admin, [below.userId]), 'request/invalid')
    assert.equal(await outcome(stranger, [stranger.userId]), 'unit/not-found')
  })

  it('is refused to those who may not read it, or where it does not exist', async () => {
    const unit = await build()
    const outcome = async (as: SignedInUser, content: object) => {
      const { status, failure } = await add(unit, { content: content as never }, as)
      return status === 200 ? 'made' : failure.code
    }
    const requests = { kind: 'chart', chart: 'Requests' }

    assert.equal(await outcome(nora, requests), 'access/forbidden')
    assert.equal(await outcome(admin, requests), 'made')
    assert.equal(await outcome(admin, { kind: 'chart', chart: 'climate' }), 'schedule/chart-not-found')
    assert.equal(await outcome(admin, { ...EVENTS, report: 'constructor' }), 'event/report-not-found')
    assert.equal(await outcome(admin, { ...EVENTS, event: 'none' }), 'event/not-found')
  })

  it('is shown to those who get one without the others, who can leave and do no more', async () => {
    const unit = await build()
    const schedule = await added(unit, { recipients: [nora.userId, admin.userId] })
    const { scheduleID } = schedule
    await nextMorning()

    const shown = await find(unit, nora)
    assert.deepEqual(
      [shown?.recipients.map(({ uid }) => uid), shown?.recipientCount, shown?.mine, shown?.editable],
      [[nora.userId], 2, true, false],
    )
    assert.deepEqual(
      (await runsOf(schedule, nora))[0]?.mails.map(({ address }) => address),
      [nora.email],
    )
    const codes = [
      (await call(updateReportSchedule, { as: nora, body: { scheduleID, name: 'Mine' } })).failure.code,
      (await call(removeReportSchedule, { as: nora, body: { scheduleID } })).failure.code,
      (await call(sendReport, { as: nora, body: { scheduleID } })).failure.code,
    ]
    assert.deepEqual(codes, ['access/forbidden', 'access/forbidden', 'access/forbidden'])
    assert.equal((await call(leaveReport, { as: nora, body: { scheduleID } })).status, 200)
    assert.equal(await find(unit, nora), undefined)
    const stale = await call(updateReportSchedule, {
      as: admin,
      body: { scheduleID, recipients: [nora.userId], version: schedule.version },
    })
    assert.deepEqual([stale.status, stale.failure.code], [409, 'schedule/changed'])
  })

  it('is refused to a person of another entity, also for a device that both have', async () => {
    Object.assign(stranger, await signInWith(stranger.email))
    const unit = await build()
    await db.insertInto('unitEntity').values({ dataId: unit.dataId, entityId: stranger.entity }).execute()
    const { scheduleID } = await added(unit, { recipients: [nora.userId] })

    assert.equal(await find(unit, stranger), undefined)
    for (const endpoint of [updateReportSchedule, removeReportSchedule, sendReport, leaveReport]) {
      const { failure } = await call(endpoint, { as: stranger, body: { scheduleID } })
      assert.equal(failure.code, 'schedule/not-found', endpoint.path)
    }
  })

  it('writes down what was changed, with the names of people', async () => {
    const unit = await build()
    const { scheduleID, version } = await added(unit)
    const rhythm = { every: 'week', weekday: 1, hour: 7, timeZone: 'Europe/Berlin' } as const
    const changed = await call(updateReportSchedule, {
      as: admin,
      body: { scheduleID, version, rhythm, active: false, recipients: [nora.userId] },
    })
    await call(removeReportSchedule, { as: admin, body: { scheduleID } })

    assert.deepEqual([changed.body.details.active, changed.body.details.nextUTC], [false, null])
    const log = await db
      .selectFrom('auditLog')
      .select(['action', 'before', 'after'])
      .where('subjectKind', '=', 'report schedule')
      .where('subjectId', '=', `${unit.dataId}/${scheduleID}`)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      log.map(({ action }) => action),
      ['create report schedule', 'change report schedule', 'remove report schedule'],
    )
    assert.deepEqual(log.map(({ after: state }) => (state as { rhythm?: object } | null)?.rhythm)[1], rhythm)
  })
})

/** Ahead of which statement a server is killed; the last one is never reached. */
const KILLED_AT = [1, 6, 12, 18, 1_000]

describe('with several servers', () => {
  async function startAnother() {
    const lease = await startServerLease({ db, random: systemRandom, log: silentLog })
    const workers = createThreadPool({ size: 1 })
    const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })
    const closing = new AbortController()
    const schedules = createReportWork({
      db,
      reads: db,
      reader,
      server: lease.name,
      clock,
      random: systemRandom,
      log: silentLog,
      queueMail: createQueueMail({ clock, random: systemRandom }),
      publicUrl: () => 'https://fieldwatch.example',
      unsubscribeLinks: { write: () => 'link', read: () => undefined },
      sharedTables: createSharedTables({ reads: db, clock }),
      draw: undefined,
      unitNotes: features.unitNotes,
    })
    const close = async () => {
      closing.abort()
      await workers.close()
      await lease.close()
    }
    database.defer(close)
    return { run: () => schedules.run({ ...ONE_TURN, signal: closing.signal }), close }
  }

  it('each report reaches each person once', async () => {
    const unit = await build()
    const schedules: ReportSchedule[] = []
    for (let count = 0; count < 12; count += 1)
      schedules.push(await added(unit, { name: `Daily ${count}`, recipients: [nora.userId, admin.userId] }))
    const others = [await startAnother(), await startAnother()]
    await advance(DAY)

    await Promise.all([runReports(), ...others.map(({ run }) => run())])
    await Promise.all(others.map(({ close }) => close()))
    // A server that ends leaves what it was writing to the others.
    await runReports()

    for (const schedule of schedules) {
      const mails = await mailsOf(schedule)
      assert.deepEqual(
        mails.map(({ recipient }) => recipient),
        [admin.email, nora.email].toSorted(),
      )
    }
  })

  it('one that is killed at any statement leaves it to another, and everyone gets it exactly once', async () => {
    await db.deleteFrom('reportSchedule').execute()
    const unit = await build()
    const schedule = await added(unit, { recipients: [nora.userId, admin.userId] })
    const program = join(import.meta.dirname, 'testing/send-until-killed.ts')
    const signals: (NodeJS.Signals | null)[] = []
    for (const last of KILLED_AT) {
      const { signal } = await runUntilKilled(database, program, [clock() + DAY, last])
      signals.push(signal)
      clock.advance(DAY)
      await runReports()
    }

    const mails = await mailsOf(schedule)
    assert.deepEqual([signals[0], signals.at(-1)], ['SIGKILL', null])
    assert.deepEqual(
      mails.map(({ recipient }) => recipient).toSorted(),
      KILLED_AT.flatMap(() => [admin.email, nora.email]).toSorted(),
    )
  })
})

describe('a report that is cut off', () => {
  it('is not counted as tried while the database is away, however long', async () => {
    Object.assign(admin, await signInWith(admin.email))
    const unit = await build()
    const schedule = await added(unit)
    await sql`
      create function refuse() returns trigger language plpgsql
        as $$ begin raise exception 'shut down' using errcode = '57P01'; end $$;
      create trigger refuse before insert on outbox_attachment execute function refuse();
    `.execute(db)
    await assert.rejects(nextMorning(), /shut down/)
    for (let time = 0; time < 12; time += 1) await assert.rejects(runReports(), /shut down/)
    await sql`drop function refuse cascade`.execute(db)

    await runReports()

    const { state, tries } = await db
      .selectFrom('reportRun')
      .selectAll()
      .where('scheduleId', '=', schedule.scheduleID)
      .executeTakeFirstOrThrow()
    assert.deepEqual({ state, tries }, { state: 'done', tries: 1 })
  })
})
