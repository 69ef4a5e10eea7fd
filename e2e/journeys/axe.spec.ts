import { expect } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expectReadableStates } from './control-states.ts'
import { test } from './journey.ts'

/** A button that is unreadable until its colour has changed, which begins a moment after the page is there. */
const CHANGING = `<!doctype html><html lang="en"><title>Changing</title><main><h1>Changing</h1>
  <button style="border: 0; color: #fff; background: #f4c4c4; transition: background-color 1s">Delete</button></main>`

const turnRed = (after: number): string =>
  `setTimeout(() => (document.querySelector('button').style.backgroundColor = '#b00020'), ${after})`

test('colours are judged when nothing changes any more, also what began to change during the look', async ({
  page,
}) => {
  for (const after of [0, 20, 60]) {
    await page.setContent(CHANGING)
    await page.evaluate(turnRed(after))
    // On a page that changes later than the look, only the state before is seen.
    if (after > 0) await page.waitForFunction('document.getAnimations().length > 0')
    await expectNoViolations(page)
  }
})

test('what stays unreadable is found', async ({ page }) => {
  await page.setContent(CHANGING)

  await expect(expectNoViolations(page)).rejects.toThrow('color-contrast')
})

test('what is unreadable only in one state of a control is found', async ({ page }) => {
  for (const [state, style] of [
    ['hover', 'li:hover a { color: #ccc }'],
    ['focus', 'a:focus-visible { color: #ccc }'],
    ['active', 'a:active { background: #333 }'],
    ['disabled', 'button { border: 0; background: #fff; color: #eee }'],
    ['', 'a:hover { color: #004 }'],
  ] as const) {
    await page.setContent(`<!doctype html><html lang="en"><title>States</title><style>a { color: #000 } button { color: #888 } ${style}</style>
      <main><ul><li><a href="/">Open</a></ul><button disabled>Save</button></main>`)
    const look = expectReadableStates(page)
    await (state === '' ? look : expect(look).rejects.toThrow(state))
  }
})
