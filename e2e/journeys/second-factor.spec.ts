import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createUser, PASSWORD } from '../support/api.ts'
import { signIn, test } from './journey.ts'

test('a person sets an authenticator app up, and signs in with its code, or with a recovery code once', async ({
  page,
  portal,
}) => {
  await createUser(portal, { email: 'grace@journey.example', entity: 'Journey Water' })
  await signIn(page, portal, 'grace@journey.example')
  await page.goto(`${portal.url}/settings`)
  const card = page.getByRole('region', { name: 'Second factor' })

  await card.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await page.getByLabel('First code').fill(app.generate())
  await page.getByRole('button', { name: 'Switch it on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const code = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept the codes' }).click()
  await expect(card.getByText('10 left.')).toBeVisible()

  for (const [label, given] of [
    // Of the step after: each is taken once.
    ['Code', () => app.generate({ timestamp: Date.now() + 30_000 })],
    ['Recovery code', () => code],
  ] as const) {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('grace@journey.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Code')).toBeVisible()
    if (label === 'Recovery code') await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel(label).fill(given())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
  }

  await page.goto(`${portal.url}/settings`)
  await expect(card.getByText('9 left.')).toBeVisible()
})
