import { expect, type Locator } from '@playwright/test'
import { createSim } from '@fieldwatch/contract/units/sims'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { call, createUser, createUnit } from '../support/api.ts'
import { signIn, test } from './journey.ts'

const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1280, height: 800 }

async function widthBeyond(element: Locator): Promise<number> {
  return element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  return box
}

test('a table is cards on a phone, and says where it is cut on a small window', async ({ page, portal }) => {
  const admin = await createUser(portal, { email: 'cards@journey.example', entity: 'Cards Water' })
  for (const serial of ['124', '132', '140']) {
    const body = {
      entity: admin.entity,
      iccid: `8944501234567890${serial}`,
      imei: '490154203200086',
      imsi: '234150123450008',
      msisdn: '+4477009000800',
      operator: 'Northern Cellular',
      ip: '10.64.0.18',
      dataUsed: 48_700_000,
      dataLimit: 50_000_000,
      lastSessionUTC: '2026-01-20T10:28:24.000Z',
      label: `Pump ${serial} of the treatment works`,
    }
    await call(portal, createSim, { token: admin.token, body })
  }
  await signIn(page, portal, admin.email)

  await page.setViewportSize(PHONE)
  await page.goto(`${portal.url}/sim-cards`)
  const cards = page.getByRole('list', { name: 'SIM cards' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  await expect(cards.first().getByText('490154203200086')).toBeInViewport({ ratio: 1 })
  expect(await widthBeyond(page.locator('#content'))).toBe(0)
  await page.goto(`${portal.url}/settings?tab=my-company`)
  await expect(page.getByRole('list', { name: /^Users of/ }).getByText('active')).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${portal.url}/sim-cards`)
  await expect(page.getByText('490154203200086').first()).toBeVisible()
  expect(await widthBeyond(page.getByRole('region', { name: 'SIM cards' }))).toBe(0)

  await page.setViewportSize({ width: 660, height: 390 })
  await page.goto(`${portal.url}/sim-cards`)
  const place = page.getByRole('region', { name: 'SIM cards' })
  // A shadow marks where it is cut.
  const edges = place.locator('..')
  await expect(edges).toHaveAttribute('data-cut', 'end')
  await place.focus()
  await page.keyboard.press('ArrowRight')
  await expect(edges).toHaveAttribute('data-cut', 'both')
  await place.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect(edges).toHaveAttribute('data-cut', 'start')
})

test('a small window leaves room for the map, a card keeps off its pin, and counts are in one row', async ({
  page,
  portal,
}) => {
  const admin = await createUser(portal, { email: 'small@journey.example', entity: 'Small Water' })
  await portal.sql(
    `insert into unit (data_id, friendly_name, last_activity_at, current_lat, current_lon, token_hash)
     select 'small-' || n, 'Small ' || n, now(), 40 + n * 0.001, -110, '' from generate_series(1, 2026) n`,
  )
  await portal.sql(
    `insert into unit_entity (data_id, entity_id) select data_id, $1 from unit where data_id like 'small-%'`,
    [admin.entity],
  )
  await signIn(page, portal, admin.email)

  await page.setViewportSize(LAPTOP)
  await page.goto(`${portal.url}/dashboard`)
  const filters = page.getByRole('group', { name: 'Filter by status' }).getByRole('button')
  await expect(filters.first()).toHaveText('All2,026')
  const tops = await filters.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await page.getByPlaceholder('Search Units...').fill('Small 1234')
  await expect(filters.first()).toHaveText('All1')

  const map = page.getByRole('region', { name: 'Map of the units' })
  const pin = map.getByRole('button', { name: 'Small 1234, Current' })
  await pin.click()
  const card = await boxOf(map.getByRole('region', { name: 'Selected units' }))
  const at = await boxOf(pin)
  const apart =
    card.y + card.height <= at.y ||
    card.y >= at.y + at.height ||
    card.x >= at.x + at.width ||
    card.x + card.width <= at.x
  expect(apart, `${JSON.stringify(card)} and ${JSON.stringify(at)}`).toBe(true)

  await page.getByRole('button', { name: 'Deactivated' }).click()
  await expect(map.getByText('No units to show here.')).toBeVisible()
  await page.setViewportSize({ width: 800, height: 600 })
  const [list, room] = [await boxOf(page.getByRole('region', { name: 'List of the units' })), await boxOf(map)]
  expect(room.width).toBeGreaterThan(list.width)

  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('all')
  const rows = page.getByRole('list', { name: 'Units' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search Units' }).fill('')
  await expect(rows.nth(5)).toBeInViewport({ ratio: 1 })
})

test('the tab of the open page is in sight on a phone, and a card alone has columns', async ({
  page,
  portal,
  admin,
}) => {
  await createUnit(portal, admin, 'tabs-tank')
  const value = (field: string) => ({ field, friendlyName: field })
  const template = TemplateDefinition.parse({
    title: 'Tank',
    overview: { infoCards: [{ topic: 'Tank', specifications: { tank: [value('level'), value('volume')] } }] },
    timeSeries: { charts: [] },
  })
  await call(portal, putTemplate, { token: admin.token, body: { dataID: 'tabs-tank', template } })
  await portal.admin('app', 'add', '--name', 'Calibration of the sensors', '--url', '/page_blth_app', '--everyone')
  await portal.admin('app', 'tab', '--app', 'calibration-of-the-sensors', '--unit', 'tabs-tank')
  await signIn(page, portal, admin.email)

  await page.setViewportSize(PHONE)
  await page.goto(`${portal.url}/dashboard/tabs-tank/management`)
  await expect(page.getByRole('link', { name: 'Management' })).toBeInViewport({ ratio: 0.95 })
  await page.goto(`${portal.url}/settings?tab=alerts`)
  const section = page.getByRole('combobox', { name: 'Section' })
  await expect(section).toBeInViewport({ ratio: 0.95 })
  await section.selectOption('Templates')
  await expect(page).toHaveURL(/tab=templates/)

  await page.setViewportSize(LAPTOP)
  await page.goto(`${portal.url}/dashboard/tabs-tank`)
  const [name, number] = [page.getByText('level', { exact: true }), page.getByRole('definition').first()]
  const between = (await boxOf(number)).x - (await boxOf(name)).x
  expect(between).toBeLessThan(320)
})
