import { expect, type Page } from '@playwright/test'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { SignedInUser } from '../support/api.ts'
import { createUser, createUnit } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, test } from './journey.ts'

const template = TemplateDefinition.parse({
  title: 'Tank',
  overview: { gauges: [{ title: 'Level', range: [0, 2000], source: 'tank', field: 'level' }] },
})

const MINUTE = 60_000
const START = Date.parse('2026-05-01T00:00:00Z')
const RANGE = encodeURIComponent('2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z')

/** A tank whose level was the minute of the day, every ten minutes of a day. */
async function createTank(portal: Portal, admin: SignedInUser, dataID: string): Promise<void> {
  const token = await createUnit(portal, admin, dataID)
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    dataID,
    admin.entity,
    template,
  ])
  await portal.sql('update unit set default_template = $1 where data_id = $1', [dataID])
  const unit = await connectUnit(portal, dataID, token)
  const day = Array.from({ length: 144 }, (_, place) => ({
    messageUTC: new Date(START + place * 10 * MINUTE).toISOString(),
    level: place * 10,
  }))
  await unit.publishAsync(`units/${dataID}/data/tank`, JSON.stringify(day), { qos: 1 })
  await unit.endAsync()
}

const level = (page: Page) => page.getByRole('meter', { name: 'Level' })

test('a link shows a colleague the same moment', async ({ page, portal, browser }) => {
  const admin = await createUser(portal, { email: 'replay@journey.example', entity: 'Replay Water' })
  const colleague = await createUser(portal, { email: 'replay-2@journey.example', entity: 'Replay Water' })
  await createTank(portal, admin, 'replay-tank')
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/replay-tank?replay=${RANGE}&moment=2026-05-01T12:00:00.000Z`)
  await expect(level(page)).toContainText('720')
  const slider = page.getByRole('slider', { name: 'Moment' })
  await slider.press('PageUp')
  await expect(level(page)).toContainText('780')
  await expect(page).toHaveURL(/moment=2026-05-01T13/)
  await page.getByRole('button', { name: /^At this moment/ }).click()
  await expectNoViolations(page)

  const theirs = await browser.newPage()
  await signIn(theirs, portal, colleague.email)
  await theirs.goto(page.url())
  await expect(level(theirs)).toContainText('780')
  await expect(theirs.getByRole('region', { name: 'Replay' })).toContainText('You see the past')
  await theirs.close()

  await page.getByRole('button', { name: 'Back to live' }).click()
  await expect(page.getByRole('button', { name: 'Replay' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/replay-tank$/)
})

test('the past is played by keys alone on a phone', async ({ page, portal }) => {
  const admin = await createUser(portal, { email: 'replay-keys@journey.example', entity: 'Keys Water' })
  await createTank(portal, admin, 'replay-keys')
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/replay-keys?replay=${RANGE}`)
  await expect(level(page)).toContainText('0')
  const slider = page.getByRole('slider', { name: 'Moment' })
  await expect(slider).toBeVisible()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate<boolean>(`document.activeElement?.type === 'range'`)) break
    await page.keyboard.press('Tab')
  }
  await expect(slider).toBeFocused()

  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page)
  await page.keyboard.press('End')
  await expect(level(page)).toContainText('1,430')
  await page.keyboard.press('Home')
  await expect(level(page)).toContainText('0')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  expect(await page.locator('#content').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('nothing moves on the page while the line is dragged', async ({ page, portal }) => {
  const admin = await createUser(portal, { email: 'replay-drag@journey.example', entity: 'Drag Water' })
  // It has no positions: its way is not asked for.
  await createTank(portal, admin, 'replay-drag')
  await signIn(page, portal, admin.email)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await page.goto(`${portal.url}/dashboard?replay=${RANGE}`)
  const map = page.locator('.maplibregl-map')
  await expect(map.locator('canvas').first()).toBeVisible()
  const slider = page.getByRole('slider', { name: 'Moment' })
  const line = await slider.boundingBox()
  if (line === null) throw new Error('the line has no place')
  await page.evaluate(`{
    const map = document.querySelector('.maplibregl-map')
    let sizes = 0
    new ResizeObserver(() => (map.dataset.sizes = String((sizes += 1)))).observe(map)
  }`)
  await page.mouse.move(line.x + line.width / 4, line.y + line.height / 2)
  await page.mouse.down()
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.move(line.x + line.width * (0.25 + step / 120), line.y + line.height / 2)
  }
  await page.mouse.up()

  await expect(page).toHaveURL(/moment=2026-05-01T1/)
  expect(await map.getAttribute('data-sizes')).toBe('1')
  expect(refused).toEqual([])
})
