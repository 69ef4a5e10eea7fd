import { expect, type Page, test as base } from '@playwright/test'
import { signIn as signInEndpoint } from '@fieldwatch/contract/people/auth'
import { call, PASSWORD, type SignedInUser, createUser } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'

interface JourneyPages {
  /** A page of a browser that has loaded nothing yet. The browser of `page` has what earlier tests loaded, as at most visits. */
  freshPage: Page
  /** The token of `admin` is good for the test, however long the tests before took. */
  validToken: void
}

/** An id token is good for a quarter of an hour. */
const SIGN_IN_AGAIN_MS = 8 * 60_000

let signedIn: { readonly portal: Portal; readonly admin: SignedInUser; at: number } | undefined

interface JourneyPortal {
  portal: Portal
  /** An admin of Journey Water. */
  admin: SignedInUser
}

/** A test with a portal that all tests of a file share. */
export const test = base.extend<JourneyPages, JourneyPortal>({
  freshPage: async ({ browser }, use) => {
    const page = await browser.newPage()
    await use(page)
    await page.close()
  },
  validToken: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      if (signedIn !== undefined && Date.now() - signedIn.at > SIGN_IN_AGAIN_MS) {
        const { portal, admin } = signedIn
        const body = { email: admin.email, password: PASSWORD }
        const { details } = await call(portal, signInEndpoint, { body })
        Object.assign(admin, { token: details.idToken })
        signedIn.at = Date.now()
      }
      await use()
    },
    { auto: true },
  ],
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
      const admin = await createUser(portal, { email: 'ada@journey.example', entity: 'Journey Water' })
      signedIn = { portal, admin, at: Date.now() }
      await use(admin)
      signedIn = undefined
    },
    { scope: 'worker' },
  ],
})

/**
 * Gives the browser the session of a user, as the login page would; the journey of signing in itself is in `sign-in.spec.ts`.
 * The page is where it was: most journeys open their own page, and the dashboard draws a map first.
 */
export async function signIn(page: Page, portal: Portal, email: string): Promise<void> {
  const answer = await page.request.post(portal.url + signInEndpoint.path, { data: { email, password: PASSWORD } })
  expect(answer.status()).toBe(200)
}

/** Signs in, and opens the dashboard. */
export async function signInToDashboard(page: Page, portal: Portal, email: string): Promise<void> {
  await signIn(page, portal, email)
  await page.goto(`${portal.url}/dashboard`)
}
