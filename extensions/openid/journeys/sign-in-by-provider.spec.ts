import { expect, type Page, test } from '@playwright/test'
import { createUser } from '@fieldwatch/e2e/support/api'
import { type Portal, startPortal } from '@fieldwatch/e2e/support/portal'
import { finishProviderSignIn } from '../contract/open-id-endpoints.ts'
import { openIdSettings, type OpenIdServer, startOpenIdServer } from '../testing/open-id-server.ts'

let portal: Portal
let provider: OpenIdServer
/** By the name that the provider sends people back to, and which is another site than the provider. */
let localUrl: string

test.beforeAll(async () => {
  provider = await startOpenIdServer()
  // As long as a name may be.
  portal = await startPortal(openIdSettings(provider.issuer, 'Northwind Waterworks Single Sign-On Page'))
  localUrl = portal.url.replace('127.0.0.1', 'localhost')
  provider.register(localUrl + finishProviderSignIn.path)
  provider.people.set('ada', { email: 'ada@journey.example', verified: true })
  provider.people.set('stranger', { email: 'stranger@elsewhere.example', verified: true })
  await createUser(portal, { email: 'ada@journey.example', entity: 'Journey Water' })
})

test.afterAll(async () => {
  await portal.close()
  await provider.close()
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
