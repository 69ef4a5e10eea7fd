import { queryOptions, useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SessionProvider } from '#platform/session/session-context.tsx'
import { createSession } from '#platform/session/session.ts'
import { createFakeBrowser } from '#testing/fake-tabs.ts'
import { createFakeLive } from '#testing/fake-live.ts'
import { renderPart } from '#testing/render-part.tsx'
import { LiveProvider } from './live-provider.tsx'

/** Reads something from a portal that is away at first. */
function open() {
  const portal = { away: true, asked: 0 }
  const query = queryOptions({
    queryKey: ['level'],
    queryFn: async () => {
      portal.asked += 1
      if (portal.away) throw new Error('away')
      return 'Level 4.2 m'
    },
  })
  function Level() {
    const { data, isError } = useQuery(query)
    return <p>{isError ? 'Error finding value' : data}</p>
  }
  const session = createSession({
    send: () => Promise.reject(new Error('away')),
    tabs: createFakeBrowser().openTab(),
    mark: { isSet: () => true, clear: () => undefined },
    onUser: () => undefined,
    onEnd: () => undefined,
  })
  const live = createFakeLive()
  renderPart(
    <SessionProvider value={session}>
      <LiveProvider client={live.client}>
        <Level />
      </LiveProvider>
    </SessionProvider>,
  )
  return { portal, live }
}

describe('a page that could not read something', () => {
  it('asks again once the live connection is back', async () => {
    const { portal, live } = open()
    await screen.findByText('Error finding value')
    portal.away = false

    act(() => live.report({ kind: 'open' }))

    expect(await screen.findByText('Level 4.2 m')).toBeDefined()
  })

  it('requests nothing that it has', async () => {
    const { portal, live } = open()
    await screen.findByText('Error finding value')
    portal.away = false
    act(() => live.report({ kind: 'open' }))
    await screen.findByText('Level 4.2 m')

    act(() => live.report({ kind: 'open' }))

    expect(portal.asked).toBe(2)
  })
})
