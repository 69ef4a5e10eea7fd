import { expect } from '@playwright/test'
import { signIn as signInEndpoint } from '@fieldwatch/contract/people/auth'
import { confirmTotp, enrolTotp } from '@fieldwatch/contract/people/second-factor'
import { Secret, TOTP } from 'otpauth'
import { call, createUser, PASSWORD } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
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
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
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

test('an admin requires a second factor, and a person who has none sets one up and continues', async ({
  page,
  portal,
  browser,
}) => {
  await createUser(portal, { email: 'boss@proven.example', entity: 'Proven Water' })
  await createUser(portal, { email: 'linus@proven.example', entity: 'Proven Water', role: 'viewer' })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const theirs = await context.newPage()
  await signIn(theirs, portal, 'linus@proven.example')
  await theirs.goto(`${portal.url}/settings`)
  const answer = await page.request.post(portal.url + signInEndpoint.path, {
    data: { email: 'boss@proven.example', password: PASSWORD },
  })
  await setUpApp(portal, ((await answer.json()) as { details: { idToken: string } }).details.idToken)

  await page.goto(`${portal.url}/settings?tab=my-company`)
  await page.getByRole('button', { name: 'Require a second factor of Proven Water' }).click()
  await expect(page.getByRole('list', { name: 'Users without a second factor' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Require it', exact: true }).click()
  await expect(page.getByText('Required to sign in with a password, here and in sub-entities.')).toBeVisible()
  await expect(page.getByText('No second factor yet')).toBeVisible()

  await theirs.getByRole('radio', { name: /^12 hours/ }).click()
  const again = theirs.getByRole('dialog', { name: 'Sign in again' })
  await expect(again.getByText('Your entity now requires a second factor.')).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(theirs.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  await expectNoViolations(theirs)
  const key = (await theirs.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await theirs.getByLabel('First code').fill(codeOf(key.replaceAll(' ', '')))
  await theirs.getByRole('button', { name: 'Switch it on and sign in' }).click()
  await expect(theirs.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expectNoViolations(theirs)
  await theirs.getByRole('button', { name: 'I have saved the codes' }).click()

  // What was chosen before is saved by the session that was proven.
  await expect(theirs.getByRole('dialog')).toHaveCount(0)
  await expect(theirs.getByRole('radio', { name: /^12 hours/ })).toBeChecked()
  await expect(theirs.getByText('Your entity requires a second factor to sign in with a password')).toBeVisible()
  await context.close()
})

/** Sets an authenticator app up for anyone who has the ID token, whose session it proves. */
async function setUpApp(portal: Portal, token: string): Promise<void> {
  const { secret } = (await call(portal, enrolTotp, { token, body: { password: PASSWORD } })).details
  await call(portal, confirmTotp, { token, body: { code: codeOf(secret) } })
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

test('a person adds a passkey, and signs in with it without password and code', async ({ freshPage: page, portal }) => {
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
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(card.getByText('not used yet')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${url}/settings`)
  await expect(card.getByText('last used')).toBeVisible()
  for (const action of ['Rename', 'Remove']) {
    await card.getByRole('button', { name: new RegExp(`^${action} `) }).click()
    await expect(page.getByRole('dialog', { name: new RegExp(`^${action} `) })).toBeVisible()
    await expectNoViolations(page, { within: '[role=dialog]' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
