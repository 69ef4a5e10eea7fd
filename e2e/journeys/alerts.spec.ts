import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { listAlerts } from '@fieldwatch/contract/alerts'
import { ingestSource } from '@fieldwatch/contract/ingest'
import { call, createUnit } from '../support/api.ts'
import { AXE_FORM_SCREENS } from './axe-screens.ts'
import { signIn, test } from './journey.ts'

async function look(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

for (const { colorScheme, size, viewport } of AXE_FORM_SCREENS) {
  test(`the wizard makes one alert by a double click, and axe finds nothing in its steps, on ${size} in the ${colorScheme} theme`, async ({
    page,
    portal,
    admin,
  }) => {
    const dataID = `wizard-${colorScheme}-${viewport.width}`
    const token = await createUnit(portal, admin, dataID)
    await fetch(portal.url + ingestSource.path.replace(':dataID', dataID).replace('/:source', ''), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tank: [9, 4].map((temp, n) => ({ messageUTC: Date.now() - 60_000 + n, temp })) }),
    })
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, portal, admin.email)
    await page.goto(`${portal.url}/settings?tab=alerts`)
    await page.getByRole('button', { name: 'Create Alert' }).click()
    const wizard = page.getByRole('dialog', { name: 'Create Alert' })
    const next = wizard.getByRole('button', { name: 'Next' })

    await next.click()
    await expect(wizard.getByText('A name is required.')).toBeVisible()
    await look(page)
    await wizard.getByLabel('Name').fill('Too warm')
    await next.click()
    await wizard.getByLabel(new RegExp(dataID)).check()
    await look(page)
    await next.click()
    await wizard.getByLabel('Source').selectOption('tank')
    await expect(wizard.getByLabel('Field')).toHaveValue('temp')
    await wizard.getByLabel('Operator').selectOption('greater than')
    await wizard.getByRole('textbox', { name: 'Value' }).fill('8')
    await expect(wizard.getByText(/it would have been triggered once/)).toBeVisible()
    await expect(wizard.getByRole('application')).toBeVisible()
    await look(page)
    await next.click()
    await wizard.getByLabel('Again while it lasts').check()
    await wizard.getByLabel('Hours').fill('6')
    await next.click()
    await expect(wizard.getByText(/another every 6 hours/)).toBeVisible()
    await look(page)
    await wizard.getByRole('button', { name: 'Create Alert' }).dblclick()

    await expect(wizard).toHaveCount(0)
    const { details } = await call(portal, listAlerts, { token: admin.token, query: { dataID } })
    expect(
      details.map(({ name, devices, condition, interval, mine }) => [name, devices, condition, interval, mine]),
    ).toEqual([['Too warm', [dataID], { field: 'temp', operator: 'greater than', constant: 8 }, 21_600, 'owner']])
  })
}
