import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { type Download, expect, type Page } from '@playwright/test'
import { createUser, createUnit, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'
import { AXE_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, test } from './journey.ts'

const DAY = 86_400_000

const template = TemplateDefinition.parse({
  title: 'Pump',
  timeSeries: {
    charts: [
      { title: 'Level', type: 'timeseries', specifications: { tank: [series('level', 'Level', '%')] } },
      { title: 'Power', type: 'timeseries', specifications: { pump: [series('power', 'Power', 'kW')] } },
    ],
  },
})

function series(field: string, friendlyName: string, unit: string) {
  return { field, friendlyName, unit }
}

const dataID = 'pump-01'
let user: SignedInUser

/** A unit with records every ten minutes of the last three days. */
test.beforeAll(async ({ portal }) => {
  user = await createUser(portal, { email: 'pump@journey.example', entity: 'Pump Water' })
  const token = await createUnit(portal, user, dataID)
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    dataID,
    user.entity,
    template,
  ])
  await portal.sql('update unit set default_template = $1 where data_id = $1', [dataID])
  const now = Date.now()
  const times = Array.from({ length: 432 }, (_, index) => now - 3 * DAY + index * 600_000)
  const unit = await connectUnit(portal, dataID, token)
  const send = (source: string, field: string) =>
    unit.publishAsync(
      `units/${dataID}/data/${source}`,
      JSON.stringify(times.map((messageUTC, index) => ({ messageUTC, [field]: 20 + (index % 60) }))),
      { qos: 1 },
    )
  await send('tank', 'level')
  await send('pump', 'power')
  await unit.endAsync()
})

async function openCharts(page: Page, portal: Portal): Promise<void> {
  await signIn(page, portal, user.email)
  await page.goto(`${portal.url}/dashboard/${dataID}/time-series`)
  await expect(page.locator('[data-value]').first()).toHaveText(/\d/)
}

