import { answerTo } from '#testing/answers.ts'
import { type MapSettings, getMapSettings } from '@fieldwatch/contract/api/map'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiProvider } from '#platform/api/api-context.tsx'
import { createApi } from '#platform/api/call.ts'
import { createSend } from '#platform/api/send.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { MapView } from './map-view.tsx'

function open(settings: MapSettings) {
  const server = createFakeServer([answerTo(getMapSettings, () => settings)])
  const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => undefined })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <MapView label="Map">Units</MapView>
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

// jsdom draws no map at all, ours neither; that ours replaces Google Maps is shown by a journey in a browser.
describe('a map that cannot be drawn', () => {
  // spec 1-8-07
  it('says so in the words of Google Maps when that was to draw it', async () => {
    open({ styleUrl: null, googleMapsKey: 'a-key', streets: null })
    const script = await waitFor(() => {
      const asked = document.querySelector('script[src*="maps.googleapis.com"]')
      expect(asked).not.toBeNull()
      return asked
    })
    script?.dispatchEvent(new Event('error'))

    expect(await screen.findByText('Map Loading Error', {}, { timeout: 5000 })).toBeDefined()
    expect(screen.getByText('Unable to load Google Maps. Please refresh the page or try again later.')).toBeDefined()
  })

  // spec 1-8-07
  it('says so without the name otherwise', async () => {
    open({ styleUrl: null, googleMapsKey: null, streets: null })
    expect(screen.getByText('Loading the map…')).toBeDefined()

    expect(
      await screen.findByText(
        'Unable to load Maps. Please refresh the page or try again later.',
        {},
        { timeout: 5000 },
      ),
    ).toBeDefined()
    expect(screen.queryByText('Loading the map…')).toBeNull()
    expect(screen.getByText(/^This browser does not support WebGL/)).toBeDefined()
  })
})
