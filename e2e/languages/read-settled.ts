import { expect, type Page } from '@playwright/test'
import { readScreen, type Screen } from './read-screen.ts'

/** Whether nothing is loading or moving. What turns until something arrives has no end. */
const IS_SETTLED = `document.querySelector('h1') !== null &&
  document.querySelector('[aria-busy=true], .mantine-Skeleton-root[data-visible]') === null &&
  document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`

/** What is on the screen when it is complete, and the same twice in a row. */
export async function readSettled(page: Page): Promise<Screen> {
  let screen: Screen = { texts: [], cut: [] }
  let before = ''
  await expect
    .poll(
      async () => {
        const last = before
        screen = await readScreen(page)
        before = JSON.stringify(screen)
        return last === before && (await page.evaluate<boolean>(IS_SETTLED))
      },
      { intervals: [50, 100, 100, 250] },
    )
    .toBe(true)
  return screen
}
