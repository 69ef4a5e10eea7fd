import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { createEvent } from '@fieldwatch/contract/events/events'
import {
  createReportSchedule,
  listReportRuns,
  listReportSchedules,
  MOST_MAIL_BYTES,
  type ReportContent,
  sendReport,
} from '../contract/report-schedules.ts'
import { readDrawnReader } from '@fieldwatch/contract/visitors/drawn-page'
import type { SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { buildApp } from '@fieldwatch/server/app'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { createDrawPdf, type DrawnPage } from '@fieldwatch/server/platform/browser/draw-pdf'
import { createMetrics } from '@fieldwatch/server/platform/metrics/metrics'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase, silentLog } from '@fieldwatch/server/testing/test-database'

/** Stands for the browser; `e2e/journeys/report-pdf.spec.ts` draws with a real one. */
let drawPage: (page: DrawnPage) => Promise<Buffer> = () => Promise.resolve(Buffer.from('%PDF'))

const database = await createTestDatabase()
const { app, call, db, features, signInAs } = await createTestApp({
  database,
  pdf: {
    draw: (page) => drawPage(page),
    openPages: (register) =>
      buildApp({
        authenticator: {
          authenticate: () => Promise.reject(new Error('no one signs in here')),
          reload: async (caller) => caller,
        },
        metrics: createMetrics(),
        log: silentLog,
        trustProxy: false,
        mapOrigins: [],
        googleMaps: false,
        frameOrigins: () => [],
        register,
      }),
  },
})
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const nora = await signInAs({ entity })

const DAILY = { every: 'day', hour: 6, timeZone: 'Asia/Kolkata' } as const
const CHART = { kind: 'chart', chart: 'Climate' } as const
const EVENTS = { kind: 'events', event: 'Too_warm', report: 'per_event' } as const

await createTemplateStore(db).create({
  id: 'drawn' as TemplateId,
  entityId: entity,
  definition: {
    title: 'Room',
    timeSeries: {
      charts: [
        {
          title: 'Climate',
          type: 'timeseries',
          specifications: { room: [{ field: 'temp', friendlyName: 'Temperature', unit: '°C' }] },
        },
      ],
    },
    reports: {
      per_event: {
        name: 'per_event',
        columns: ['Degrees', 'Begin', 'Again', 'Nothing'],
        values: ['room.temp', 'startUTC', 'room.temp', 'gone.field'],
        formats: ['', '', '', ''],
        includeCoordinates: false,
      },
    },
  },
})
const unit = await buildUnit(db, { entity, defaultTemplate: 'drawn' as TemplateId })
const at = (hour: number): string => new Date(Date.UTC(2026, 1, 28, hour)).toISOString()
await sendRecords(
  app,
  unit,
  'room',
  [19, 30, 18].map((temp, hour) => ({ messageUTC: at(hour), temp, secret: 7 })),
)
await call(createEvent, {
  as: admin,
  body: {
    dataID: unit.dataId,
    name: 'Too warm',
    comparison: 'room.temp > 20',
    startDate: '2026-01-01',
    values: [
      { source: 'room', field: 'temp' },
      { source: 'room', field: 'secret' },
    ] as never,
  },
})
await features.events.run()

/** Sends a report now, and returns its mails and what the log says. */
async function send(content: ReportContent, recipients = [admin.userId]) {
  const body = { dataID: unit.dataId, name: 'Daily', content, rhythm: DAILY, recipients }
  const made = await call(createReportSchedule, { as: admin, body })
  assert.equal(made.status, 200, made.failure.message)
  const { scheduleID } = made.body.details
  // No one may ask so often.
  assert.ok([200, 429].includes((await call(sendReport, { as: admin, body: { scheduleID } })).status))
  await features.runWork('reports')
  const [run] = (await call(listReportRuns, { as: admin, query: { scheduleID } })).body.details
  const mails = await db
    .selectFrom('reportMail')
    .innerJoin('reportRun', 'reportRun.id', 'runId')
    .innerJoin('outbox', 'outbox.id', 'outboxId')
    .select(['body', 'attachmentId', 'recipient'])
    .where('scheduleId', '=', scheduleID)
    .orderBy('recipient')
    .execute()
  const files = await db
    .selectFrom('outboxAttachment')
    .selectAll()
    .where('id', 'in', [...mails.map(({ attachmentId: id }) => id ?? ''), ''])
    .orderBy('place')
    .execute()
  return { run, mails, files: files.map(({ data, ...file }) => ({ ...file, content: zstdDecompressSync(data) })) }
}

