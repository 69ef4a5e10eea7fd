import { expect, type Locator, type Page } from '@playwright/test'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { createUnit, createUser } from '../support/api.ts'
import { signIn, test } from './journey.ts'

/*
 * A control that is pressed twice does its work once. Each control is pressed so in its component test (`pressTwice`). Here a real double
 * click has one effect on the server, and its second click meets another control at the same place.
 */

const dialog = (page: Page): Locator => page.getByRole('dialog')

/** Counts the requests of a control, and holds them until they are let go. */
async function holdRequests(page: Page, wanted: RegExp) {
  let count = 0
  const released = Promise.withResolvers<undefined>()
  await page.route('**/api/v1/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (wanted.test(`${route.request().method()} ${pathname}`)) {
      count += 1
      await released.promise
    }
    await route.continue()
  })
  return {
    release: () => released.resolve(undefined),
    /** Requests are seen in order, so after this one all earlier ones have been seen. */
    count: async () => {
      await page.evaluate(async () => (await fetch('/api/v1/connection')).status)
      return count
    },
  }
}

test('a double click on Submit adds a person once, and mails them once', async ({ page, portal }) => {
  const { email } = await createUser(portal, { email: 'admin@twice.example', entity: 'Twice Water' })
  await signIn(page, portal, email)
  await page.goto(`${portal.url}/settings?tab=my-company`)
  await page.getByRole('button', { name: '+ add user' }).click()
  await dialog(page).getByLabel('First Name').fill('Marie')
  await dialog(page).getByLabel('Last Name').fill('Twice')
  await dialog(page).getByLabel('Email').fill('marie@twice.example')
  await dialog(page).getByLabel('Role').selectOption('viewer')
  const submit = dialog(page).getByRole('button', { name: 'Submit' })
  await expect(submit).toBeEnabled()
  const requests = await holdRequests(page, /POST .*\/users$/)

  await submit.dblclick()
  requests.release()

  await expect(page.getByRole('cell', { name: 'marie@twice.example', exact: true })).toHaveCount(1)
  expect(await requests.count()).toBe(1)
  expect((await portal.outbox()).split('sign in with this address, marie@twice.example')).toHaveLength(2)
})

test('the second click of a double click on New token does not replace the token that is shown', async ({
  page,
  portal,
}) => {
  const admin = await createUser(portal, { email: 'admin@late.example', entity: 'Late Water' })
  await createUnit(portal, admin, 'twice-late')
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/twice-late/management/administration`)
  await page.getByRole('button', { name: 'New token' }).click()
  const requests = await holdRequests(page, /POST .*\/token$/)
  requests.release()
  const shown = dialog(page).getByText(/^fw_/)

  await dialog(page).getByRole('button', { name: 'New token' }).click()
  await expect(shown).toBeVisible()
  // The mouse is where it was.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })

  expect(await requests.count()).toBe(1)
  const path = ingestSource.path.replace(':dataID', 'twice-late').replace(':source', 'tank')
  const headers = { authorization: `Bearer ${await shown.innerText()}`, 'content-type': 'application/json' }
  const sent = await fetch(portal.url + path, { method: 'POST', headers, body: '{"level":1}' })
  expect(sent.status, 'the token that is shown is the one that works').toBe(200)
})
