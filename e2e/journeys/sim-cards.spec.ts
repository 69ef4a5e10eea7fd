import { expect } from '@playwright/test'
import { createSim } from '@fieldwatch/contract/units/sims'
import { call, createUser, createUnit, type SignedInUser } from '../support/api.ts'
import { AXE_FORM_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, signInToDashboard, test } from './journey.ts'

let admin: SignedInUser
/** A user of an entity with one card. */
let owner: SignedInUser

test.beforeAll(async ({ portal }) => {
  admin = await createUser(portal, { email: 'sims@journey.example', entity: 'Sims Water' })
  await createUnit(portal, admin, 'sim-tank')
  owner = await createUser(portal, { email: 'card@journey.example', entity: 'One Card Water' })
  const used = { dataUsed: 49_000_000, dataLimit: 50_000_000 }
  const body = { entity: owner.entity, iccid: '8944501234567890124', label: 'North', ...used }
  await call(portal, createSim, { token: owner.token, body })
})

const FILE = [
  'SIM number;Name;Unit;State;Data used (MB)',
  '8944501234567890124;North;sim-tank;Activated;1,5',
  '8944501234567890125;South;;suspended;2',
  '8,94E+18;West;;active;3',
  '8944501234567890124;Twice;;active;3',
].join('\r\n')

test('a file with bad lines is imported only as far as it is valid, and only after that was chosen', async ({
  page,
  portal,
}) => {
  await signInToDashboard(page, portal, admin.email)
  await page.getByRole('link', { name: 'SIM Cards' }).click()
  await expect(page.getByText('No SIM cards yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import SIM cards' })
  const file = { name: 'sims.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) }
  await dialog.locator('input[type="file"]').setInputFiles(file)

  await expect(dialog.getByText('This file has 2 new, 0 changed, 0 unchanged, 2 not valid.')).toBeVisible()
  await expect(dialog.getByText(/a spreadsheet has shortened the number/)).toBeVisible()
  await expect(dialog.getByText('The same card is on line 2 already.')).toBeVisible()
  await expect(dialog.getByText(/The check digit of the ICCID is wrong/)).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Import the 2 valid ones' }).click()
  await expect(dialog.getByText(/^Imported: 2 new/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'SIM Cards 2' })).toBeVisible()
  await expect(page.getByText('1.5 MB')).toBeVisible()
  await page.getByRole('table', { name: 'SIM cards' }).getByRole('link', { name: 'sim-tank' }).click()
  await expect(page).toHaveURL(/\/dashboard\/sim-tank$/)
  await page.getByRole('link', { name: 'Management' }).click()
  await page.getByRole('link', { name: '8944501234567890124', exact: true }).click()
  await expect(page).toHaveURL(/\/sim-cards\?search=/)
  await expect(page.getByText('South')).toHaveCount(0)
})

// spec 1-2-32, 1-2-57
test('a SIM card is added and changed by keyboard alone', async ({ page, portal }) => {
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/sim-cards`)
  await page.getByRole('button', { name: 'Add SIM card' }).focus()
  await page.keyboard.press('Enter')
  // The dialog takes the focus when it has opened.
  await expect(page.getByLabel('ICCID')).toBeFocused()
  await page.keyboard.type('8944501234567890132')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Actions for Keyboard' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await expect(page.getByLabel('Label')).toBeFocused()
  await page.getByLabel('Label').fill('Changed')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('cell', { name: 'Changed 8944501234567890132' })).toBeVisible()
})

for (const { colorScheme, size, viewport } of AXE_FORM_SCREENS) {
  test(`axe finds nothing in SIM cards on ${size} in the ${colorScheme} theme`, async ({ page, portal }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, portal, owner.email)
    await page.goto(`${portal.url}/sim-cards`)
    await expect(page.getByRole('heading', { name: /^SIM Cards/ })).toBeVisible()
    await expect(page.getByText('North', { exact: true })).toBeVisible()
    await expectNoViolations(page)
    const content = page.locator('#content')
    await expect.poll(() => content.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.getByRole('button', { name: 'Add SIM card' }).click()
    await expect(page.getByRole('dialog', { name: 'Add SIM card' })).toBeVisible()
    await expectNoViolations(page)
  })
}
