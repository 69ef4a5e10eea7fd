import AxeBuilder from '@axe-core/playwright'
import axe, { type Result, type RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** What nothing is wrong with is not described, which takes longer than looking. */
const OPTIONS: RunOptions = { resultTypes: ['violations'], selectors: false }

/**
 * Colours that are just changing would be judged halfway. A change begins in the next frame, and what turns until something arrives has
 * no end.
 */
const STILL = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity))
  .then((moving) => Promise.allSettled(moving.map(({ finished }) => finished)))
  .then(() => undefined)`

/** Expects that axe finds nothing on a page, or within the part of it that `within` selects. */
export async function expectNoViolations(page: Page, { within }: { within?: string } = {}): Promise<void> {
  await page.evaluate(STILL)
  const violations = page.frames().length === 1 ? await lookAt(page, within) : await lookIntoFrames(page, within)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** Loads axe once into each page: it takes as long as half a look. */
async function lookAt(page: Page, within: string | undefined): Promise<Result[]> {
  const isLoaded = await page.evaluate<boolean>(`'axe' in globalThis`)
  if (!isLoaded) await page.evaluate(axe.source)
  const context = within === undefined ? 'document' : JSON.stringify(within)
  return page.evaluate(`axe.run(${context}, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`)
}

/** Results of several frames are put together on a page of their own. */
async function lookIntoFrames(page: Page, within: string | undefined): Promise<Result[]> {
  const whole = new AxeBuilder({ page }).options(OPTIONS)
  const { violations } = await (within === undefined ? whole : whole.include(within)).analyze()
  return violations
}
