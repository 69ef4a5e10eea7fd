import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { InSight } from './in-sight.tsx'

it('goes again in a browser whose scrolling answers a promise, as Chromium does', () => {
  // The test environment does not scroll at all.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() })
  const { rerender } = render(<InSight>It failed.</InSight>)
  expect(screen.getByText('It failed.')).toBeDefined()

  rerender(<p>Gone.</p>)

  expect(screen.getByText('Gone.')).toBeDefined()
})
