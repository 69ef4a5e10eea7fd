import { expect, type Page } from '@playwright/test'
import { createEvent, listEvents } from '@fieldwatch/contract/events/events'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { findChromium } from '../../../scripts/find-chromium.ts'
import { call, createUnit, createUser, type SignedInUser } from '@fieldwatch/e2e/support/api'
import { type MailServer, startMailServer } from '@fieldwatch/e2e/support/mail-server'
import { type Portal, startPortal } from '@fieldwatch/e2e/support/portal'
import { expectNoViolations } from '@fieldwatch/e2e/journeys/axe'
import { signIn } from '@fieldwatch/e2e/journeys/journey'
import { test } from '@playwright/test'

const UNIT = 'drawn-tank'
const NAME = 'Tank <script>alert(1)</script> & Söhne'
/** More than a drawing shows. */
const EVENTS = 1_100
/** The fields of a table that is wider than a page. */
const WIDE = Array.from({ length: 20 }, (_, index) => `f${index + 1}`)
const WIDE_NUMBERS = WIDE.map((field, index) => [field, 1_234_567.125 + index] as const)
/** Yesterday, whose report is sent. */
const DAY_MS = 24 * 60 * 60_000
const YESTERDAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS

const template = TemplateDefinition.parse({
  title: 'Drawn tank',
  timeSeries: {
    charts: [
      {
        title: 'Levels',
        type: 'timeseries',
        specifications: {
          tank: [{ field: 'level', friendlyName: 'Water level', unit: '°C' }],
          never: [{ field: 'sent', friendlyName: 'Never sent' }],
        },
      },
      {
        title: 'Empty',
        type: 'timeseries',
        specifications: { never: [{ field: 'sent', friendlyName: 'Never sent' }] },
      },
    ],
  },
})

let portal: Portal
let mails: MailServer
let ada: SignedInUser

test.use({ timezoneId: 'UTC', locale: 'en-GB' })

test.beforeAll(async () => {
  mails = await startMailServer()
  portal = await startPortal({
    SMTP_URL: mails.url,
    FIELDWATCH_CHROMIUM: findChromium() ?? '',
    FIELDWATCH_CHROMIUM_SANDBOX: 'false',
  })
  ada = await createUser(portal, { email: 'ada@drawn.example', entity: 'Drawn Water' })
  const token = await createUnit(portal, ada, UNIT)
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [UNIT, ada.entity, template])
  await portal.sql('update unit set default_template = $1, friendly_name = $2 where data_id = $1', [UNIT, NAME])
  const records = Array.from({ length: 2 * EVENTS }, (_, place) => ({
    messageUTC: new Date(YESTERDAY + place * 30_000).toISOString(),
    level: place % 2 === 0 ? 25 + (place % 50) / 10 : 10,
  }))
  for (let from = 0; from < records.length; from += 500)
    await call(portal, ingestSource, {
      params: { dataID: UNIT, source: 'tank' },
      body: records.slice(from, from + 500),
      token,
    })
  await call(portal, ingestSource, {
    params: { dataID: UNIT, source: 'wide' },
    body: [{ messageUTC: new Date(YESTERDAY).toISOString(), ...Object.fromEntries(WIDE_NUMBERS) }],
    token,
  })
  const body = { dataID: UNIT, name: 'Too_high', title: 'Too high', comparison: 'tank.level > 20' }
  await call(portal, createEvent, {
    token: ada.token,
    body: { ...body, startDate: '2026-01-01', values: [{ source: 'tank', field: 'level' }] as never },
  })
  await call(portal, createEvent, {
    token: ada.token,
    body: {
      dataID: UNIT,
      name: 'Wide',
      comparison: 'wide.f1 > 0',
      startDate: '2026-01-01',
      values: WIDE.map((field) => ({ source: 'wide', field })),
    },
  })
  const query = { dataID: UNIT, name: 'Too_high' }
  await expect
    .poll(async () => {
      const { details } = await call(portal, listEvents, { token: ada.token, query })
      return 'state' in details && details.state
    })
    .toBe('ready')
})

test.afterAll(async () => {
  await portal.close()
  await mails.close()
})

