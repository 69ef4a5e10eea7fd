import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createUser, createUnit, type SignedInUser } from '../support/api.ts'
import { connectUnit } from '../support/unit.ts'
import { AXE_FORM_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, signInToDashboard, test } from './journey.ts'

let admin: SignedInUser

test.beforeAll(async ({ portal }) => {
  admin = await createUser(portal, { email: 'units@journey.example', entity: 'Units Water' })
})

test('a unit comes from nothing to a first value on a chart, without a reload', async ({ page, portal }) => {
  await signInToDashboard(page, portal, admin.email)
  await page.getByRole('button', { name: 'Add unit' }).click()
  const form = page.getByRole('dialog', { name: 'Add unit' })
  await form.getByLabel('Name').fill('Harbour tank')
  await expect(form.getByLabel('dataID')).toHaveValue('harbour-tank')
  await form.getByRole('button', { name: 'Add unit' }).click()

  const dialog = page.getByRole('dialog', { name: 'Connect the unit' })
  await expect(dialog.getByText('Waiting for the first record.')).toBeVisible()
  const command = (await dialog.getByText(/^mosquitto_pub/).textContent()) ?? ''
  const [, host, port] = /-h (\S+) -p (\d+)/.exec(command) ?? []
  expect(`mqtt://${host}:${port}`.replace('localhost', '127.0.0.1')).toBe(portal.mqttUrl)
  const token = /-P (\S+)/.exec(command)?.[1] ?? ''
  const unit = await connectUnit(portal, 'harbour-tank', token)
  await unit.publishAsync('units/harbour-tank/data/level', JSON.stringify({ level: 71.4 }), { qos: 1 })
  await expect(dialog.getByRole('region', { name: 'Newest record of level' }).getByText('71.4')).toBeVisible()

  await dialog.getByRole('button', { name: 'Show it on a chart' }).click()
  await expect(page).toHaveURL(/\/dashboard\/harbour-tank\/time-series/)
  await expect(page.getByText('71.4').first()).toBeVisible()
  await unit.publishAsync('units/harbour-tank/data/level', JSON.stringify({ level: 72.8 }), { qos: 1 })
  await expect(page.getByText('72.8').first()).toBeVisible()
  await unit.endAsync()
})

test('the HTTP command of the dialog sends a first record, and its programs and guides are at hand', async ({
  page,
  portal,
}) => {
  await signInToDashboard(page, portal, admin.email)
  await page.getByRole('button', { name: 'Add unit' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Hill tank')
  await page.getByRole('dialog').getByRole('button', { name: 'Add unit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect the unit' })
  const command = (await dialog.getByText(/^curl/).textContent()) ?? ''
  const [, url, bearer, body] = /^curl (\S+) -H 'authorization: (.+?)' .* -d '(.+)'$/.exec(command) ?? []

  const response = await fetch(url ?? '', {
    method: 'POST',
    headers: { authorization: bearer ?? '', 'content-type': 'application/json' },
    body: body ?? '',
  })

  expect(response.status).toBe(200)
  await expect(dialog.getByText('A record arrived in the source level.')).toBeVisible()

  await dialog.getByLabel('What sends').selectOption('Raspberry Pi (Python)')
  const downloads = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download raspberry-pi.py' }).click()
  const program = await readFile(await (await downloads).path(), 'utf8')
  expect(program).toContain(`TOKEN = "${bearer?.replace('Bearer ', '')}"`)
  expect(program).toContain(portal.mqttUrl.replace('127.0.0.1', 'localhost'))
  await expectNoViolations(page)
  const guides = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'How to set it up' }).click()
  const guide = await guides
  await expect(guide.getByRole('heading', { name: 'A Raspberry Pi as a unit' })).toBeVisible()
  await expectNoViolations(guide)
  await guide.getByRole('link', { name: 'Guides' }).click()
  await guide.getByRole('link', { name: 'First unit' }).click()
  await expect(guide.getByRole('heading', { name: 'Your first unit' })).toBeVisible()
})

// spec 2-2-46
test('an admin pauses a collection and resumes it', async ({ page, portal }) => {
  const token = await createUnit(portal, admin, 'pausing')
  const unit = await connectUnit(portal, 'pausing', token)
  await unit.publishAsync('units/pausing/data/level', '{"level": 1}', { qos: 1 })
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/pausing/management/data`)

  await page.getByRole('button', { name: 'Pause level' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  const answer = await fetch(`${portal.url}/api/v1/ingest/pausing/level`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{"level": 2}',
  })
  expect(await answer.json()).toMatchObject({ details: { stored: 0, paused: 1 } })

  await page.getByRole('button', { name: 'Resume level' }).click()
  await expect(page.getByText('Running', { exact: true })).toBeVisible()
  await unit.endAsync()
})

for (const { colorScheme, size, viewport } of AXE_FORM_SCREENS) {
  test(`axe finds nothing in managing units on ${size} in the ${colorScheme} theme`, async ({ page, portal }) => {
    const dataID = `managed-${colorScheme}-${viewport.width}`
    const token = await createUnit(portal, admin, dataID)
    for (const body of ['{"level": 1}', '{"level":']) {
      const headers = { authorization: `Bearer ${token}` }
      await fetch(`${portal.url}/api/v1/ingest/${dataID}/level`, { method: 'POST', headers, body })
    }
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signInToDashboard(page, portal, admin.email)

    await page.getByRole('button', { name: 'Add unit' }).click()
    await expect(page.getByRole('dialog', { name: 'Add unit' })).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.goto(`${portal.url}/dashboard/${dataID}/management/data`)
    await expect(page.getByText('The message is not valid JSON.', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pause level' })).toBeVisible()
    await expectNoViolations(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Administration' }).click()
    await expect(page.getByRole('switch', { name: /^Active/ })).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('link', { name: 'Status' }).click()
    await page.getByRole('button', { name: 'Update Device' }).click()
    await expect(page.getByRole('dialog', { name: 'Update Device' })).toBeVisible()
    await expectNoViolations(page)
  })
}
