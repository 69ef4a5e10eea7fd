import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { listActionRequests } from '@fieldwatch/contract/actions'
import { listCalculations } from '@fieldwatch/contract/calculations'
import { createEntity, listEntities } from '@fieldwatch/contract/entities'
import { createEvent, listEvents } from '@fieldwatch/contract/events'
import { TemplateId } from '@fieldwatch/contract/ids'
import { ingestSource } from '@fieldwatch/contract/ingest'
import { listLabels } from '@fieldwatch/contract/labels'
import { createSim, listSims } from '@fieldwatch/contract/sims'
import { getTemplate, type Template } from '@fieldwatch/contract/templates'
import { type DataDocument, listUnits } from '@fieldwatch/contract/units'
import { call, createUser, createUnit, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { signIn, test } from './journey.ts'

const ENTITY = 'Twice Water'

/** A control that does something on the server. */
interface Row {
  /** Brings the control onto the screen, ready to be pressed; `mark` makes names that nothing has yet. */
  open: (page: Page, mark: string) => Promise<Locator>
  /** The request that it makes. */
  request: RegExp
  /** Waits for what is seen when it worked. */
  worked: (page: Page, mark: string) => Promise<void>
  /** How often it happened, as the server has it. */
  effects?: (mark: string) => Promise<number>
  /** What presses it on a keyboard; Enter unless told. */
  key?: string
  signedOut?: boolean
  /** Who presses it; an admin unless told. */
  by?: string
}

let portal: Portal
let admin: SignedInUser
/** The page of the admin, who signs in once; each test opens it anew at its own address, which is quicker than another page. */
let ofAdmin: Page

test.beforeAll(async ({ portal: started, browser }) => {
  portal = started
  admin = await createUser(portal, { email: 'admin@twice.example', entity: ENTITY })
  await createUser(portal, { email: 'forgetful@twice.example', entity: ENTITY })
  const switcher = await createUser(portal, { email: SWITCHER, entity: 'Switch Water' })
  const form = new FormData()
  form.append('name', 'Below')
  const headers = { authorization: `Bearer ${switcher.token}` }
  await fetch(portal.url + createEntity.path, { method: 'POST', headers, body: form })
  ofAdmin = await browser.newPage()
  await signIn(ofAdmin, portal, admin.email)
})

test.afterAll(() => ofAdmin.close())

/** A page of who presses the control. */
async function openPage(browser: Browser, { by, signedOut = false }: Row): Promise<Page> {
  if (!signedOut && by === undefined) return ofAdmin
  const page = await browser.newPage()
  if (by !== undefined) await signIn(page, portal, by)
  return page
}

/** Only the page of the admin is for others too. */
async function leave(page: Page): Promise<void> {
  if (page === ofAdmin) await page.unrouteAll()
  else await page.close()
}

/** Has an entity below the own one, and changes what is looked at. */
const SWITCHER = 'switcher@twice.example'

const dialog = (page: Page) => page.getByRole('dialog')
const closed = async (page: Page) => expect(dialog(page)).toHaveCount(0)
const settings = async (page: Page, tab = '') => {
  await page.goto(`${portal.url}/settings${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

async function unitOf(mark: string): Promise<string> {
  const dataID = `twice-${mark}`
  const token = await createUnit(portal, admin, dataID)
  await send(dataID, token)
  return dataID
}

async function send(dataID: string, token: string): Promise<number> {
  const path = ingestSource.path.replace(':dataID', dataID).replace(':source', 'tank')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await fetch(portal.url + path, { method: 'POST', headers, body: '{"level":1}' })).status
}

async function openManagement(page: Page, mark: string, section = ''): Promise<void> {
  await page.goto(`${portal.url}/dashboard/${await unitOf(mark)}/management${section}`)
  await expect(page.getByRole('navigation', { name: 'Management' })).toBeVisible()
}

async function mailsTo(address: string): Promise<number> {
  return (await portal.outbox()).split(address).length - 1
}

async function fillPerson(page: Page, mark: string): Promise<Locator> {
  await settings(page, '?tab=my-company')
  await page.getByRole('button', { name: '+ add user' }).click()
  await dialog(page).getByLabel('First Name').fill('Marie')
  await dialog(page).getByLabel('Last Name').fill(mark)
  await dialog(page).getByLabel('Email').fill(`${mark}@twice.example`)
  await dialog(page).getByLabel('Role').selectOption('viewer')
  return dialog(page).getByRole('button', { name: 'Submit' })
}

async function addPerson(page: Page, mark: string): Promise<void> {
  await (await fillPerson(page, mark)).click()
  await expect(page.getByRole('cell', { name: `${mark}@twice.example`, exact: true })).toBeVisible()
}

const actionOf = async (page: Page, mark: string, action: string): Promise<Locator> => {
  await page.getByRole('button', { name: `Actions for Marie ${mark}` }).click()
  return page.getByRole('menuitem', { name: action })
}

async function shownTemplate(mark: string): Promise<Template> {
  const unit = { token: admin.token, query: { dataID: `twice-${mark}` } }
  const { customTemplate } = (await call(portal, listUnits, unit)).details as DataDocument
  const asked = { token: admin.token, params: { id: customTemplate ?? TemplateId.parse('none') } }
  return (await call(portal, getTemplate, asked)).details
}

let cards = 0
const newIccid = (): string => `89445012345${String((cards += 1)).padStart(8, '0')}`

async function openCards(page: Page): Promise<void> {
  await page.goto(`${portal.url}/sim-cards`)
  await expect(page.getByRole('heading', { name: /^SIM Cards/ })).toBeVisible()
}

async function openCard(page: Page, mark: string, action: string): Promise<void> {
  const body = { entity: admin.entity, iccid: newIccid(), label: mark }
  await call(portal, createSim, { token: admin.token, body })
  await openCards(page)
  await page.getByRole('button', { name: `Actions for ${mark}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const cardsCalled = async (label: string): Promise<number> => {
  const { details } = await call(portal, listSims, { token: admin.token, query: {} })
  return details.filter((card) => card.label === label).length
}

const ROWS: Readonly<Record<string, Row>> = {
  'Sign in': {
    signedOut: true,
    open: async (page) => {
      await page.goto(`${portal.url}/login`)
      await page.getByLabel('Email').fill('admin@twice.example')
      await page.getByLabel('Password', { exact: true }).fill('a long enough passphrase')
      return page.getByRole('button', { name: 'Sign in' })
    },
    request: /POST .*\/auth\/sign-in$/,
    worked: (page) => expect(page).toHaveURL(/\/dashboard/),
  },
  'Reset password': {
    signedOut: true,
    open: async (page) => {
      await page.goto(`${portal.url}/reset-password`)
      await page.getByLabel('Email').fill('forgetful@twice.example')
      return page.getByRole('button', { name: 'Reset password' })
    },
    request: /POST .*\/auth\/password-reset$/,
    worked: (page) => expect(page.getByText('An email was sent')).toBeVisible(),
  },
  'Add user': {
    open: fillPerson,
    request: /POST .*\/users$/,
    worked: async (page, mark) => {
      await expect(page.getByRole('cell', { name: `${mark}@twice.example`, exact: true })).toHaveCount(1)
    },
    effects: (mark) => mailsTo(`sign in with this address, ${mark}@twice.example`),
  },
  'Send invitation again': {
    open: async (page, mark) => {
      await addPerson(page, mark)
      return actionOf(page, mark, 'Send invitation again')
    },
    request: /POST .*\/users\/invitation$/,
    worked: (page) => expect(page.getByText(/^Results: A mail to choose a password/)).toBeVisible(),
  },
  'Edit user': {
    open: async (page, mark) => {
      await addPerson(page, mark)
      await (await actionOf(page, mark, 'Edit')).click()
      await dialog(page).getByLabel('First Name').fill('Maria')
      return dialog(page).getByRole('button', { name: 'Submit' })
    },
    request: /PUT .*\/users$/,
    worked: async (page, mark) => {
      await expect(page.getByRole('cell', { name: `Maria ${mark}`, exact: true })).toHaveCount(1)
    },
  },
  'Withdraw invitation': {
    open: async (page, mark) => {
      await addPerson(page, mark)
      await (await actionOf(page, mark, 'Withdraw invitation')).click()
      return dialog(page).getByRole('button', { name: 'Withdraw' })
    },
    request: /DELETE .*\/users$/,
    worked: (page, mark) => expect(page.getByText(`Results: Marie ${mark} was deleted.`)).toBeVisible(),
  },
  'Create entity': {
    open: async (page, mark) => {
      await settings(page, '?tab=entities')
      await page.getByRole('button', { name: '+ add entity' }).click()
      await dialog(page).getByLabel('Entity Name').fill(mark)
      return dialog(page).getByRole('button', { name: 'Create' })
    },
    request: /POST .*\/entities$/,
    worked: (page, mark) => expect(page.getByRole('region', { name: mark, exact: true })).toHaveCount(1),
    effects: async (mark) => {
      const { details } = await call(portal, listEntities, { token: admin.token })
      return details.filter(({ name }) => name === mark).length
    },
  },
  'Email notifications': {
    open: async (page) => {
      await settings(page)
      return page.getByRole('switch', { name: 'Email' })
    },
    key: 'Space',
    request: /PUT .*\/users$/,
    worked: (page) => expect(page.getByRole('switch', { name: 'Email' })).toBeEnabled(),
  },
  'Add unit': {
    open: async (page, mark) => {
      await page.goto(`${portal.url}/dashboard`)
      await page.getByRole('button', { name: 'Add unit' }).click()
      await dialog(page).getByLabel('Name').fill(mark)
      return dialog(page).getByRole('button', { name: 'Add unit' })
    },
    request: /POST .*\/devices$/,
    worked: (page) => expect(dialog(page).getByText(/^fw_/)).toBeVisible(),
    effects: async (mark) => {
      const { details } = await call(portal, listUnits, { token: admin.token, query: {} })
      return (Array.isArray(details) ? details : [details]).filter(({ friendlyName }) => friendlyName === mark).length
    },
  },
  'Add a label': {
    open: async (page, mark) => {
      await page.goto(`${portal.url}/dashboard`)
      await page.getByRole('button', { name: 'Edit labels', exact: true }).click()
      await page.getByRole('button', { name: 'Add a label', exact: true }).click()
      const form = page.getByRole('dialog', { name: 'Add a label', exact: true })
      await form.getByLabel('Name').fill(mark)
      return form.getByRole('button', { name: 'Add', exact: true })
    },
    request: /POST .*\/labels$/,
    worked: (page, mark) => expect(page.getByRole('button', { name: `Edit ${mark}`, exact: true })).toHaveCount(1),
    effects: async (mark) => {
      const { details } = await call(portal, listLabels, { token: admin.token, query: {} })
      return details.filter(({ name }) => name === mark).length
    },
  },
  'New token': {
    open: async (page, mark) => {
      await openManagement(page, mark, '/administration')
      await page.getByRole('button', { name: 'New token' }).click()
      return dialog(page).getByRole('button', { name: 'New token' })
    },
    request: /POST .*\/token$/,
    worked: async (page, mark) => {
      const shown = await dialog(page).getByText(/^fw_/).innerText()
      expect(await send(`twice-${mark}`, shown), 'the token that is shown is the one that works').toBe(200)
    },
  },
  'Update Device': {
    open: async (page, mark) => {
      await openManagement(page, mark)
      await page.getByRole('button', { name: 'Update Device' }).click()
      await dialog(page).getByLabel('Description').fill('By the road.')
      return dialog(page).getByRole('button', { name: 'Save' })
    },
    request: /PUT .*\/devices$/,
    worked: closed,
  },
  'Action Request': {
    open: async (page, mark) => {
      await openManagement(page, mark, '/requests')
      const form = page.getByRole('region', { name: 'Action Request', exact: true })
      await expect(form.getByRole('textbox', { name: 'Payload' })).toBeVisible()
      return form.getByRole('button', { name: 'Send' })
    },
    request: /GET .*\/actions$/,
    worked: (page) => expect(page.getByText('Request sent')).toBeVisible(),
    effects: async (mark) => {
      const query = { dataID: `twice-${mark}` }
      return (await call(portal, listActionRequests, { token: admin.token, query })).details.pagination.total
    },
  },
  Pause: {
    open: async (page, mark) => {
      await openManagement(page, mark, '/data')
      return page.getByRole('button', { name: 'Pause tank' })
    },
    request: /PUT .*\/paused-data$/,
    worked: (page) => expect(page.getByRole('button', { name: 'Resume tank' })).toBeEnabled(),
  },
  Active: {
    open: async (page, mark) => {
      await openManagement(page, mark, '/administration')
      await page.getByRole('switch', { name: 'Active' }).click()
      return dialog(page).getByRole('button', { name: 'Deactivate' })
    },
    request: /PUT .*\/devices\/twice-/,
    worked: (page) => expect(page.getByRole('switch', { name: 'Active' })).not.toBeChecked(),
  },
  'Keep less': {
    open: async (page, mark) => {
      await openManagement(page, mark, '/data')
      await page.getByLabel('Records of tank, in days').fill('30')
      await page.getByRole('button', { name: 'Save tank' }).click()
      return dialog(page).getByRole('button', { name: 'Keep less' })
    },
    request: /PUT .*\/retention$/,
    worked: closed,
  },
  'Create a calculated source': {
    open: async (page, mark) => {
      await page.goto(`${portal.url}/dashboard/${await unitOf(mark)}/time-series`)
      await page.getByRole('button', { name: 'Calculated sources' }).click()
      await page.getByRole('button', { name: 'Create A New Source' }).click()
      await dialog(page).getByLabel('Name').fill('share')
      await dialog(page).getByLabel('Values').click()
      await page.getByRole('option', { name: 'tank.level' }).click()
      await dialog(page).getByLabel('Equation', { exact: false }).first().fill('tank.level * 2')
      await dialog(page).getByLabel('Unit').fill('m')
      return dialog(page).getByRole('button', { name: 'Create', exact: true })
    },
    request: /POST .*\/calculations\/?$/,
    worked: (page) => expect(dialog(page).getByRole('button', { name: 'Edit share' })).toHaveCount(1),
    effects: async (mark) => {
      const query = { dataID: `twice-${mark}` }
      return (await call(portal, listCalculations, { token: admin.token, query })).details.length
    },
  },
  'Create Event': {
    open: async (page, mark) => {
      await page.goto(`${portal.url}/dashboard/${await unitOf(mark)}/events`)
      await page.getByRole('button', { name: 'Add Event Table' }).click()
      await dialog(page).getByLabel('Name').fill('Too high')
      await dialog(page).getByLabel('Source').selectOption('tank')
      await dialog(page).getByLabel('Value field').selectOption('level')
      await dialog(page).getByLabel('Operation').selectOption('>=')
      await dialog(page).getByLabel('Constant').fill('1')
      return dialog(page).getByRole('button', { name: 'Create' })
    },
    request: /POST .*\/events$/,
    worked: (page) => expect(page.getByRole('region', { name: 'Too high', exact: true })).toHaveCount(1),
    effects: async (mark) => {
      const query = { dataID: `twice-${mark}` }
      const { details } = await call(portal, listEvents, { token: admin.token, query })
      return 'tables' in details ? details.tables.length : 0
    },
  },
  'Delete event table': {
    open: async (page, mark) => {
      const rule = { name: 'Too high', comparison: 'tank.level > 1', startDate: '2026-01-01', values: [] }
      await call(portal, createEvent, { token: admin.token, body: { dataID: await unitOf(mark), ...rule } })
      await page.goto(`${portal.url}/dashboard/twice-${mark}/events`)
      await page.getByRole('button', { name: 'Delete Too high' }).click()
      return dialog(page).getByRole('button', { name: 'Delete' })
    },
    request: /DELETE .*\/events$/,
    worked: (page) => expect(page.getByText('No events yet')).toBeVisible(),
  },
  'Add SIM card': {
    open: async (page, mark) => {
      await openCards(page)
      await page.getByRole('button', { name: 'Add SIM card' }).click()
      await dialog(page).getByLabel('ICCID').fill(newIccid())
      await dialog(page).getByLabel('Label').fill(mark)
      return dialog(page).getByRole('button', { name: 'Save' })
    },
    request: /POST .*\/sims$/,
    worked: closed,
    effects: cardsCalled,
  },
  'Edit SIM card': {
    open: async (page, mark) => {
      await openCard(page, mark, 'Edit')
      await dialog(page).getByLabel('Label').fill(`${mark}-changed`)
      return dialog(page).getByRole('button', { name: 'Save' })
    },
    request: /PUT .*\/sims$/,
    worked: closed,
    effects: (mark) => cardsCalled(`${mark}-changed`),
  },
  'Remove SIM card': {
    open: async (page, mark) => {
      await openCard(page, mark, 'Remove')
      return dialog(page).getByRole('button', { name: 'Remove' })
    },
    request: /DELETE .*\/sims$/,
    worked: closed,
  },
  'Widget settings': {
    open: async (page, mark) => {
      await page.goto(`${portal.url}/dashboard/${await unitOf(mark)}/time-series`)
      await page.getByRole('button', { name: 'Add Chart' }).first().click()
      await dialog(page).getByLabel('Title').fill(mark)
      await dialog(page).getByLabel('Source').selectOption('tank')
      await dialog(page).getByRole('combobox', { name: 'Value' }).selectOption('level')
      return dialog(page).getByRole('button', { name: 'Save' })
    },
    request: /PUT .*\/templates\/?$/,
    worked: async (page, mark) => {
      await closed(page)
      await expect(page.getByRole('heading', { name: mark, exact: true })).toHaveCount(1)
    },
    effects: async (mark) => (await shownTemplate(mark)).timeSeries?.charts?.length ?? 0,
  },
  'Create a report': {
    open: async (page, mark) => {
      const dataID = await unitOf(mark)
      const draft = { dataID, name: 'high', comparison: 'tank.level > 0', startDate: '2026-01-01' }
      await call(portal, createEvent, { token: admin.token, body: draft })
      await page.goto(`${portal.url}/dashboard/${dataID}/events`)
      await page.getByRole('combobox', { name: 'Report of high' }).click()
      await page.getByRole('option', { name: '+ Create New Report' }).click()
      await dialog(page).getByLabel('Report name').fill(mark)
      await dialog(page).getByRole('combobox', { name: 'Value' }).selectOption('duration')
      return dialog(page).getByRole('button', { name: 'Save' })
    },
    request: /PUT .*\/templates\/?$/,
    worked: async (page, mark) => {
      await closed(page)
      await expect(page.getByRole('combobox', { name: 'Report of high' })).toHaveValue(mark)
    },
    effects: async (mark) => Object.keys((await shownTemplate(mark)).reports ?? {}).length,
  },
  'Entity to look at': {
    by: SWITCHER,
    open: async (page, mark) => {
      // Alternates, so that each choice is a change.
      const wanted = mark.includes('click') ? 'Below' : 'Switch Water'
      await page.goto(`${portal.url}/settings`)
      await page
        .getByRole('button', { name: 'Switch Water' })
        .or(page.getByRole('button', { name: 'Below' }))
        .click()
      return page.getByRole('menuitemradio', { name: wanted, exact: true })
    },
    request: /PUT .*\/me\/entity-viewing$/,
    worked: (page, mark) =>
      expect(page.getByRole('button', { name: mark.includes('click') ? 'Below' : 'Switch Water' })).toContainText(
        'Only this entity',
      ),
  },
  'Send Code': {
    open: async (page) => {
      await portal.sql("update phone_verification set created_at = created_at - interval '2 hours'")
      await settings(page)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('First Name').fill('Ada')
      await page.getByLabel('Last Name').fill('King')
      await page.getByLabel('Phone number').fill('+1 415 555 0132')
      await page.getByRole('button', { name: 'Save' }).click()
      await dialog(page).getByLabel('I agree to the privacy policy').check()
      await dialog(page).getByLabel('I agree to the terms of use').check()
      return dialog(page).getByRole('button', { name: 'Send Code' })
    },
    request: /POST .*\/users\/request-verification$/,
    worked: (page) => expect(dialog(page).getByText(/^Enter the 4 digits/)).toBeVisible(),
  },
}

/** Both presses come while the first request is still under way. */
const PRESSES = {
  'a double click': async (control: Locator) => control.dblclick(),
  'two presses of a key': async (control: Locator, key: string) => {
    await control.focus()
    await control.page().keyboard.press(key)
    await control.page().keyboard.press(key)
  },
} as const

/** Counts the requests of a control, and holds them until they are let go. */
async function holdRequests(page: Page, { request: wanted }: Row) {
  let count = 0
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (wanted.test(`${route.request().method()} ${pathname}`)) {
      count += 1
      await released
    }
    await route.continue()
  })
  return {
    release: () => release(),
    /** Requests are seen in order, so after this one all earlier ones have been seen. */
    count: async () => {
      await page.evaluate(async () => (await fetch('/api/v1/connection')).status)
      return count
    },
  }
}

for (const [what, row] of Object.entries(ROWS)) {
  for (const [how, press] of Object.entries(PRESSES)) {
    test(`${what}: ${how} has one effect`, async ({ browser }) => {
      const mark = `${what}-${how}`.toLowerCase().replaceAll(/[^a-z]+/g, '-')
      const page = await openPage(browser, row)
      const control = await row.open(page, mark)
      await expect(control).toBeEnabled()
      const requests = await holdRequests(page, row)

      await press(control, row.key ?? 'Enter')
      requests.release()
      await row.worked(page, mark)

      expect(await requests.count()).toBe(1)
      if (row.effects !== undefined) expect(await row.effects(mark)).toBe(1)
      await leave(page)
    })
  }
}

for (const what of ['Pause', 'Active', 'New token', 'Send invitation again'] as const) {
  test(`${what}: the second click of a double click does nothing once the first has worked`, async ({ browser }) => {
    const row = ROWS[what]
    if (row === undefined) throw new Error('there is no such row')
    const mark = `late-${what}`.toLowerCase().replaceAll(/[^a-z]+/g, '-')
    const page = await openPage(browser, row)
    const control = await row.open(page, mark)
    const requests = await holdRequests(page, row)
    requests.release()

    await control.click()
    await row.worked(page, mark)
    // The mouse is where it was.
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })

    expect(await requests.count()).toBe(1)
    await row.worked(page, mark)
    await leave(page)
  })
}

for (const [how, press] of Object.entries(PRESSES)) {
  test(`Save password: ${how} changes it once, and does not say that the link is invalid`, async ({ page }) => {
    const email = `link-${how.length}@twice.example`
    await createUser(portal, { email, entity: ENTITY })
    await page.goto(`${portal.url}/reset-password`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('An email was sent')).toBeVisible()
    const outbox = await portal.outbox()
    const link = /http\S+\/reset-password[?#]token=[\w-]+/.exec(outbox.slice(outbox.lastIndexOf(email)))?.[0]
    await page.goto(link ?? '')
    await page.getByLabel('New password', { exact: true }).fill('another long passphrase')
    const requests = await holdRequests(page, { request: /POST .*\/confirm$/ } as Row)

    await press(page.getByRole('button', { name: 'Save password' }), 'Enter')
    requests.release()

    await expect(page.getByText('Your password has been changed.')).toBeVisible()
    expect(await requests.count()).toBe(1)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}
