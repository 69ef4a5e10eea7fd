import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { createEvent } from '@fieldwatch/contract/events/events'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { getTemplate, putTemplate } from '@fieldwatch/contract/templates/templates'
import { type DataDocument, listUnits, updateUnit } from '@fieldwatch/contract/units/units'
import { getMe, getUser, listUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { call, createUser, createUnit, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { signIn, test } from './journey.ts'

/*
 * What someone else changed in the meantime is not overwritten. Each form shows that in its component test; here are those of which the page
 * reads what it changes elsewhere too, with what the server made of both changes.
 */

const ENTITY = 'Between Water'

/** A form that Ada has open while Grace changes the same thing. */
interface Row {
  /** Opens the form for Ada, and changes one thing in it without saving. */
  open: (page: Page) => Promise<void>
  /** Grace changes another thing. */
  between: () => Promise<unknown>
  save: (page: Page) => Locator
  /** What was typed, which must still be there after the newer one was loaded. */
  typed: (page: Page) => Promise<void>
  /** Waits for what is seen once it is saved. */
  saved: (page: Page) => Promise<void>
  /** Both changes, as the server has them. */
  both: () => Promise<unknown>
  expected: unknown
}

let portal: Portal
let ada: SignedInUser
let grace: SignedInUser
let units = 0

test.beforeAll(async ({ portal: started }) => {
  portal = started
  ada = await createUser(portal, { email: 'ada@between.example', entity: ENTITY })
  grace = await createUser(portal, { email: 'grace@between.example', entity: ENTITY })
})

const dialog = (page: Page) => page.getByRole('dialog')
const closed = async (page: Page) => expect(dialog(page)).toHaveCount(0)
const dialogSave = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

async function settings(page: Page, tab: string): Promise<void> {
  await page.goto(`${portal.url}/settings${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

async function addUnit(): Promise<string> {
  units += 1
  const dataID = `between-${units}`
  const token = await createUnit(portal, ada, dataID)
  const path = ingestSource.path.replace(':dataID', dataID).replace('/:source', '')
  await fetch(portal.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tank: [{ level: 1 }], flow: [{ rate: 2 }] }),
  })
  return dataID
}

const unit = async (dataID: string) =>
  (await call(portal, listUnits, { token: ada.token, query: { dataID } })).details as DataDocument

async function openManagement(page: Page, dataID: string, section = ''): Promise<void> {
  await page.goto(`${portal.url}/dashboard/${dataID}/management${section}`)
  await expect(page.getByRole('navigation', { name: 'Management' })).toBeVisible()
}

async function addPerson(name: string): Promise<string> {
  const email = `${name}@between.example`
  await createUser(portal, { email, entity: ENTITY })
  const { details } = await call(portal, listUsers, { token: ada.token, query: {} })
  const uid = details.users.find((user) => user.email === email)?.id ?? ''
  const body = { userUID: uid, firstName: 'Linus', lastName: name }
  await call(portal, updateUsers, { token: grace.token, body })
  return uid
}

const ROWS: Readonly<Record<string, () => Promise<Row>>> = {
  'Update Device': async () => {
    const dataID = await addUnit()
    return {
      open: async (page) => {
        await openManagement(page, dataID)
        await page.getByRole('button', { name: 'Update Device' }).click()
        await dialog(page).getByLabel('Friendly name').fill('North tank')
      },
      between: () => describe(dataID, 'By the road.'),
      save: dialogSave,
      typed: (page) => expect(dialog(page).getByLabel('Friendly name')).toHaveValue('North tank'),
      saved: closed,
      both: async () => [(await unit(dataID)).friendlyName, (await unit(dataID)).description],
      expected: ['North tank', 'By the road.'],
    }
  },
  'Columns of an event table': async () => {
    const dataID = await addUnit()
    const rule = { name: 'Too high', comparison: 'tank.level > 1', startDate: '2026-01-01', values: [] }
    await call(portal, createEvent, { token: ada.token, body: { dataID, ...rule } })
    const template = async () => {
      const { customTemplate } = await unit(dataID)
      return (await call(portal, getTemplate, { token: ada.token, params: { id: customTemplate ?? '' } })).details
    }
    const duration = (page: Page) => dialog(page).getByRole('checkbox', { name: 'Duration' })
    return {
      open: async (page) => {
        await page.goto(`${portal.url}/dashboard/${dataID}/events`)
        await page.getByRole('button', { name: 'Customize Columns' }).click()
        await duration(page).uncheck()
      },
      between: async () => {
        const shown = await template()
        const body = { templateID: shown.id, dataID, template: { ...shown, title: 'Renamed' }, version: shown.version }
        await call(portal, putTemplate, { token: grace.token, body })
      },
      save: dialogSave,
      typed: (page) => expect(duration(page)).not.toBeChecked(),
      saved: closed,
      both: async () => {
        const { title, events } = await template()
        return [title, events?.[0]?.columns]
      },
      expected: ['Renamed', ['startUTC', 'endUTC', 'tag']],
    }
  },
}

async function describe(dataID: string, description: string): Promise<void> {
  const body = new FormData()
  body.append('dataID', dataID)
  body.append('description', description)
  const headers = { authorization: `Bearer ${grace.token}` }
  expect((await fetch(portal.url + updateUnit.path, { method: 'PUT', headers, body })).status).toBe(200)
}

for (const [what, build] of Object.entries(ROWS)) {
  test(`${what}: a change made in the meantime is shown, and neither change is lost`, async ({ page }) => {
    const row = await build()
    await signIn(page, portal, ada.email)
    await row.open(page)
    await row.between()

    await row.save(page).click()
    await expect(page.getByRole('alert')).toContainText('grace@between.example changed it in the meantime')
    await page.getByRole('button', { name: 'Load the newer version' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await row.typed(page)
    await row.save(page).click()
    await row.saved(page)

    expect(await row.both()).toEqual(row.expected)
  })
}

test('a role in the table: a change made in the meantime is explained and shown, and nothing is overwritten', async ({
  page,
}) => {
  const uid = await addPerson('listed')
  await signIn(page, portal, ada.email)
  await settings(page, '?tab=my-company')
  const role = page.getByRole('combobox', { name: 'Role of Linus listed' })
  await expect(role).toHaveValue('admin')
  await call(portal, updateUsers, { token: grace.token, body: { userUID: uid, status: 'disabled' } })

  await role.selectOption('viewer')
  await dialog(page).getByRole('button', { name: 'Make viewer' }).click()
  await expect(page.getByRole('alert')).toContainText('grace@between.example changed it in the meantime')
  await expect(page.getByRole('combobox', { name: 'Status of Linus listed' })).toHaveValue('disabled')
  await expect(role).toHaveValue('admin')
  await role.selectOption('viewer')
  await dialog(page).getByRole('button', { name: 'Make viewer' }).click()
  await expect(page.getByText(/^Results: /)).toBeVisible()

  const { details } = await call(portal, getUser, { token: ada.token, params: { uid } })
  expect([details.role, details.status]).toEqual(['viewer', 'disabled'])
})

test('whether a unit is active: a change made in the meantime is shown, and nothing is overwritten', async ({
  page,
}) => {
  const dataID = await addUnit()
  await signIn(page, portal, ada.email)
  await openManagement(page, dataID, '/administration')
  const active = page.getByRole('switch', { name: 'Active' })
  // The page hears of changes at once: this one comes while its own is on its way.
  const firstChange = async (route: Route): Promise<void> => {
    await describe(dataID, 'By the road.')
    await route.continue()
  }
  await page.route(`**/api/v1/devices/${dataID}`, firstChange, { times: 1 })

  await active.click()
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('alert')).toContainText('grace@between.example changed it in the meantime')
  expect((await unit(dataID)).active).toBe(true)
  await page.getByRole('button', { name: 'Load the newer version' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // What was asked for is still there, and asks again.
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(active).not.toBeChecked()

  const { active: isActive, description } = await unit(dataID)
  expect([isActive, description]).toEqual([false, 'By the road.'])
})

test('notifications: a change made in the meantime is explained and shown, and nothing is overwritten', async ({
  page,
}) => {
  const me = async () => (await call(portal, getMe, { token: ada.token })).details
  const { id, notifications } = await me()
  await signIn(page, portal, ada.email)
  await settings(page, '')
  const email = page.getByRole('switch', { name: 'Email' })
  await expect(email).toBeEnabled()
  const before = await email.isChecked()
  await call(portal, updateUsers, { token: grace.token, body: { userUID: id, company: 'Southwind' } })

  await email.click()
  await expect(page.getByRole('alert')).toContainText('grace@between.example changed it in the meantime')
  expect((await me()).notifications).toEqual(notifications)
  await expect(email).toBeChecked({ checked: before })
  await expect(email).toBeEnabled()
  await email.click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(email).toBeChecked({ checked: !before })
  // What was chosen is shown before it is saved.
  await expect(email).toBeEnabled()

  const after = await me()
  expect(after.company).toBe('Southwind')
  expect(after.notifications).not.toEqual(notifications)
})
