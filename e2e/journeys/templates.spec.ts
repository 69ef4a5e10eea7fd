import { expect, type Page } from '@playwright/test'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { type DataDocument, listUnits } from '@fieldwatch/contract/units/units'
import { call, createUser, createUnit, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'
import { signIn, test } from './journey.ts'

const ENTITY = 'Template Water'

const template = TemplateDefinition.parse({
  title: 'Tank',
  overview: { infoCards: [{ topic: 'Tank', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } }] },
  timeSeries: {
    charts: [
      {
        title: 'Level',
        type: 'timeseries',
        specifications: { tank: [{ field: 'level', friendlyName: 'Level', color: '#0072b2' }] },
      },
    ],
  },
})

let ada: SignedInUser
let grace: SignedInUser
let units = 0

test.beforeAll(async ({ portal }) => {
  ada = await createUser(portal, { email: 'ada@template.example', entity: ENTITY })
  grace = await createUser(portal, { email: 'grace@template.example', entity: ENTITY })
})

/** A unit that has spoken; with a template that it shares with no one yet, by default. */
async function addUnit(portal: Portal, { withTemplate = true } = {}): Promise<string> {
  units += 1
  const dataID = `template-tank-${units}`
  const token = await createUnit(portal, ada, dataID)
  if (withTemplate) {
    await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
      dataID,
      ada.entity,
      template,
    ])
    await portal.sql('update unit set default_template = $1 where data_id = $1', [dataID])
  }
  const unit = await connectUnit(portal, dataID, token)
  await unit.publishAsync(`units/${dataID}/data/tank`, JSON.stringify({ level: 3.5, flow: 12.5 }), { qos: 1 })
  await unit.endAsync()
  return dataID
}

async function openCharts(page: Page, portal: Portal, user: SignedInUser, dataID: string): Promise<void> {
  await signIn(page, portal, user.email)
  await page.goto(`${portal.url}/dashboard/${dataID}/time-series`)
  await expect(page.getByRole('heading', { name: 'Level' })).toBeVisible()
}

test('a chart that one person changes and adds appears for another who has the page open', async ({
  page,
  browser,
  portal,
}) => {
  const dataID = await addUnit(portal)
  const other = await (await browser.newContext()).newPage()
  await openCharts(page, portal, ada, dataID)
  await openCharts(other, portal, grace, dataID)

  await page.getByRole('button', { name: 'Edit Level' }).click()
  await page.getByLabel('Title').fill('Water level')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(other.getByRole('heading', { name: 'Water level' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Chart' }).last().click()
  await page.getByLabel('Title').fill('Inflow')
  await page.getByLabel('Source').selectOption('tank')
  await page.getByRole('combobox', { name: 'Value' }).selectOption('flow')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('heading', { name: 'Inflow' })).toBeVisible()
  await expect(other.getByRole('region', { name: 'Inflow' }).getByText('12.5')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Water level' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(other.getByRole('heading', { name: 'Water level' })).toBeHidden()
  await other.context().close()
})

test('of two who save at once the later one sees the change, and nothing is lost', async ({
  page,
  browser,
  portal,
}) => {
  const dataID = await addUnit(portal)
  const other = await (await browser.newContext()).newPage()
  await openCharts(page, portal, ada, dataID)
  await openCharts(other, portal, grace, dataID)

  await page.getByRole('button', { name: 'Edit Level' }).click()
  await other.getByRole('button', { name: 'Add Chart' }).first().click()
  await other.getByLabel('Title').fill('Inflow')
  await other.getByLabel('Source').selectOption('tank')
  await other.getByRole('combobox', { name: 'Value' }).selectOption('flow')
  await page.getByLabel('Title').fill('Water level')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('alert')).toContainText('Failed to update the template.')
  await expect(page.getByRole('alert')).toContainText('grace@template.example changed it in the meantime')
  await page.getByRole('button', { name: 'Load the newer version' }).click()
  await expect(page.getByText('The newer template is loaded. Save applies your changes to it.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Water level')
  await page.getByRole('button', { name: 'Save' }).click()
  for (const who of [page, other]) {
    await expect(who.getByRole('heading', { name: 'Water level' })).toBeVisible()
    await expect(who.getByRole('heading', { name: 'Inflow' })).toBeVisible()
  }
  await other.context().close()
})

test('a unit gets a template of its own and gives it up, and the page of another person follows', async ({
  page,
  browser,
  portal,
}) => {
  const dataID = await addUnit(portal)
  const other = await (await browser.newContext()).newPage()
  await openCharts(page, portal, ada, dataID)
  await openCharts(other, portal, grace, dataID)

  await page.getByRole('button', { name: 'Edit Level' }).click()
  await page.getByLabel('Title').fill('Own level')
  await page.getByRole('radio', { name: /^Only/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(other.getByRole('heading', { name: 'Own level' })).toBeVisible()
  await other.getByRole('button', { name: 'Edit Own level' }).click()
  await expect(other.getByText(`${dataID} has its own template. No other unit changes.`)).toBeVisible()
  await other.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Back to the shared template' }).click()
  await page.getByRole('button', { name: 'Use the shared template' }).click()
  await expect(page.getByRole('heading', { name: 'Level', exact: true })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Level', exact: true })).toBeVisible()
  await other.context().close()
})

test('an empty unit gets its first chart and its first gauge by keyboard alone', async ({ page, portal }) => {
  const dataID = await addUnit(portal, { withTemplate: false })
  await signIn(page, portal, ada.email)
  await page.goto(`${portal.url}/dashboard/${dataID}`)

  await page.getByRole('button', { name: 'Add Chart' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Level')
  await chooseLevel(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Time Series' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Widget' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Water')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Gauge')
  await chooseLevel(page)

  await expect(page.getByRole('meter', { name: 'Water' })).toBeVisible()
  await expect(page.getByText('3.50').first()).toBeVisible()
})

/** Picks the value of the only source and saves, with keys. */
async function chooseLevel(page: Page): Promise<void> {
  await page.getByLabel('Source').focus()
  await page.keyboard.type('tank')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('level')
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
}

test('one unit tries a template, all get it, and its versions lead back', async ({ page, portal }) => {
  const dataID = await addUnit(portal)
  await portal.sql(`update template set definition = definition || '{"title": "Tried well"}' where id = $1`, [dataID])
  await signIn(page, portal, ada.email)
  await page.goto(`${portal.url}/settings?tab=templates`)
  const choose = async (action: string) => {
    await page.getByLabel('Search templates').fill('Tried well')
    await page
      .getByRole('row', { name: /Tried well/ })
      .getByRole('button', { name: /Tried well/ })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await choose('Try on one unit')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText(/^This unit has been testing a change to the template “Tried well”/)).toBeVisible()
  const { customTemplate } = (await call(portal, listUnits, { token: ada.token, query: { dataID } }))
    .details as DataDocument
  const body = { dataID, templateID: customTemplate ?? '', template: { ...template, title: 'Tried well', events: [] } }
  await call(portal, putTemplate, { token: ada.token, body })
  await expect(page.getByRole('link', { name: 'Events' })).toBeVisible()
  await page.getByRole('button', { name: 'Apply to all' }).click()
  await expect(page.getByRole('dialog').getByText('Added the tab Events')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply to all' }).click()
  await expect(page.getByText(/^This unit has been testing/)).toBeHidden()

  await page.goto(`${portal.url}/settings?tab=templates`)
  await choose('Versions')
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Restored version 1. Removed the tab Events.')).toBeVisible()
})
