import AxeBuilder from '@axe-core/playwright'
import axe, { type Result, type RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** What nothing is wrong with is not described, which takes longer than looking. */
const OPTIONS: RunOptions = { resultTypes: ['violations'], selectors: false }

/**
 * Colours that are just changing would be judged halfway. A change begins in the next frame, and what turns until something arrives has
 * no end. Where one began in the meantime, the look counts for nothing.
 */
const LOOK_WHEN_STILL = `async (look) => {
  const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = () => document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
  const begun = new AbortController()
  let changes = 0
  for (const name of ['transitionrun', 'animationstart'])
    document.addEventListener(name, () => (changes += 1), { capture: true, signal: begun.signal })
  try {
    for (;;) {
      do {
        await Promise.allSettled(moving().map(({ finished }) => finished))
        await frames()
      } while (moving().length > 0)
      const before = changes
      const seen = await look()
      await frames()
      if (changes === before) return seen
    }
  } finally {
    begun.abort()
  }
}`

/** A look at a page, given as a text, when nothing on it changes. */
export function whenStill(look: string): string {
  return `(${LOOK_WHEN_STILL})(${look})`
}

/** Expects that axe finds nothing on a page, or within the part of it that `within` selects. */
export async function expectNoViolations(page: Page, { within }: { within?: string } = {}): Promise<void> {
  const violations = page.frames().length === 1 ? await lookAt(page, within) : await lookIntoFrames(page, within)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** Loads axe once into each page: it takes as long as half a look. */
export async function loadAxe(page: Page): Promise<void> {
  const isLoaded = await page.evaluate<boolean>(`'axe' in globalThis`)
  if (!isLoaded) await page.evaluate(axe.source)
}

async function lookAt(page: Page, within: string | undefined): Promise<Result[]> {
  await loadAxe(page)
  const context = within === undefined ? 'document' : JSON.stringify(within)
  const look = `() => axe.run(${context}, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`
  return page.evaluate(whenStill(look))
}

/** Results of several frames are put together on a page of their own. */
async function lookIntoFrames(page: Page, within: string | undefined): Promise<Result[]> {
  await page.evaluate(whenStill('async () => undefined'))
  const whole = new AxeBuilder({ page }).options(OPTIONS)
  const { violations } = await (within === undefined ? whole : whole.include(within)).analyze()
  return violations
}
