import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects that axe finds nothing on a page, or within the part of it that `within` selects. */
export async function expectNoViolations(page: Page, { within }: { within?: string } = {}): Promise<void> {
  const whole = new AxeBuilder({ page })
  const builder = within === undefined ? whole : whole.include(within)
  // Only results of several frames are put together on their own page, which takes as long as looking.
  const { violations } = await builder.setLegacyMode(page.frames().length === 1).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}
