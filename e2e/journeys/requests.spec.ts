import { expect, type Page } from '@playwright/test'
import { createUnit, createUser, readAll } from '../support/api.ts'
import { startGateway } from '../support/gateway.ts'
import { AXE_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, test } from './journey.ts'

const BLOWER = { description: 'Blower', enabled: true, report_interval: 60, scale: { min: 0, max: 50, unit: 'Hz' } }

const CONFIGURATION = {
  firmware: '4.2.1',
  buses: [
    { bus_id: 'can0', channels: { 2: { description: 'Flow', scale: { max: 10 } }, 9: BLOWER } },
    { bus_id: 'can2', channels: {} },
  ],
  serial_number_list: [{ serial_number: 'TD1042', update_frequency: 20, report_interval: 60 }],
}

const blower = (page: Page) => page.getByRole('button', { name: /^Channel 9,/ })

// spec 2-1-07, 2-1-08, 2-2-55
test('a channel of a gateway is configured, and is reported at its new interval', async ({ page, portal }) => {
  const dataID = 'bus-gateway'
  const admin = await createUser(portal, { email: `${dataID}@journey.example`, entity: 'Gateway Water' })
  const token = await createUnit(portal, admin, dataID)
  const gateway = await startGateway(portal, { dataID, token, configuration: CONFIGURATION })
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/${dataID}/xetasense`)
  await expect(blower(page)).toHaveAccessibleName(/Blower, wired and enabled, 46 Hz/)

  await blower(page).click()
  const dialog = page.getByRole('dialog', { name: 'Channel 9 of can0' })
  await dialog.getByLabel('Max unit value').fill('60')
  await dialog.getByLabel('Report interval').fill('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Channel 9 of can0 was changed.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(blower(page)).toBeFocused()

  expect(gateway.configuration()).toMatchObject({
    firmware: '4.2.1',
    buses: [{ channels: { 9: { report_interval: 1, scale: { max: 60 } } } }, { bus_id: 'can2' }],
  })
  await expect
    .poll(async () => {
      const times = (await readAll(portal, admin, dataID, 'XetaSense')).map(({ messageUTC }) => Date.parse(messageUTC))
      const [before = 0, last = 0] = times.slice(-2)
      return times.length > 3 ? last - before : 0
    })
    .toBe(1000)

  await page.goto(`${portal.url}/dashboard/${dataID}/management/requests`)
  const history = page.getByRole('region', { name: 'Action Request History' })
  await expect(history.getByRole('row', { name: /Update.*OK/ })).toBeVisible()
  await page.getByLabel('Setting', { exact: true }).selectOption('XetaSense')
  await page.getByLabel('Request', { exact: true }).selectOption('Read')
  await page.getByRole('region', { name: 'Action Request', exact: true }).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Request sent')).toBeVisible()
  await expect(history.getByRole('row', { name: /Read.*OK/ })).toHaveCount(2)
  await gateway.end()
})

for (const { colorScheme, size, viewport } of AXE_SCREENS) {
  test(`axe finds nothing on the screens of a gateway on ${size} in the ${colorScheme} theme`, async ({
    page,
    portal,
  }) => {
    test.slow()
    const dataID = `gateway-${colorScheme}-${viewport.width}`
    const admin = await createUser(portal, { email: `${dataID}@journey.example`, entity: dataID })
    const token = await createUnit(portal, admin, dataID)
    const gateway = await startGateway(portal, { dataID, token, configuration: CONFIGURATION })
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, portal, admin.email)
    await page.goto(`${portal.url}/dashboard/${dataID}/xetasense`)
    await expect(blower(page)).toBeVisible()
    await expectNoViolations(page)
    await blower(page).click()
    await expect(page.getByLabel('Description')).toBeFocused()
    await expectNoViolations(page)
    await page.goto(`${portal.url}/dashboard/${dataID}/pressure-sensor`)
    await page.getByRole('button', { name: 'Configure TD1042' }).click()
    await expect(page.getByLabel('Offset')).toBeFocused()
    await expectNoViolations(page)
    await page.goto(`${portal.url}/dashboard/${dataID}/management/requests`)
    await expect(page.getByRole('textbox', { name: 'Payload' })).toBeVisible()
    await page
      .getByRole('button', { name: /^Show request/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    // Tab leaves the editor, as it leaves any field.
    await page.getByRole('textbox', { name: 'Payload' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Expires after')).toBeFocused()
    await gateway.end()
  })
}
