import { expect } from '@playwright/test'
import { test } from './journey.ts'

const BUDGET_BYTES = 150_000

test('the login page ships at most 150 kB of compressed JavaScript', async ({ freshPage: page, portal }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Map<string, string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.set(requestId, response.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })

  await page.goto(`${portal.url}/login`, { waitUntil: 'networkidle' })

  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect([...scripts.values()].filter((url) => /maplibre|uplot|chart/i.test(url))).toEqual([])
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES)
})
