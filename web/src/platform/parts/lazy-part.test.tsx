import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

function show(Part: ReturnType<typeof lazyPart>) {
  render(
    <MantineProvider env="test">
      <h1>The page</h1>
      <Suspense fallback="waiting">
        <Part />
      </Suspense>
    </MantineProvider>,
  )
}

describe('a part that is loaded on demand', () => {
  it('stands in its place when it has come', async () => {
    show(lazyPart('calendar', async () => () => <p>November</p>))

    expect(await screen.findByText('November')).toBeDefined()
  })

  it('says which part did not come, in its place alone', async () => {
    show(lazyPart('calendar', () => Promise.reject(new TypeError('Failed to fetch'))))

    expect((await screen.findByRole('alert')).textContent).toContain('Loading chunk calendar failed')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'The page' })).toBeDefined()
  })

  it('is told in words of its own where it has some', async () => {
    show(
      lazyPart(
        'map',
        () => Promise.reject(new TypeError('Failed to fetch')),
        () => <p>Map Loading Error</p>,
      ),
    )

    expect(await screen.findByText('Map Loading Error')).toBeDefined()
  })
})