/** Chooses all files in the dialog that is open, saves, and sends one. Returns the mail. */
async function sendWithPdf(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Schedule report' })
  await expect(dialog.getByRole('checkbox', { name: 'CSV' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Excel (XLSX)' }).check()
  await dialog.getByRole('checkbox', { name: 'PDF' }).check()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Schedule report' }).click()
  const mail = new Promise<string>((resolve) => {
    const stop = mails.onMail(({ text }) => {
      stop()
      resolve(text)
    })
  })
  await page.getByRole('button', { name: 'Send one now' }).click()
  return mail
}

/** The pieces of text on each page of the PDF that is attached to a mail. */
async function piecesOf(mail: string): Promise<string[][]> {
  const [, part = ''] = mail.split('Content-Type: application/pdf')
  const [, content = ''] = part.split('\r\n\r\n')
  const data = new Uint8Array(Buffer.from(content, 'base64'))
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : ''))
  })
  return Promise.all(pages)
}

/** The text of each page. */
async function pdfOf(mail: string): Promise<string[]> {
  return (await piecesOf(mail)).map((pieces) => pieces.join(' '))
}

/** Without the space between the pieces of a text. */
function packed(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

/** What the page of a shared link shows. */
async function readShared(page: Page, draft: object): Promise<Page> {
  // Links are of an extension.
  const reply = await fetch(`${portal.url}/api/v1/shares`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  })
  const { details } = (await reply.json()) as { details: { link: string } }
  const { pathname, hash } = new URL(details.link)
  const shared = await page.context().newPage()
  await shared.goto(portal.url + pathname + hash)
  return shared
}

const range = {
  kind: 'between',
  fromUTC: new Date(YESTERDAY).toISOString(),
  toUTC: new Date(YESTERDAY + DAY_MS - 1).toISOString(),
} as const

test('a chart is mailed as CSV, workbook and PDF; the PDF has the text of its page', async ({ page }) => {
  await signIn(page, portal, ada.email)
  await page.goto(`${portal.url}/dashboard/${UNIT}/time-series`)
  await page.getByRole('button', { name: 'Schedule report of Levels' }).click()
  const mail = await sendWithPdf(page)

  const names = [...mail.matchAll(/Content-Disposition: attachment; filename=(\S+)/g)].map(([, name]) => name)
  expect(names.map((name) => name?.split('.').at(-1))).toEqual(['csv', 'xlsx', 'pdf'])
  const [text = '', ...others] = await pdfOf(mail)
  expect(others).toEqual([])
  const shared = await readShared(page, { kind: 'chart', what: { dataID: UNIT as never, chart: 'Levels', range } })
  const section = shared.getByRole('region', { name: 'Levels' })
  await expect(section.getByRole('button', { name: /^Water level/ })).toBeVisible()
  for (const shown of [NAME, ...(await section.locator('h2, p').allInnerTexts()), 'Water level', 'Never sent'])
    expect(packed(text)).toContain(packed(shown))
  expect(text).toContain('Times are in UTC.')
  // The labels of the axes are text too.
  expect(text).toContain('06:00')
  expect(text).toContain('1 / 1')
  await shared.close()
})

test('a PDF of events has the rows of the page, as many as it may have, and says how many there are', async ({
  page,
}) => {
  await signIn(page, portal, ada.email)
  await page.goto(`${portal.url}/dashboard/${UNIT}/events`)
  await page.getByRole('button', { name: 'Schedule report of Too high' }).click()
  const pages = await pdfOf(await sendWithPdf(page))

  const shared = await readShared(page, { kind: 'events', what: { dataID: UNIT as never, table: 'Too_high', range } })
  const rows = shared.getByRole('row')
  await expect(rows).toHaveCount(11)
  const text = packed(pages.join(' '))
  for (const row of await rows.all())
    expect(text).toContain(
      packed((await row.getByRole('cell').or(row.getByRole('columnheader')).allInnerTexts()).join('')),
    )
  expect(text).toContain(packed('The newest 1,000 of 1,100 events.'))
  expect(text.match(/30s--/g)).toHaveLength(1_000)
  expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`)
  await shared.close()
})

test('a PDF of a table that is wider than a page has each number whole', async ({ page }) => {
  await signIn(page, portal, ada.email)
  await page.goto(`${portal.url}/dashboard/${UNIT}/events`)
  await page.getByRole('button', { name: 'Schedule report of Wide' }).click()
  const [pieces = []] = await piecesOf(await sendWithPdf(page))

  for (const [field, value] of WIDE_NUMBERS) {
    expect(packed(pieces.join(''))).toContain(packed(`Wide ${field.toUpperCase()}`))
    expect(pieces).toContain(value.toLocaleString('en-GB', { minimumFractionDigits: 3 }))
  }
})

test('the page that is drawn shows nothing to anyone else', async ({ page }) => {
  await page.goto(`${portal.url}/drawing?reader=x`)

  await expect(page.getByText('This page is for reports that the portal draws.')).toBeVisible()
})
