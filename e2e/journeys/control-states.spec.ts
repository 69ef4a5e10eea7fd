import { expect } from '@playwright/test'
import { createSim } from '@fieldwatch/contract/units/sims'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { call, createUnit } from '../support/api.ts'
import { moveTo } from '../support/move-to.ts'
import { expectReadableStates } from './control-states.ts'
import { signInToDashboard, test } from './journey.ts'

test('every kind of control can be read in each of its states, in both themes', async ({ page, portal, admin }) => {
  test.slow()
  const look = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectReadableStates(page)
    }
  }
  const dataID = 'states-1'
  await createUnit(portal, admin, dataID)
  await call(portal, createSim, { token: admin.token, body: { entity: admin.entity, iccid: '8944501234567890124' } })
  const chart = {
    title: 'Level',
    type: 'timeseries' as const,
    specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] },
  }
  const template = TemplateDefinition.parse({ title: 'Tank', timeSeries: { charts: [chart] } })
  await call(portal, putTemplate, { token: admin.token, body: { dataID, template } })

  await page.goto(`${portal.url}/login`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await look()

  // Cards, fields and buttons of the map.
  await signInToDashboard(page, portal, admin.email)
  await expect(page.getByText(dataID).first()).toBeVisible()
  await look()
  // A choice and checkboxes.
  await page.getByRole('button', { name: 'Sort and columns' }).click()
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('list', { name: 'Columns' })).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit labels' }).click()
  await page.getByRole('button', { name: 'Add label' }).click()
  await expect(page.getByRole('dialog', { name: 'Add label' })).toBeVisible()
  await look()

  // Tabs, ranges of time, and a dialog with a red button.
  await moveTo(page, `/dashboard/${dataID}/time-series`)
  await expect(page.getByRole('button', { name: 'Delete Level' })).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Delete Level' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete widget' })).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit Level' }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  await look()

  // A wizard with its steps; the chosen rows of a table, and a menu with a red item.
  await moveTo(page, '/settings?tab=alerts')
  await page.getByRole('button', { name: 'Create Alert' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Alert' })).toBeVisible()
  await look()
  await moveTo(page, '/sim-cards')
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await look()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await look()
})