/** What the page reads at an address. */
async function read(page: DrawnPage, path: string) {
  const { status, body } = await page.answer(path, {})
  return { status, text: body.toString() }
}

describe('a PDF of a scheduled report', () => {
  it('is attached after the other files, and the log has them all', async () => {
    drawPage = () => Promise.resolve(Buffer.from('%PDF of a chart'))
    const { run, mails, files } = await send({ ...CHART, formats: ['pdf', 'xlsx', 'csv'] })

    assert.deepEqual(
      files.map(({ name, contentType: type, place }) => [name.split('.').at(-1), type.split(';')[0], place]),
      [
        ['csv', 'text/csv', 0],
        ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 1],
        ['pdf', 'application/pdf', 2],
      ],
    )
    assert.equal(files[2]?.content.toString(), '%PDF of a chart')
    assert.equal(run?.fileName, files.map(({ name }) => name).join(', '))
    assert.equal(
      run?.bytes,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    assert.match(mails[0]?.body ?? '', /Times in the CSV are in UTC, in the other files in Asia\/Kolkata\./)
  })

  it('is drawn for each way in which recipients read', async () => {
    const drawn: DrawnPage[] = []
    drawPage = async (page) => {
      drawn.push(page)
      return Buffer.from(page.address)
    }
    const prefer = (values: object) => db.updateTable('appUser').set(values).where('id', '=', nora.userId).execute()
    await prefer({ language: 'de', measures: JSON.stringify({ system: 'US' }), time_format: '12Hour' })
    const { files } = await send({ ...CHART, units: 'preferred', formats: ['pdf'] }, [admin.userId, nora.userId])
    await prefer({ language: null, measures: null, time_format: '24Hour' })

    const german = drawn.find(({ locale }) => locale === 'de')
    assert.equal(drawn.length, 2)
    assert.deepEqual(readDrawnReader(german?.address.split('?')[1] ?? ''), {
      timeFormat: '12Hour',
      measures: { system: 'US' },
      timeZone: 'Asia/Kolkata',
    })
    assert.match(german?.address ?? '', /language=de/)
    assert.equal(new Set(files.map(({ content }) => content.toString())).size, 2)
  })

  it('shows the columns of the report once each, its period, and nothing else of the unit', async () => {
    const seen: Record<string, { status: number; text: string }> = {}
    drawPage = async (page) => {
      for (const path of [
        '/api/v1/shared/screen',
        '/api/v1/shared/events',
        '/api/v1/shared/events?sort=room.secret',
        '/api/v1/shared/series?source=room&from=0&to=2000000000000',
        '/api/v1/shared/current?source=room',
        '/api/v1/units',
        '/metrics',
      ])
        seen[path] = await read(page, path)
      return Buffer.from('%PDF')
    }
    await send({ ...EVENTS, formats: ['pdf'] })

    const screen: Extract<SharedScreen, { kind: 'events' }> = JSON.parse(
      seen['/api/v1/shared/screen']?.text ?? '',
    ).details
    assert.deepEqual(
      screen.columns.map(({ id, name }) => [id, name]),
      [
        ['room.temp', 'Degrees'],
        ['startUTC', 'Begin'],
      ],
    )
    // The day before the first of March at noon, in India.
    assert.deepEqual(screen.range, {
      kind: 'between',
      fromUTC: '2026-02-27T18:30:00.000Z',
      toUTC: '2026-02-28T18:29:59.999Z',
    })
    const { occurrences, total } = JSON.parse(seen['/api/v1/shared/events']?.text ?? '').details
    assert.equal(total, 1)
    assert.equal('room.secret' in occurrences[0], false)
    const refused = Object.entries(seen).slice(2)
    assert.ok(
      refused.every(([, { status }]) => status >= 400),
      JSON.stringify(refused),
    )
  })

  it('is judged by the rights of its recipient at each read, and its pass opens nothing elsewhere', async () => {
    const statuses: number[] = []
    const set = (status: 'active' | 'disabled') =>
      db.updateTable('appUser').set({ status }).where('id', '=', nora.userId).execute()
    let later: DrawnPage | undefined
    drawPage = async (page) => {
      later = page
      statuses.push((await read(page, '/api/v1/shared/screen')).status)
      await set('disabled')
      statuses.push((await read(page, '/api/v1/shared/screen')).status)
      throw new Error('the page could not be drawn')
    }
    const { run } = await send({ ...CHART, formats: ['csv', 'pdf'] }, [nora.userId])
    await set('active')

    assert.deepEqual(statuses, [200, 401])
    assert.equal(run?.state, 'skipped')
    // The drawing is over.
    assert.equal(later && (await read(later, '/api/v1/shared/screen')).status, 401)
    const elsewhere = await app.inject({
      url: '/api/v1/shared/screen',
      headers: { authorization: 'Bearer fwd_anything' },
    })
    assert.equal(elsewhere.statusCode, 401)
  })

  it('is left out with a sentence when it can’t be drawn; the other files are sent', async () => {
    let tries = 0
    drawPage = () => {
      tries += 1
      return Promise.reject(new Error('the browser ended'))
    }
    await db.updateTable('appUser').set({ language: 'de' }).where('id', '=', nora.userId).execute()
    const { run, mails, files } = await send({ ...CHART, formats: ['csv', 'pdf'] }, [admin.userId, nora.userId])
    await db.updateTable('appUser').set({ language: null }).where('id', '=', nora.userId).execute()

    assert.equal(tries, 1)
    assert.deepEqual(
      files.map(({ name }) => name.split('.').at(-1)),
      ['csv', 'csv'],
    )
    assert.ok(mails.some(({ body }) => /The PDF is not attached, as it could not be drawn/.test(body)))
    assert.ok(mails.some(({ body }) => /Die PDF-Datei ist nicht angehängt/.test(body)))
    assert.equal(run?.state, 'done')
    assert.match(run?.note ?? '', /could not be drawn/)
  })

  it('is left out when the files of a mail are too long together', async () => {
    drawPage = () => Promise.resolve(Buffer.alloc(MOST_MAIL_BYTES))
    const { mails, files, run } = await send({ ...CHART, formats: ['csv', 'pdf'] })
    const alone = await send({ ...CHART, formats: ['pdf'] })

    assert.equal(files.length, 1)
    assert.match(mails[0]?.body ?? '', /climate_2026-02-28\.pdf was longer than 10 MB, so it is not attached/)
    assert.match(run?.note ?? '', /longer than 10 MB/)
    assert.deepEqual([alone.files, alone.run?.bytes], [[], null])
    assert.match(alone.mails[0]?.body ?? '', /Nothing is attached .*only has a link to download it/s)
  })

  it('is offered by portals with a browser that works only', async () => {
    const without = await createTestApp({ database })
    const openPages = () => Promise.reject(new Error('no page is drawn'))
    const draw = createDrawPdf({ path: '/nothing/chromium', sandbox: false })
    const broken = await createTestApp({ database, pdf: { draw, openPages } })
    const offers = async (portal: Pick<typeof without, 'call'>) =>
      (await portal.call(listReportSchedules, { as: admin })).body.details.pdf
    drawPage = () => Promise.resolve(Buffer.from('%PDF'))
    const answers = [await offers({ call }), await offers(without), await offers(broken)]
    await without.close()
    await broken.close()

    assert.deepEqual(answers, [true, false, false])
  })
})