function typed(at: number): string {
  const date = new Date(at)
  const local = new Date(at - date.getTimezoneOffset() * 60_000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`the first chart is complete on the first screen of ${viewport.width} × ${viewport.height}`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize(viewport)
    await openCharts(page, portal)

    await expect(page.getByRole('region', { name: 'Level' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Choose dates' }).click()
    await page.getByRole('button', { name: 'Last Month' }).click()
    await expect(page.getByRole('button', { name: 'View Historical Data' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('dialog')).toBeInViewport({ ratio: 1 })
  })
}

// spec 1-1-12, 1-2-70, 1-9-17
test('a person looks at the past and comes back to live by keyboard alone', async ({ page, portal }) => {
  await openCharts(page, portal)
  await page.getByRole('button', { name: 'Choose dates' }).press('Enter')
  const chooser = page.getByRole('dialog', { name: 'Choose dates' })
  await expect.poll(async () => (await chooser.boundingBox())?.width).toBe(450)
  const view = page.getByRole('button', { name: 'View Historical Data' })
  await expect(view).toBeDisabled()

  const range = page.getByRole('textbox', { name: 'Historical range' })
  await range.focus()
  await page.keyboard.type('2026-13-01 00:00:00 ~ 2026-13-02 00:00:00')
  await expect(range).toHaveAttribute('aria-invalid', 'true')
  await expect(view).toBeDisabled()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(`${typed(Date.now() - 2 * DAY)} ~ ${typed(Date.now() - DAY)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Historical, /)).toBeVisible()
  await expect(page.locator('[data-value]').first()).toHaveText(/\d/)
  await page.reload()
  await expect(page.getByText(/^Historical, /)).toBeVisible()

  const chart = page.getByRole('application', { name: /^Level:/ })
  await chart.focus()
  await page.keyboard.press('+')
  await page.keyboard.press('Escape')

  const back = page.getByRole('button', { name: 'Back to Live' })
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Live, last 24 hours')).toBeVisible()
  await expect(back).toBeHidden()
  await expect(page.getByText('Live, last 24 hours')).toBeFocused()
})

// spec 1-2-67
test('a vertical line is in all charts with their values, pinned by a click or by Enter', async ({ page, portal }) => {
  await openCharts(page, portal)
  const toggle = page.getByRole('switch', { name: 'Vertical Line' })
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).toBeChecked()

  const plot = page.locator('.u-over')
  const lines = page.locator('.u-over [data-pinned]')
  await plot.first().hover({ position: { x: 300, y: 60 } })
  await expect(lines.nth(1)).toHaveAttribute('data-pinned', 'false')
  await plot.first().click({ position: { x: 400, y: 60 } })
  await expect(lines.nth(0)).toHaveAttribute('data-pinned', 'true')
  await expect(lines.nth(1)).toContainText(/kW/)
  const pinned = await lines.nth(1).textContent()
  await plot.first().hover({ position: { x: 200, y: 60 } })
  await expect(lines.nth(1)).toHaveText(pinned ?? '')

  await page.getByRole('application', { name: /^Power:/ }).focus()
  await page.keyboard.press('Enter')
  await expect(lines.nth(0)).toHaveAttribute('data-pinned', 'false')

  await page.setViewportSize({ width: 600, height: 800 })
  await expect(toggle).toBeHidden()
  await expect(lines.first()).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(toggle).not.toBeChecked()
})

// spec 1-1-13, 1-2-69
test('the charts share one axis of time, and the CSV holds what they show', async ({ page, portal }) => {
  await openCharts(page, portal)
  await page.getByRole('button', { name: 'Choose dates' }).click()
  await page.getByRole('button', { name: 'Last 7 Days' }).click()
  await page.getByRole('button', { name: 'View Historical Data' }).click()
  await expect(page).toHaveURL(/history=last-7-days/)
  await expect(page.locator('[data-value]').first()).toHaveText(/\d/)

  const half = page.getByRole('button', { name: '12hr' })
  await half.click()
  // The address changes before the page does.
  await expect(half).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/range=12hr/)
  const rowsOf = async (download: Promise<Download>) => {
    const file = await (await download).createReadStream()
    return (await file.setEncoding('utf8').toArray()).join('').trimEnd().split('\r\n')
  }
  const download = page.waitForEvent('download')
  const save = page.getByRole('button', { name: 'Download all charts' })
  await save.click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const rows = await rowsOf(download)
  expect(rows[0]).toBe('\uFEFFmessageUTC,Level (%),Power (kW)')
  expect(rows.length - 1).toBeGreaterThanOrEqual(70)
  expect(rows.length - 1).toBeLessThanOrEqual(73)

  const level = page.getByRole('button', { name: /^Level/ })
  await level.click()
  await expect(level).toHaveAttribute('aria-pressed', 'false')
  await save.click()
  const visible = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Visible series, CSV' }).click()
  expect((await rowsOf(visible))[0]).toBe('\uFEFFmessageUTC,Power (kW)')
})

for (const { colorScheme, size, viewport } of AXE_SCREENS) {
  test(`axe finds nothing on the charts on ${size} in the ${colorScheme} theme`, async ({ page, portal }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = async () => {
      await expectNoViolations(page)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    }
    await openCharts(page, portal)
    await page.setViewportSize(viewport)
    await look()
    await page.getByRole('button', { name: 'Choose dates' }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await look()
    await expect(page.getByRole('button', { name: 'View Historical Data' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'View Historical Data' }).click()
    await expect(page.getByText(/^Historical, /)).toBeVisible()
    await page.getByRole('button', { name: 'Choose dates' }).click()
    await page.getByRole('textbox', { name: 'Historical range' }).fill('yesterday')
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back to Live' }).click()
    await expect(page.getByText('Live, last 24 hours')).toBeVisible()
  })
}

test('the charts print whole, in light colours, without menus, with the unit, the range and the time', async ({
  page,
  portal,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openCharts(page, portal)
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await expect(page.getByRole('menuitem', { name: 'Print or save as PDF' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Printed .+ \(.+\)$/)).toBeVisible()
  await expect(page.getByText(/^\d.+ – \d/)).toBeVisible()
  await expect(page.getByRole('heading', { name: dataID })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('.mantine-Button-root, .mantine-ActionIcon-root').filter({ visible: true })).toHaveCount(0)
  const drawn = page.locator('.u-wrap')
  await expect(drawn).toHaveCount(2)
  for (const chart of await drawn.all()) await expect(chart).toHaveAttribute('style', /width: 700px/)
  await expect(page.locator('#content')).toHaveCSS('overflow', 'visible')

  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByText(/^Printed /)).toHaveCount(0)
})
