import { readFile } from 'node:fs/promises'
import { DataId } from '@fieldwatch/contract/api/ids'
import { expect } from '@playwright/test'
import { call, createUser, createUnit } from '@fieldwatch/e2e/support/api'
import { createIncident } from '../contract/incidents.ts'
import { connectUnit } from '@fieldwatch/e2e/support/unit'
import { expectNoViolations } from '@fieldwatch/e2e/journeys/axe'
import { signIn, test } from '@fieldwatch/e2e/journeys/journey'
import { openNewLink } from '@fieldwatch/e2e/journeys/open-new-link'

const RANGE = encodeURIComponent('2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z')
const NAME = 'incident-tank'

test('an incident is saved from the replay by keyboard, concluded, and handed on as a file', async ({
  page,
  portal,
}) => {
  const admin = await createUser(portal, { email: 'incidents@journey.example', entity: 'Incident Water' })
  const unit = await connectUnit(portal, NAME, await createUnit(portal, admin, NAME))
  const day = Array.from({ length: 24 }, (_, hour) => ({
    messageUTC: new Date(Date.UTC(2026, 4, 1, hour)).toISOString(),
    level: hour,
  }))
  await unit.publishAsync(`units/${NAME}/data/tank`, JSON.stringify(day), { qos: 1 })
  const way = day.map(({ messageUTC }, hour) => ({ messageUTC, lat: 55 + hour / 100, lon: -1.6 + hour / 50 }))
  await unit.publishAsync(`units/${NAME}/data/location`, JSON.stringify(way), { qos: 1 })
  await unit.endAsync()
  await signIn(page, portal, admin.email)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${portal.url}/dashboard/${NAME}?replay=${RANGE}&moment=2026-05-01T12:00:00.000Z`)

  await page.getByRole('button', { name: 'Save incident' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save incident' })
  await dialog.getByLabel('Title').fill('Dry <b>tank</b>')
  await dialog.getByRole('combobox', { name: 'Charts' }).press('ArrowDown')
  await page.getByRole('option', { name: 'tank · level' }).click()
  await dialog.getByLabel('Title').focus()
  await expect(page.getByRole('option', { name: 'tank · level' })).toBeHidden()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('link', { name: 'Open the incident' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'Dry <b>tank</b>' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^tank · level of .*: 0 to 23$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Write conclusions' }).press('Enter')
  await page.getByRole('textbox', { name: 'Conclusions' }).fill('The valve was closed.\n<script>alert(1)</script>')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('The valve was closed.')).toBeVisible()
  await expectNoViolations(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as HTML' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  const picture = /<image href="data:image\/jpeg;base64,[\w+/=]{5000,}"/
  expect(file).toMatch(picture)
  expect(file).toContain('Map: GeoNames | Natural Earth')
  expect(file.replace(picture, '')).not.toMatch(/<script|<link|<img|src=|href=|url\(/)
  const saved = await page.context().newPage()
  await saved.setContent(file)
  await expect(saved.getByRole('heading', { name: 'Dry <b>tank</b>' })).toBeVisible()
  await expect(saved.locator('svg.chart path')).toHaveCount(1)
  expect(
    await saved.evaluate(`(async () => {
      const picture = new Image()
      picture.src = document.querySelector('svg.track image').getAttribute('href')
      await picture.decode()
      return [picture.naturalWidth, picture.naturalHeight]
    })()`),
  ).toEqual([640, 480])
  await saved.close()

  await page.getByRole('link', { name: 'All incidents' }).click()
  await expect(page.getByRole('link', { name: 'Dry <b>tank</b>' })).toBeVisible()
  await expectNoViolations(page)
})

test('an incident is shared from its page, and goes blank when its link is withdrawn', async ({
  page,
  browser,
  portal,
}) => {
  const admin = await createUser(portal, { email: 'shares-incident@journey.example', entity: 'Shared Incident Water' })
  await createUnit(portal, admin, 'shared-tank')
  const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
  const body = { title: 'Heat in the room', from: at(60), to: at(0), conclusions: 'A broken fan' }
  const dataIDs = [DataId.parse('shared-tank')]
  const { incidentID } = (await call(portal, createIncident, { token: admin.token, body: { ...body, dataIDs } }))
    .details
  await signIn(page, portal, admin.email)

  await page.goto(`${portal.url}/incidents/${incidentID}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const report = await openNewLink(page, browser, portal)
  await expect(report.getByRole('heading', { name: 'Heat in the room' })).toBeVisible()
  await expect(report.getByText('A broken fan')).toBeVisible()
  await expectNoViolations(report)

  await page.goto(`${portal.url}/settings?tab=shares`)
  await page.getByRole('button', { name: 'Withdraw the link to Incident Heat in the room' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(report.getByRole('heading', { name: 'This link has ended' })).toBeVisible({ timeout: 10_000 })
  expect(await report.content()).not.toContain('shared-tank')
  await report.context().close()
})
