import { cleanup } from '@testing-library/react'
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
Element.prototype.scrollIntoView = () => undefined

afterEach(cleanup)
