import { expect, type Browser, type Page } from '@playwright/test'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { createUnit, createUser, type SignedInUser } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { connectUnit } from '@fieldwatch/e2e/support/unit'
import { expectNoViolations } from '@fieldwatch/e2e/journeys/axe'
import { signIn, test } from '@fieldwatch/e2e/journeys/journey'

const UNIT = 'board-tank'

const template = TemplateDefinition.parse({
  title: 'Board tank',
  overview: { infoCards: [{ topic: 'Tank', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } }] },
  timeSeries: {
    charts: [
      { title: 'Levels', type: 'timeseries', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } },
    ],
  },
})

let ada: SignedInUser
let token: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ portal }) => {
  ada = await createUser(portal, { email: 'ada@boards.example', entity: 'Board Water' })
  token = await createUnit(portal, ada, UNIT)
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [UNIT, ada.entity, template])
  await portal.sql('update unit set default_template = $1 where data_id = $1', [UNIT])
  await sendLevel(portal, 3.5)
})

async function sendLevel(portal: Portal, level: number): Promise<void> {
  const unit = await connectUnit(portal, UNIT, token)
  await unit.publishAsync(`units/${UNIT}/data/tank`, JSON.stringify({ level, secret: 'never shown 4711' }), { qos: 1 })
  await unit.endAsync()
}

async function addTile(page: Page, shows: string, choose: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>) {
  await page.getByRole('button', { name: 'Add tile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add tile' })
  await dialog.getByRole('combobox', { name: 'Shows' }).selectOption({ label: shows })
  await choose(dialog)
  await dialog.getByRole('button', { name: 'Add tile' }).click()
  await expect(dialog).toBeHidden()
}

async function chooseUnit(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Unit' }).fill(UNIT)
  await page.getByRole('option', { name: new RegExp(UNIT) }).click()
}

/** A television, of which no one is signed in. */
async function openTelevision(browser: Browser, portal: Portal): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const screen = await context.newPage()
  await screen.goto(`${portal.url}/board`)
  return screen
}

const codeOf = (screen: Page) => screen.getByRole('status', { name: 'Code of this screen' })

test('an admin makes a wallboard and pairs a screen, which lives on over a restart and goes blank when it is removed', async ({
  page,
  browser,
  portal,
}) => {
  test.slow()
  await signIn(page, portal, ada.email)
  await page.goto(`${portal.url}/settings?tab=boards`)
  await page.getByRole('button', { name: 'New wallboard' }).click()
  await page.getByLabel('Name').fill('Control room')
  await addTile(page, 'A widget of a unit', async (dialog) => {
    await chooseUnit(page)
    await dialog.getByRole('combobox', { name: 'Widget' }).selectOption({ label: 'Tank' })
  })
  await addTile(page, 'A chart of a unit', async (dialog) => {
    await chooseUnit(page)
    await dialog.getByRole('combobox', { name: 'Chart' }).selectOption({ label: 'Levels' })
  })
  await addTile(page, 'A text', (dialog) => dialog.getByLabel('Text').fill('Call 4711'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.frameLocator('iframe').getByText('3.5').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Control room' })).toBeVisible()
  await expectNoViolations(page)

  const screen = await openTelevision(browser, portal)
  const requests: string[] = []
  screen.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const code = await codeOf(screen).textContent()
  await expectNoViolations(screen)
  await page.goto(`${portal.url}/settings?tab=boards&code=${code}`)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Code' })).toHaveValue(code ?? '')
  await page.getByLabel('Name of the screen').fill('Lobby')
  await page.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(page.getByText(/^The screen Lobby is paired/)).toBeVisible()

  await expect(screen.getByText('3.5').first()).toBeVisible()
  await expect(screen.getByText('Call 4711')).toBeVisible()
  await sendLevel(portal, 4.5)
  await expect(screen.getByText('4.5').first()).toBeVisible()
  expect(await screen.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true)
  await expectNoViolations(screen)

  await portal.killServer()
  await expect(screen.getByText(/^Connection lost/)).toBeVisible({ timeout: 30_000 })
  await portal.restart()
  await sendLevel(portal, 5.5)
  await expect(screen.getByText(/^Connection lost/)).toBeHidden({ timeout: 60_000 })
  await expect(screen.getByText('5.5').first()).toBeVisible({ timeout: 30_000 })
  await screen.reload()
  await expect(screen.getByText('5.5').first()).toBeVisible()
  const api = requests.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/v1/map/'))
  expect(api.filter((path) => !/^\/api\/v1\/(shared|boards)\//.test(path))).toEqual([])
  expect(await screen.content()).not.toContain('never shown 4711')
  expect(await screen.context().cookies()).toEqual([])

  await page.reload()
  await page.getByRole('button', { name: 'Remove the screen Lobby' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(codeOf(screen)).toBeVisible({ timeout: 10_000 })
  expect(await screen.content()).not.toContain('5.5')
  await screen.context().close()
})
