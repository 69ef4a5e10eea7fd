import { expect } from '@playwright/test'
import { createUnit } from '../support/api.ts'
import { moveTo } from '../support/move-to.ts'
import { signInToDashboard, test } from './journey.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]

const REPLAY = `replay=${encodeURIComponent('2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z')}`

const ROUTES = [
  '/dashboard',
  `/dashboard?${REPLAY}`,
  '/dashboard/scroll-1',
  `/dashboard/scroll-1?${REPLAY}`,
  '/dashboard/scroll-1/time-series',
  '/dashboard/scroll-1/xetasense',
  '/dashboard/scroll-1/pressure-sensor',
  '/dashboard/scroll-1/events',
  '/dashboard/scroll-1/management',
  '/dashboard/scroll-1/management/alerts',
  '/dashboard/scroll-1/management/requests',
  '/dashboard/scroll-1/management/data',
  '/dashboard/scroll-1/management/administration',
  '/dashboard/no-such-unit',
  '/applications',
  '/sim-cards',
  '/places',
  '/notes',
  '/incidents',
  '/settings',
  '/settings?tab=my-company',
  '/settings?tab=entities',
  '/settings?tab=templates',
  '/settings?tab=alerts',
  '/settings?tab=reports',
  '/settings?tab=shares',
  '/settings?tab=boards',
  '/settings?tab=webhooks',
  '/settings?tab=mappings',
  '/settings?tab=network-servers',
  '/settings?tab=tokens',
  '/settings?tab=jobs',
  '/settings?tab=delivery-log',
  '/settings?tab=activity',
]

test('every page has one scroller, and keeps its header', async ({ page, portal, admin }) => {
  test.slow()
  await createUnit(portal, admin, 'scroll-1')
  await signInToDashboard(page, portal, admin.email)
  for (const route of ROUTES) {
    await moveTo(page, route)
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport)
      const content = page.locator('main#content')
      await expect(content.getByRole('heading').first()).toBeVisible()
      await content.evaluate((main) => main.scrollTo(0, main.scrollHeight))

      const overflow = await page
        .locator('html')
        .evaluate((html) => [html.scrollWidth - html.clientWidth, html.scrollHeight - html.clientHeight])
      expect(overflow, `${route} at ${viewport.width} × ${viewport.height}`).toEqual([0, 0])
      await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
    }
  }
})
