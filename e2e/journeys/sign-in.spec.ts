import { expect, test } from '@playwright/test'
import { PASSWORD, createUser } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'

let portal: Portal

test.beforeAll(async () => {
  portal = await startPortal()
  await createUser(portal, { email: 'ada@journey.example', entity: 'Journey Water' })
})

test.afterAll(() => portal.close())

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
