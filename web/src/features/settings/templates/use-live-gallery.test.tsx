import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LiveContext } from '#platform/live/live-context.ts'
import { createFakeLive } from '#testing/fake-live.ts'
import { GALLERY_KEY } from '#shared/units/template-keys.ts'
import { useLiveGallery } from './templates-tab.tsx'

describe('an open gallery', () => {
  it('is read again when templates changed, and when the stream was away', async () => {
    const live = createFakeLive()
    let reads = 0
    function Gallery() {
      useLiveGallery()
      const { data } = useQuery({ queryKey: [...GALLERY_KEY, 'list'], queryFn: async () => (reads += 1) })
      return <p>Read {data}</p>
    }
    render(
      <QueryClientProvider client={new QueryClient()}>
        <LiveContext value={live.client}>
          <Gallery />
        </LiveContext>
      </QueryClientProvider>,
    )
    await screen.findByText('Read 1')
    expect(live.watched()).toEqual(['-'])

    act(() => live.changeGallery())
    await screen.findByText('Read 2')
    act(() => live.reopen())

    expect(await screen.findByText('Read 3')).toBeDefined()
  })
})
