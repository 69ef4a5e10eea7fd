import type { Page } from '@playwright/test'

/**
 * Opens another address of the app that a page shows, as a link there would, and waits until it is shown. Takes half a second of processor
 * time less than `page.goto`, which loads the app again.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`(${MOVE})(${JSON.stringify(path)})`)
}

/** It runs in the page. The router misses a change of the address before it has shown the first one. */
const MOVE = `async (path) => {
  const shown = () => {
    const { status, location, resolvedLocation } = globalThis.__TSR_ROUTER__?.state ?? {}
    return status === 'idle' && resolvedLocation?.href === location.href ? resolvedLocation : undefined
  }
  const until = async (isReached) => {
    while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await until(() => shown() !== undefined)
  const before = shown()
  history.pushState(null, '', path)
  await until(() => shown() !== undefined && shown() !== before)
}`
