import { expect, type Locator, type Page } from '@playwright/test'
import { listActionRequests } from '@fieldwatch/contract/actions/actions'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { call, createUser, createUnit, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { signIn, test } from './journey.ts'

/*
 * A control that is pressed twice does its work once. Each control is pressed so in its component test (`pressTwice`); here are those
 * whose second effect would do the most harm, and those where the second click meets another control at the same place.
 */

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
}

let portal: Portal
let admin: SignedInUser
/** Of the admin, who signs in once. Each test opens its own address. */
let page: Page

test.beforeAll(async ({ portal: started, browser }) => {
  portal = started
  admin = await createUser(portal, { email: 'admin@twice.example', entity: 'Twice Water' })
  page = await browser.newPage()
  await signIn(page, portal, admin.email)
})

test.afterEach(() => page.unrouteAll())
test.afterAll(() => page.close())

const dialog = (page: Page) => page.getByRole('dialog')

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
  await page.goto(`${portal.url}/settings?tab=my-company`)
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

const ROWS = {
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
} as const satisfies Readonly<Record<string, Row>>

/** Both presses come while the first request is still under way. */
const PRESSES = {
  'a double click': async (control: Locator) => control.dblclick(),
  'two presses of a key': async (control: Locator) => {
    await control.focus()
    await control.page().keyboard.press('Enter')
    await control.page().keyboard.press('Enter')
  },
} as const

/** Counts the requests of a control, and holds them until they are let go. */
async function holdRequests({ request: wanted }: Row) {
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

for (const what of ['Add user', 'New token', 'Action Request'] as const) {
  for (const [how, press] of Object.entries(PRESSES)) {
    test(`${what}: ${how} has one effect`, async () => {
      const row: Row = ROWS[what]
      const mark = `${what}-${how}`.toLowerCase().replaceAll(/[^a-z]+/g, '-')
      const control = await row.open(page, mark)
      await expect(control).toBeEnabled()
      const requests = await holdRequests(row)

      await press(control)
      requests.release()
      await row.worked(page, mark)

      expect(await requests.count()).toBe(1)
      if (row.effects !== undefined) expect(await row.effects(mark)).toBe(1)
    })
  }
}

for (const what of ['Pause', 'Active', 'New token', 'Send invitation again'] as const) {
  test(`${what}: the second click of a double click does nothing once the first has worked`, async () => {
    const row: Row = ROWS[what]
    const mark = `late-${what}`.toLowerCase().replaceAll(/[^a-z]+/g, '-')
    const control = await row.open(page, mark)
    const requests = await holdRequests(row)
    requests.release()

    await control.click()
    await row.worked(page, mark)
    // The mouse is where it was.
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })

    expect(await requests.count()).toBe(1)
    await row.worked(page, mark)
  })
}
