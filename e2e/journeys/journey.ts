import { expect, type Page, test as base } from '@playwright/test'
import { PASSWORD, type Person, createPerson } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'

interface JourneyPortal {
  portal: Portal
  /** An admin of Journey Water. */
  admin: Person
}

/** A test with a portal that all tests of a file share. */
export const test = base.extend<object, JourneyPortal>({
  portal: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const portal = await startPortal()
      await use(portal)
      await portal.close()
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ portal }, use) => {
      await use(await createPerson(portal, { email: 'ada@journey.example', entity: 'Journey Water' }))
    },
    { scope: 'worker' },
  ],
})

/** Signs in at the door that everyone uses, and waits for the dashboard. */
export async function signIn(page: Page, portal: Portal, email: string): Promise<void> {
  await page.goto(`${portal.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}
