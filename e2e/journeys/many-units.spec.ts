import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createUser, type SignedInUser } from '../support/api.ts'
import { expectNoViolations } from './axe.ts'
import { signInToDashboard, test } from './journey.ts'

let admin: SignedInUser

test.beforeAll(async ({ portal }) => {
  admin = await createUser(portal, { email: 'many@journey.example', entity: 'Many Water' })
})

const FILE = [
  'Serial;Name;Active',
  ...Array.from({ length: 1000 }, (_, n) => `pump-${n};Pump ${n};yes`),
  'bad id;Bad;yes',
].join('\r\n')

test('1,000 units are imported with their tokens, and then all deactivated at once', async ({ page, portal }) => {
  await signInToDashboard(page, portal, admin.email)
  await page.getByRole('button', { name: 'Import units' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import units' })
  const file = { name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) }
  await dialog.locator('input[type="file"]').setInputFiles(file)
  await expect(dialog.getByText('This file has 1,000 new, 0 changed, 0 unchanged, 1 not valid.')).toBeVisible()
  await expect(dialog.getByText(/^dataID: A dataID is/)).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Import 1,000 units' }).click()

  const job = page.getByRole('dialog', { name: 'Import of 1,001 units' })
  await expect(job.getByText('1,000 added · 1 refused')).toBeVisible()
  await job.getByRole('button', { name: 'Create tokens for 1,000 units' }).click()
  await job.getByRole('button', { name: 'Download the tokens' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const tokens = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(tokens).toHaveLength(1001)
  expect(tokens[1]).toMatch(/^pump-0,fw_[\w-]+,mqtt:/)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Select units' }).click()
  await page.getByRole('button', { name: 'Select all 1,000 shown' }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Deactivate 1,000 units' }).click()
  await expect(page.getByRole('dialog').getByText('1,000 changed')).toBeVisible()
})
