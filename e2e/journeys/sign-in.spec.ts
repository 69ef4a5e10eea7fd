import { expect, type Page, test } from '@playwright/test'
import { FINISH_PROVIDER } from '@fieldwatch/contract/people/auth-addresses'
import { type OpenIdServer, startOpenIdServer } from '@fieldwatch/server/testing/open-id-server'
import { PASSWORD, createUser } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'

let portal: Portal
let provider: OpenIdServer
/** By the name that the provider sends people back to, and which is another site than the provider. */
let localUrl: string

test.beforeAll(async () => {
  provider = await startOpenIdServer()
  portal = await startPortal({
    FIELDWATCH_OIDC_ISSUER: provider.settings.issuer,
    FIELDWATCH_OIDC_CLIENT_ID: provider.settings.clientId,
    FIELDWATCH_OIDC_CLIENT_SECRET: provider.settings.clientSecret,
    // As long as a name may be.
    FIELDWATCH_OIDC_NAME: 'Northwind Waterworks Single Sign-On Page',
  })
  localUrl = portal.url.replace('127.0.0.1', 'localhost')
  provider.register(localUrl + FINISH_PROVIDER.path)
  provider.people.set('ada', { email: 'ada@journey.example', verified: true })
  provider.people.set('stranger', { email: 'stranger@elsewhere.example', verified: true })
  await createUser(portal, { email: 'ada@journey.example', entity: 'Journey Water' })
})

test.afterAll(async () => {
  await portal.close()
  await provider.close()
})

test('a person who is not signed in is sent to the login page and comes back to where they wanted to go', async ({
  page,
}) => {
  await page.goto(`${portal.url}/dashboard`)
  await expect(page).toHaveURL(/\/login/)

  await page.getByLabel('Email').fill('ada@journey.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email or Password is invalid')).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Journey Water').first()).toBeVisible()

  await page.reload()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto(`${portal.url}/dashboard`)
  await expect(page).toHaveURL(/\/login/)
})

test('a forgotten password is reset with the mailed link, once', async ({ page }) => {
  await page.goto(`${portal.url}/login`)
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await page.getByLabel('Email').fill('ada@journey.example')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('An email was sent')).toBeVisible()

  const mail = await portal.outbox()
  const link = new RegExp(`${portal.url.replace('127.0.0.1', 'localhost')}/reset-password#token=[\\w-]+`).exec(
    mail,
  )?.[0]
  expect(link, mail).toBeDefined()
  await page.goto(link ?? '')
  await page.getByLabel('New password', { exact: true }).fill('another long passphrase')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()

  await page.goto(`${portal.url}/login`)
  await page.getByLabel('Email').fill('ada@journey.example')
  await page.getByLabel('Password', { exact: true }).fill('another long passphrase')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

/** Signs in at the page of the provider, which asks whether the portal may know who it is. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByRole('link', { name: /^Sign in with Northwind/ }).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a person signs in at the provider, and sees why when it does not work', async ({ page, context }) => {
  // The page of the provider wants a font from elsewhere.
  await page.route('https://**', (route) => route.abort())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${localUrl}/settings`)
  const button = await page.getByRole('link', { name: /^Sign in with Northwind/ }).boundingBox()
  expect((button?.x ?? 0) + (button?.width ?? Infinity)).toBeLessThan(390)

  await page.getByRole('link', { name: /^Sign in with Northwind/ }).click()
  await page.getByRole('link', { name: '[ Cancel ]' }).click()
  await expect(page.getByRole('alert')).toContainText('The provider did not sign you in')
  await signInAtProvider(page, 'stranger')
  await expect(page.getByRole('alert')).toContainText('No account here has the address that the provider sent')

  // The provider would still know the stranger.
  await context.clearCookies()
  await signInAtProvider(page, 'ada')
  await expect(page).toHaveURL(`${localUrl}/settings`)
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('ada@journey.example')
})
