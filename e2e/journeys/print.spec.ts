import { expect, type Page } from '@playwright/test'
import { createEvent } from '@fieldwatch/contract/events/events'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { call, createUnit } from '../support/api.ts'
import { signIn, test } from './journey.ts'

const LEVEL = { field: 'level', friendlyName: 'Level', unit: 'm' }

const TEMPLATE = TemplateDefinition.parse({
  title: 'Paper tank',
  overview: {
    gauges: [{ title: 'Gauge of the level', range: [0, 6], source: 'tank', field: 'level', color: '#0072b2' }],
    statistics: [{ topic: 'Totals', specifications: { tank: [LEVEL] } }],
    infoCards: [{ topic: 'Facts', specifications: { tank: [LEVEL] } }],
    tables: [{ title: 'Last readings', type: 'generic', specifications: { tank: [LEVEL] } }],
  },
  timeSeries: {
    charts: ['First', 'Second', 'Third'].map((name) => ({
      title: `${name} chart`,
      type: 'timeseries' as const,
      specifications: { tank: [LEVEL] },
    })),
  },
  events: [],
})

const PAGES = {
  '': ['Gauge of the level', 'Totals', 'Facts', 'Last readings'],
  '/time-series': ['First chart', 'Second chart', 'Third chart'],
  '/events': ['Too high'],
  '/management': ['Device health', 'Alerts', 'Last request', 'Connection', 'Device', 'Maintenance', 'SIM Cards'],
  '/management/alerts': ['Alert Details', 'Owned Alerts', 'Alerts Shared With Me'],
  '/management/requests': ['Action Request', 'Action Request History'],
  '/management/data': ['Data Control', 'Historical data', 'How long data is kept', 'Last refused messages'],
  '/management/administration': ['Administration', 'Activity'],
}

/** The headings on the paper, from the outline of the PDF. */
async function readHeadings(page: Page): Promise<string[]> {
  const pdf = await page.pdf({ format: 'A4', outline: true, tagged: true })
  return [...pdf.toString('latin1').matchAll(/\/Title \(([^)]*)\)/g)].map(([, title = '']) => title)
}

test('every card of a unit is on paper, and a dialog in place of the page below the name of the unit', async ({
  page,
  portal,
  admin,
}) => {
  const dataID = 'paper-tank'
  const token = await createUnit(portal, admin, dataID)
  await call(portal, putTemplate, { token: admin.token, body: { dataID, template: TEMPLATE } })
  await fetch(portal.url + ingestSource.path.replace(':dataID', dataID).replace(':source', 'tank'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{"level": 2}',
  })
  const startDate = new Date(Date.now() - 60_000).toISOString()
  const table = { dataID, name: 'Too high', comparison: 'tank.level > 1', startDate, values: [] }
  await call(portal, createEvent, { token: admin.token, body: table })
  await signIn(page, portal, admin.email)

  for (const [path, cards] of Object.entries(PAGES)) {
    await page.goto(`${portal.url}/dashboard/${dataID}${path}`)
    for (const name of cards) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    expect(await readHeadings(page), path).toEqual(expect.arrayContaining([dataID, ...cards]))
  }

  await page.getByRole('link', { name: 'Status' }).click()
  await page.getByRole('button', { name: 'Update Device' }).click()
  await expect(page.getByRole('dialog', { name: 'Update Device' })).toBeVisible()
  // The outline has the dialog first, as assistive technology does; on the paper it is below the name.
  expect((await readHeadings(page)).toSorted()).toEqual(['Update Device', dataID])
})
