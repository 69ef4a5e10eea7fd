import type { Map } from 'maplibre-gl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadStyle, STYLE_TIMEOUT_MS } from './create-map.ts'

/** A map that only records what happens to it. */
function createFakeMap() {
  const events = new EventTarget()
  const asked: string[] = []
  const map = {
    on: (name: string, listener: () => void) => events.addEventListener(name, listener),
    off: (name: string, listener: () => void) => events.removeEventListener(name, listener),
    setStyle: (url: string) => asked.push(url),
  } as unknown as Map
  return { map, asked, happen: (name: string) => events.dispatchEvent(new Event(name)) }
}

const STYLE = 'https://maps.example/style.json'

describe('the configured style of the map', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is drawn when it loads, whatever goes wrong after that', async () => {
    const { map, asked, happen } = createFakeMap()
    const loaded = loadStyle(map, STYLE)

    happen('style.load')
    happen('error')

    expect(asked).toEqual([STYLE])
    expect(await loaded).toBe(true)
  })

  it('is given up when it cannot be read', async () => {
    const { map, happen } = createFakeMap()
    const loaded = loadStyle(map, STYLE)

    happen('error')

    expect(await loaded).toBe(false)
  })

  it('is given up when it does not come in time', async () => {
    const { map } = createFakeMap()
    const loaded = loadStyle(map, STYLE)

    vi.advanceTimersByTime(STYLE_TIMEOUT_MS)

    expect(await loaded).toBe(false)
  })
})
