import { expect, type Page } from '@playwright/test'
import { createEvent } from '@fieldwatch/contract/events/events'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { call, createUnit, createUser, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'
import { AXE_FORM_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, test } from './journey.ts'

const template = TemplateDefinition.parse({
  title: 'Cold store',
  timeSeries: {
    charts: [
      {
        title: 'Air',
        type: 'timeseries',
        specifications: { room: [{ field: 'temp', friendlyName: 'Air', unit: '°C' }] },
      },
    ],
  },
  events: [],
})

const MINUTE = 60_000

/** A cold store that was warm twice in the last two hours, for some minutes each. */
async function prepareUnit(portal: Portal, owner: SignedInUser, dataID: string) {
  const token = await createUnit(portal, owner, dataID)
  await call(portal, putTemplate, { token: owner.token, body: { dataID, template } })
  const unit = await connectUnit(portal, dataID, token)
  const now = Date.now()
  const records = Array.from({ length: 120 }, (_, minute) => ({
    messageUTC: new Date(now - (121 - minute) * MINUTE).toISOString(),
    temp: minute % 50 > 45 ? 9.5 : 4,
  }))
  await unit.publishAsync(`units/${dataID}/data/room`, JSON.stringify(records), { qos: 1 })
  return unit
}

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page) => page.getByRole('region', { name: 'Too warm', exact: true })
const rows = (page: Page) => card(page).getByRole('checkbox', { name: /^Select the event of/ })

// spec 2-1-02, 2-1-03, 2-2-02, 2-2-34, 2-2-35
test('a person finds when a value was too high, tags it, sees the next one come and looks at it in the charts', async ({
  page,
  portal,
}) => {
  const owner = await createUser(portal, { email: 'olga@events.example', entity: 'Events Water' })
  const viewer = await createUser(portal, { email: 'vera@events.example', entity: 'Events Water', role: 'viewer' })
  const unit = await prepareUnit(portal, owner, 'cold-1')
  await signIn(page, portal, viewer.email)
  await page.goto(`${portal.url}/dashboard/cold-1`)
  await page.getByRole('link', { name: 'Events' }).click()
  await expect(page.getByText('No events yet')).toBeVisible()

  await page.getByRole('button', { name: 'Add Event Table' }).click()
  await dialog(page).getByLabel('Name').fill('Too warm')
  await dialog(page).getByLabel('Source').selectOption('room')
  await dialog(page).getByLabel('Value field').selectOption('temp')
  await dialog(page).getByLabel('Operation').selectOption('>')
  await dialog(page).getByLabel('Constant').fill('8')
  await dialog(page).getByLabel('Columns').click()
  await page.getByRole('option', { name: 'room.temp' }).click()
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(card(page).getByText('room.temp > 8')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(card(page).getByRole('cell', { name: '4 min' })).toHaveCount(2)

  await rows(page).first().check()
  await card(page).getByLabel('Tag', { exact: true }).fill('Door')
  await card(page).getByRole('button', { name: 'Add/Update Tag' }).click()
  await expect(card(page).getByRole('cell', { name: 'Door' })).toHaveCount(1)
  await rows(page).last().check()

  await card(page).getByRole('button', { name: 'Customize Columns' }).click()
  const handles = dialog(page).getByTitle('Drag to reorder')
  await handles.nth(3).dragTo(handles.nth(0), { targetPosition: { x: 4, y: 2 } })
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(card(page).getByRole('columnheader').nth(1)).toHaveText('Tag')
  await expect(rows(page).last()).toBeChecked()

  await unit.publishAsync('units/cold-1/data/room', JSON.stringify({ temp: 9 }), { qos: 1 })
  const sentAt = Date.now()
  await expect(card(page).getByText('Ongoing')).toBeVisible()
  test.info().annotations.push({ type: 'shown after, ms', description: String(Date.now() - sentAt) })
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).last()).toBeChecked()

  await card(page).getByRole('link').last().click()
  await expect(page.getByText('1 event where room.temp > 8')).toBeVisible()
  await expect(page.getByLabel('Events in the charts')).toHaveValue('Too_warm')
  await page.getByRole('button', { name: 'Back to Events' }).click()
  await expect(rows(page)).toHaveCount(3)

  await unit.endAsync()
})

for (const { colorScheme, size, viewport } of AXE_FORM_SCREENS) {
  test(`axe finds nothing on the events on ${size} in the ${colorScheme} theme`, async ({ page, portal }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = () => expectNoViolations(page)
    const dataID = `axe-events-${colorScheme}-${viewport.width}`
    const owner = await createUser(portal, { email: `${dataID}@events.example`, entity: dataID })
    const unit = await prepareUnit(portal, owner, dataID)
    await addTable(portal, owner, dataID)
    await signIn(page, portal, owner.email)
    await page.goto(`${portal.url}/dashboard/${dataID}/events`)
    await expect(rows(page)).toHaveCount(2)
    await rows(page).first().check()
    await look()

    await page.getByRole('button', { name: 'Add Event Table' }).click()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Customize Columns' }).click()
    await expect(dialog(page).getByRole('checkbox', { name: 'Duration' })).toBeVisible()
    await look()
    await unit.endAsync()
  })
}

async function addTable(portal: Portal, { token }: SignedInUser, dataID: string): Promise<void> {
  const startDate = new Date(Date.now() - 300 * MINUTE).toISOString()
  const values = [{ source: 'room', field: 'temp' }]
  const body = { dataID, name: 'Too warm', comparison: 'room.temp > 8', startDate, values }
  await call(portal, createEvent, { token, body })
}
