import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
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
  it('is in its place when it has come', async () => {
    show(lazyPart('calendar', async () => () => <p>November</p>))

    expect(await screen.findByText('November')).toBeDefined()
  })

  // spec 1-8-24
  it('says which part did not come, in its place alone, and comes when it is tried again', async () => {
    let fails = true
    const load = async () => {
      if (fails) throw new TypeError('Failed to fetch')
      return () => <p>November</p>
    }
    show(lazyPart('calendar', load))
    expect((await screen.findByRole('alert')).textContent).toContain('Loading chunk calendar failed')
    expect(screen.getByRole('heading', { name: 'The page' })).toBeDefined()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('November')).toBeDefined()
  })

  it('offers to reload the page where trying again does not help', async () => {
    show(lazyPart('calendar', () => Promise.reject(new TypeError('Failed to fetch'))))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined()
  })

  it('comes by itself when the network is back', async () => {
    let fails = true
    const load = async () => {
      if (fails) throw new TypeError('Failed to fetch')
      return () => <p>November</p>
    }
    show(lazyPart('calendar', load))
    await screen.findByRole('alert')
    fails = false
    fireEvent(window, new Event('online'))

    expect(await screen.findByText('November')).toBeDefined()
  })

  it('is shown in words of its own where it has some', async () => {
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
