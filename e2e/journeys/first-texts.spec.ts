import { expect } from '@playwright/test'
import { test } from './journey.ts'

for (const { locale, language } of [
  { locale: 'de-CH', language: 'de' },
  { locale: 'en-GB', language: 'en' },
]) {
  test(`the first texts of a browser in ${locale} come beside the app, and no others`, async ({ browser, portal }) => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    const texts: string[] = []
    const asked = Promise.withResolvers<void>()
    page.on('request', (request) => {
      const [, found] = /\/assets\/(en|de|fr|es)-[^/]*\.js$/.exec(request.url()) ?? []
      if (found === undefined) return
      texts.push(found)
      asked.resolve()
    })
    // The app arrives after its texts were asked for.
    await page.route(/\/assets\/app-[^/]*\.js$/, async (route) => {
      await asked.promise
      await route.continue()
    })

    await page.goto(`${portal.url}/login`)

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new Set(texts)).toEqual(new Set([language]))
    await context.close()
  })
}
