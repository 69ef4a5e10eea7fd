import type { Browser, Page } from '@playwright/test'
import type { Portal } from '../support/portal.ts'

/** Creates the link of an open dialog, and opens it as someone else. */
export async function openNewLink(page: Page, browser: Browser, portal: Portal): Promise<Page> {
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = new URL((await page.getByRole('dialog').locator('pre').first().textContent()) ?? '')
  await page.getByRole('button', { name: 'I have saved the link' }).click()
  const shown = await (await browser.newContext()).newPage()
  await shown.goto(portal.url + link.pathname + link.hash)
  return shown
}
