import { expect, type Page } from '@playwright/test'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { createUser, createUnit } from '../support/api.ts'
import { connectUnit } from '../support/unit.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, signInToDashboard, test } from './journey.ts'

const template = TemplateDefinition.parse({ title: 'Panel', timeSeries: { pageTechTools: true, charts: [] } })

/** How tall the frame is some time after its app asked for a height in pixels. */
async function heightAfterAskingFor(page: Page, height: number): Promise<number | undefined> {
  const app = page.frames().find((frame) => frame.parentFrame() !== null)
  await app?.evaluate(`parent.postMessage({ type: 'fieldwatch/height', height: ${height} }, location.origin)`)
  return (await page.locator('iframe').boundingBox())?.height
}

// spec 1-2-132, 1-2-15, 1-2-17, 1-9-39
test('an app that the operator adds opens in a frame, alone and on the page of a unit', async ({ page, portal }) => {
  const admin = await createUser(portal, { email: 'apps@journey.example', entity: 'Apps Water' })
  const token = await createUnit(portal, admin, 'apps-tank')
  await portal.admin('app', 'add', '--name', 'Calibration', '--url', '/page_blth_app', '--entity', 'Apps Water')
  await portal.admin('app', 'tab', '--app', 'calibration', '--unit', 'apps-tank')
  const parts: string[] = []
  page.on('request', (request) => parts.push(...(/applications?-page/.exec(request.url()) ?? [])))
  await signInToDashboard(page, portal, admin.email)
  const apps = page.getByRole('link', { name: 'Apps', exact: true })
  await expect(apps).toBeVisible()
  const before = [...parts]

  await apps.click()
  await page.getByRole('main').getByRole('link', { name: 'Calibration' }).click()
  await expect(page).toHaveURL(/\/applications\/calibration$/)
  // Their parts of the app come when someone goes there.
  expect(before).toEqual([])
  expect(parts).toEqual(expect.arrayContaining(['applications-page', 'application-page']))
  const sheet = page.frameLocator('iframe')
  await expect(sheet.getByRole('heading', { name: 'Calibration with two standards' })).toBeVisible()
  // Its cards are where those of every page are.
  const head = await page.getByRole('main').locator('h1').locator('..').boundingBox()
  expect((await sheet.getByRole('region', { name: 'Result' }).boundingBox())?.x).toBe(head?.x)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1280, height: 400 })
  await expect.poll(() => heightAfterAskingFor(page, 120)).toBe(500)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(`${portal.url}/dashboard/apps-tank`)
  await page.getByRole('navigation', { name: 'Unit' }).getByRole('link', { name: 'Calibration' }).click()
  await expect(page).toHaveURL(/\/dashboard\/apps-tank\/calibration$/)
  await expect(sheet.getByRole('heading', { name: 'Calibration with two standards' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('src', /dataID=apps-tank/)
  const unit = await connectUnit(portal, 'apps-tank', token)
  await unit.publishAsync('units/apps-tank/data/nitrate', JSON.stringify({ analyte_value: 151.5 }), { qos: 1 })
  await expect(sheet.getByText('The sensor reads 151.5')).toBeVisible()
  await unit.endAsync()
})

for (const [size, viewport] of [
  ['a laptop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`a sensor is calibrated with its live reading, and paused, on ${size}`, async ({ page, portal }) => {
    const name = `panel-${viewport.width}`
    const admin = await createUser(portal, { email: `${name}@journey.example`, entity: `Panel ${viewport.width}` })
    const token = await createUnit(portal, admin, name)
    await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
      name,
      admin.entity,
      template,
    ])
    await portal.sql('update unit set default_template = $1 where data_id = $1', [name])
    const unit = await connectUnit(portal, name, token)
    await unit.publishAsync(`units/${name}/data/nitrate`, JSON.stringify({ analyte_value: 150.5 }), { qos: 1 })
    await page.setViewportSize(viewport)
    await signIn(page, portal, admin.email)

    await page.goto(`${portal.url}/dashboard/${name}/time-series`)
    await expect(page.getByRole('region', { name: 'NO3-' }).getByText('150.5')).toBeVisible()
    await expect(page.getByRole('region', { name: 'pH' }).getByText('Unknown').first()).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Calibrate' }).click()
    const sheet = page.frameLocator('iframe')
    await expect(sheet.getByText('The sensor reads 150.5')).toBeVisible()
    await expectNoViolations(page)
    await sheet.getByRole('button', { name: 'Use current reading' }).first().click()
    await expect(sheet.getByLabel('Reading').first()).toHaveValue('150.5')
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Pause Measurements' }).click()
    await expect(page.getByRole('button', { name: 'Resume Measurements' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Resume Measurements' }).click()
    await expect(page.getByRole('button', { name: 'Pause Measurements' })).toBeVisible()
    await unit.endAsync()
  })
}
