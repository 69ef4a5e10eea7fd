import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { createUnit } from '../support/api.ts'
import { signIn, test } from './journey.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of [
    ['a laptop', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ] as const) {
    test(`axe finds nothing on ${size} in the ${colorScheme} theme`, async ({ page, portal, admin }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const look = async () => {
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
      }

      for (const path of ['/login', '/reset-password', '/reset-password?token=abc']) {
        await page.goto(`${portal.url}${path}`)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await look()
      }

      const dataID = `axe-${colorScheme}-${viewport.width}`
      await createUnit(portal, admin, dataID)
      await signIn(page, portal, admin.email)
      await expect(page.getByText(dataID).first()).toBeVisible()
      await look()

      await page.goto(`${portal.url}/dashboard/${dataID}`)
      await expect(page.getByRole('heading', { name: dataID })).toBeVisible()
      await look()
      await page.goto(`${portal.url}/dashboard/no-such-unit`)
      await expect(page.getByRole('heading', { name: 'Device not found' })).toBeVisible()
      await look()
    })
  }
}
