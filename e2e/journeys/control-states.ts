import type { Result, RunOptions } from 'axe-core'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { loadAxe, whenStill } from './axe.ts'

/** What can be pointed at, pressed, or have the focus, and the rows around it. */
const CONTROLS = [
  'a, button, input, textarea, select, summary, label, tr, li, [tabindex]',
  ...['option', 'menuitem', 'tab', 'row', 'switch', 'radio', 'checkbox'].map((role) => `[role=${role}]`),
].join(', ')

const STATES = [['hover'], ['focus', 'focus-visible', 'focus-within'], ['hover', 'active']] as const
type State = (typeof STATES)[number] | readonly []

/** WCAG asks for no contrast of a control that can't be used now; with less than this, people can't see what it does. */
const DISABLED_CONTRAST = 2

const OPTIONS: RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'], selectors: false }
/** What is open is over the rest, which has been looked at before. */
const LOOK = `() => axe.run([...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`

const LOOK_AT_DISABLED = `async () => {
  const { getContrast, getForegroundColor, getBackgroundColor } = axe.commons.color
  axe.setup(document)
  try {
    return [...document.querySelectorAll(':disabled, [aria-disabled=true], [data-disabled]')].flatMap((control) => {
      if (!control.checkVisibility() || control.textContent.trim() === '') return []
      const background = getBackgroundColor(control)
      const contrast = background === null ? 21 : getContrast(background, getForegroundColor(control))
      return contrast < ${DISABLED_CONTRAST} ? ['disabled: ' + control.outerHTML] : []
    })
  } finally {
    axe.teardown()
  }
}`

/** Expects that everything on a page can be read while any of its controls is pointed at, has the focus, is pressed or is disabled. */
export async function expectReadableStates(page: Page): Promise<void> {
  await loadAxe(page)
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const found: string[] = []
  for (const state of STATES) {
    await bringControlsInto(state, page, browser)
    const violations = await page.evaluate<Result[]>(whenStill(LOOK))
    found.push(...violations.flatMap(({ nodes }) => nodes.map(({ html }) => `${state.join(' ')}: ${html}`)))
  }
  await bringControlsInto([], page, browser)
  await browser.detach()
  found.push(...(await page.evaluate<string[]>(whenStill(LOOK_AT_DISABLED))))
  expect(found).toEqual([])
}

async function bringControlsInto(state: State, page: Page, browser: CDPSession): Promise<void> {
  const { root } = await browser.send('DOM.getDocument')
  const { nodeIds } = await browser.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: CONTROLS })
  const forcedPseudoClasses = [...state]
  // A control that has gone meanwhile has no state.
  await Promise.allSettled(
    nodeIds.map((nodeId) => browser.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
  )
  // In an open list, the option under the pointer has this instead.
  await page.evaluate(`for (const option of document.querySelectorAll('[role=option], [role=menuitem]'))
    option.toggleAttribute('data-hovered', ${state.some((name) => name === 'hover')})`)
}
