import { expect, type Page } from '@playwright/test'
import { readScreen, type Screen } from './read-screen.ts'

/** What the page shows when nothing is loading or moving; null as long as something is. What turns until something arrives has no end. */
const SETTLED_TEXT = `document.querySelector('h1') !== null &&
  document.querySelector('[aria-busy=true], .mantine-Skeleton-root[data-visible]') === null &&
  document.fonts.status === 'loaded' &&
  document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || effect.getComputedTiming().endTime === Infinity)
  ? document.title + document.body.innerText : null`

/** What is on the screen when it is complete, and shows the same twice in a row. */
export async function readSettled(page: Page): Promise<Screen> {
  let before: string | null = null
  await expect
    .poll(
      async () => {
        const last = before
        before = await page.evaluate<string | null>(SETTLED_TEXT)
        return before !== null && before === last
      },
      { intervals: [50, 100, 100, 250] },
    )
    .toBe(true)
  return readScreen(page)
}
