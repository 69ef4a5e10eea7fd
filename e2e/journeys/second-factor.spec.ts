import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createUser, PASSWORD } from '../support/api.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, test } from './journey.ts'

test('a person sets an authenticator app up, and signs in with its code, or with a recovery code once', async ({
  page,
  portal,
}) => {
  await createUser(portal, { email: 'grace@journey.example', entity: 'Journey Water' })
  await signIn(page, portal, 'grace@journey.example')
  await page.goto(`${portal.url}/settings`)
  const card = page.getByRole('region', { name: 'Second factor and passkeys' })

  await card.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  await expectNoViolations(page)
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await page.getByLabel('First code').fill(app.generate())
  await page.getByRole('button', { name: 'Switch it on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const code = (await codes.first().textContent()) ?? ''
  await expectNoViolations(page)
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
    await expectNoViolations(page)
    if (label === 'Recovery code') await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel(label).fill(given())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
  }

  await page.goto(`${portal.url}/settings`)
  await expect(card.getByText('9 left.')).toBeVisible()
})

test('a person adds a passkey, and signs in with it without password and code', async ({ page, portal }) => {
  // A passkey belongs to a name: browsers know none at 127.0.0.1.
  const url = portal.url.replace('127.0.0.1', 'localhost')
  await createUser(portal, { email: 'alan@journey.example', entity: 'Journey Water' })
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, { ...portal, url }, 'alan@journey.example')
  await page.goto(`${url}/settings`)
  const card = page.getByRole('region', { name: 'Second factor and passkeys' })

  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have kept the codes' }).click()
  await expect(card.getByText('not used yet')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${url}/settings`)
  await expect(card.getByText('last used')).toBeVisible()
})
