import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createUnit } from '../support/api.ts'
import { signIn, test } from './journey.ts'

const PHOTO = join(import.meta.dirname, '../../docs/images/unit.png')

// spec 1-2-58, 2-1-05, 2-2-42, 2-2-49
test('Update Device changes the name, the description and the picture of a unit', async ({ page, portal, admin }) => {
  await createUnit(portal, admin, 'updated-unit')
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/updated-unit/management`)
  await page.getByRole('button', { name: 'Update Device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Device' })

  await dialog.getByLabel('Friendly name').fill('Pump at the weir')
  await dialog.getByLabel('Description').fill('Behind the second gate.')
  await dialog.getByRole('button', { name: 'Add a picture' }).click()
  const cropper = page.getByRole('dialog', { name: 'Picture of the unit' })
  await cropper.getByLabel('Image file').setInputFiles(PHOTO)
  await cropper.getByRole('button', { name: 'Apply Crop' }).click()
  await expect(cropper).toBeHidden()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await page.reload()
  const device = page.getByRole('region', { name: 'Device' })
  await expect(page.getByRole('heading', { name: 'Pump at the weir' })).toBeVisible()
  await expect(device.getByText('Behind the second gate.')).toBeVisible()
  await expect(device.locator('img[src^="/api/v1/files/"]')).toBeVisible()
})
