import './without-owner-stacks.ts'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// jsdom lacks what Mantine asks of a browser.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}))

class QuietResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', QuietResizeObserver)
/** The live stream has tests of its own; on the screens of the others it stays silent. */
class QuietWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}
vi.stubGlobal('Worker', QuietWorker)
vi.stubGlobal('scrollTo', () => undefined)
// There is no layout either: everything is as large as a small screen, so that lists have rows.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { value: 800 })
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 400 })
Element.prototype.scrollIntoView = () => undefined

configure({
  // The first visit of a page loads it, which takes a while on a busy machine.
  asyncUtilTimeout: 20_000,
  // A query that waits fails many times, and writing down the whole page each time takes longer than looking at it.
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
})

afterEach(({ task }) => {
  // What the page held belongs to the report of a failure.
  // oxlint-disable-next-line no-console
  if (task.result?.state === 'fail') console.log(prettyDOM(document.body))
  cleanup()
})
