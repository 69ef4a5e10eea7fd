import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Browser, type Page } from '@playwright/test'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { createEvent } from '@fieldwatch/contract/events/events'
import { createShare, listShares, withdrawShare } from '../contract/shares.ts'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { getMe } from '@fieldwatch/contract/people/users'
import { call, createUnit, createUser, type SignedInUser } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { connectUnit } from '@fieldwatch/e2e/support/unit'
import { expectNoViolations } from '@fieldwatch/e2e/journeys/axe'
import { signIn, test } from '@fieldwatch/e2e/journeys/journey'
import { openNewLink } from '@fieldwatch/e2e/journeys/open-new-link'

const UNIT = 'sharing-tank'

const template = TemplateDefinition.parse({
  title: 'Shared tank',
  overview: { infoCards: [{ topic: 'Tank', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } }] },
  timeSeries: {
    charts: [
      { title: 'Levels', type: 'timeseries', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } },
    ],
  },
})

let ada: SignedInUser
let grace: SignedInUser
let token: string

test.beforeAll(async ({ portal }) => {
  ada = await createUser(portal, { email: 'ada@sharing.example', entity: 'Sharing Water' })
  grace = await createUser(portal, { email: 'grace@other.example', entity: 'Other Water' })
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

/** Another person's browser: it is signed in to another entity. */
async function openOther(browser: Browser, portal: Portal): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, portal, grace.email)
  await page.goto(`${portal.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Units' }).or(page.getByText('Other Water')).first()).toBeVisible()
  return page
}

test('an admin shares an overview; it is live for someone else, whose session stays, and blank when it is withdrawn', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, portal, ada.email)
  await page.goto(`${portal.url}/dashboard/${UNIT}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = (await page.getByRole('dialog').locator('pre').first().textContent()) ?? ''
  expect(link).toMatch(/\/shared\/[0-9a-f-]{36}#fws_/)

  const other = await openOther(browser, portal)
  const cookies = await other.context().cookies()
  const shown = await other.context().newPage()
  const requests: string[] = []
  shown.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await shown.goto(portal.url + new URL(link).pathname + new URL(link).hash)
  await expect(shown.getByRole('heading', { name: UNIT })).toBeVisible()
  await expect(shown.getByText('3.5')).toBeVisible()
  await sendLevel(portal, 4.5)
  await expect(shown.getByText('4.5')).toBeVisible()
  await expectNoViolations(shown)

  const api = requests.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/v1/map/'))
  expect(api.filter((path) => !path.startsWith('/api/v1/shared/'))).toEqual([])
  expect(await shown.content()).not.toContain('never shown 4711')
  expect(await other.context().cookies()).toEqual(cookies)
  await other.reload()
  await expect(other).toHaveURL(/\/dashboard/)
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeHidden()

  await page.goto(`${portal.url}/settings?tab=shares`)
  await expect(page.getByText(/Opened once/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: `Withdraw the link to Overview of ${UNIT}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(shown.getByRole('heading', { name: 'This link has ended' })).toBeVisible({ timeout: 10_000 })
  expect(await shown.content()).not.toContain('4.5')
  await shown.reload()
  await expect(shown.getByRole('heading', { name: 'This link doesn’t open' })).toBeVisible()
  await other.context().close()
})

test('a shared overview shows in a frame of another site, where the browser keeps nothing', async ({
  page,
  portal,
}) => {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<iframe src="${link.href}" width="900" height="600"></iframe>`)
  })
  site.listen(0)
  await once(site, 'listening')
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`
  const body: CallOf<typeof createShare>['body'] = { kind: 'overview', what: { dataID: UNIT }, origins: [origin] }
  const link = new URL((await call(portal, createShare, { token: ada.token, body })).details.link)
  link.host = `127.0.0.1:${new URL(portal.url).port}`

  await page.goto(origin)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: UNIT })).toBeVisible()
  site.close()
})

test('a shared chart with a password opens with it, and in a frame of a named page alone', async ({
  browser,
  portal,
}) => {
  const body: CallOf<typeof createShare>['body'] = {
    kind: 'chart',
    what: { dataID: UNIT, chart: 'Levels', range: { kind: 'last', minutes: 60 } },
    password: 'opensesame',
    origins: ['https://www.example.com'],
  }
  const { link, share } = (await call(portal, createShare, { token: ada.token, body })).details
  const { pathname, hash } = new URL(link)
  const headers = (await fetch(portal.url + pathname)).headers
  expect(headers.get('content-security-policy')).toContain('frame-ancestors https://www.example.com;')
  expect(headers.get('x-frame-options')).toBeNull()
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const plain = (await fetch(`${portal.url}/shared/none`)).headers
  expect(plain.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(plain.get('x-frame-options')).toBe('DENY')

  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(portal.url + pathname + hash)
  await expect(page.getByRole('heading', { name: 'This link doesn’t open' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('The link doesn’t open with this password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('opensesame')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: 'Levels' })).toBeVisible()
  await expect(page.getByRole('application', { name: /Levels/ })).toBeVisible()
  await expectNoViolations(page)
  expect(await context.cookies()).toEqual([])

  const [listed] = (await call(portal, listShares, { token: ada.token, query: { dataID: UNIT } })).details.shares
  expect([listed?.shareID, listed?.opened]).toEqual([share.shareID, 1])
  await call(portal, withdrawShare, { token: ada.token, body: { shareID: share.shareID } })
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible({ timeout: 10_000 })
  expect((await call(portal, getMe, { token: ada.token })).details.email).toBe(ada.email)
  await context.close()
})

test('an event table and a map are shared from where they are looked at, and go blank when withdrawn', async ({
  page,
  browser,
  portal,
}) => {
  const now = Date.now()
  const at = (minutes: number): string => new Date(now - minutes * 60_000).toISOString()
  const unit = await connectUnit(portal, UNIT, token)
  const send = (source: string, records: object): Promise<unknown> =>
    unit.publishAsync(`units/${UNIT}/data/${source}`, JSON.stringify(records), { qos: 1 })
  await send('room', [
    { messageUTC: at(50), temp: 30, secret: 'never shown 4711' },
    { messageUTC: at(40), temp: 1, secret: 'never shown 4711' },
  ])
  await send('location', { messageUTC: at(1), lat: 59.3, lon: 18.1 })
  const table = { name: 'Hot', comparison: 'room.temp > 20', startDate: at(600), values: [], maxGapMinutes: 60 }
  await call(portal, createEvent, { token: ada.token, body: { dataID: UNIT, ...table } })
  await signIn(page, portal, ada.email)

  await page.goto(`${portal.url}/dashboard/${UNIT}/events`)
  await page.getByRole('button', { name: 'Share Hot' }).click()
  const events = await openNewLink(page, browser, portal)
  await expect(events.getByRole('heading', { name: 'Hot' })).toBeVisible()
  await expect(events.getByText('10 min', { exact: true })).toBeVisible({ timeout: 15_000 })
  await send('room', [
    { messageUTC: at(20), temp: 25 },
    { messageUTC: at(13), temp: 1 },
  ])
  await expect(events.getByText('7 min', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expectNoViolations(events)
  expect(await events.content()).not.toContain('never shown 4711')

  await page.goto(`${portal.url}/dashboard`)
  await page.getByRole('button', { name: 'Select units', exact: true }).click()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Share as a map' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Tanks')
  const map = await openNewLink(page, browser, portal)
  await expect(map.getByRole('heading', { name: 'Tanks' })).toBeVisible()
  await expect(map.getByRole('list', { name: 'Units' }).getByText(UNIT)).toBeVisible()
  await expect(map.getByRole('region', { name: 'Map of one unit' })).toBeVisible()
  await expectNoViolations(map)

  await page.goto(`${portal.url}/settings?tab=shares`)
  for (const [name, shown] of [
    [`Hot, events of ${UNIT}`, events],
    ['Tanks, map of one unit', map],
  ] as const) {
    await page.getByRole('button', { name: `Withdraw the link to ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(shown.getByRole('heading', { name: 'This link has ended' })).toBeVisible({ timeout: 10_000 })
    expect(await shown.content()).not.toContain(UNIT)
    expect(await shown.context().cookies()).toEqual([])
    await shown.context().close()
  }
  await unit.endAsync()
})
