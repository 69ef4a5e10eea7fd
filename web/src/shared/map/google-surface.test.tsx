import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeGoogleMaps } from '#testing/fake-google-maps.ts'
import { createGoogleMap } from './create-google-map.ts'
import { viewOf } from './google-surface.ts'
import { pixelOf, worldSize } from './mercator.ts'

async function open() {
  const google = createFakeGoogleMaps()
  const container = document.createElement('div')
  const life = new AbortController()
  const refused: string[] = []
  const { surface, grid } = await createGoogleMap({
    container,
    key: 'a-key',
    colorScheme: 'DARK',
    signal: life.signal,
    onRefused: () => refused.push('refused'),
    load: async () => google.maps,
  })
  return { ...google, surface, grid, container, life, refused }
}

describe('a map of Google Maps', () => {
  it('starts at the default centre and zoom, in the colours of the page', async () => {
    const { options, grid } = await open()

    expect(options[0]).toMatchObject({ center: { lat: 39.2, lng: -98.9 }, zoom: 5, colorScheme: 'DARK' })
    expect(grid).toBeUndefined()
  })

  it('goes where it is sent', async () => {
    const { surface, view } = await open()
    surface.jumpTo([-1.5, 55], 18)
    const jumped = view()
    surface.panTo([-2, 54])

    expect(jumped).toEqual({ zoom: 18, centre: { lat: 55, lng: -1.5 } })
    expect(view().centre).toEqual({ lat: 54, lng: -2 })
  })

  it('reports drags and zooms of the person, and not of our own moves', async () => {
    const { surface, tell, zoomByHand } = await open()
    let moves = 0
    const stop = surface.onPersonMove(() => (moves += 1))
    surface.jumpTo([1, 50], 9)
    surface.fit([0, 50, 1, 51], { padding: 50, maxZoom: 15, animate: false })
    const ours = moves
    tell('dragstart')
    zoomByHand(12)
    stop()
    tell('dragstart')

    expect([ours, moves]).toEqual([0, 2])
  })

  it('keeps elements at their positions, with one side there', async () => {
    const { surface, pane } = await open()
    const pin = document.createElement('button')
    const placed = surface.place(pin, { position: [3, 50], anchor: 'bottom' })
    const first = [pin.style.left, pin.style.top, pin.dataset['anchor'], pane.contains(pin)]
    placed.move([4, 51])
    const second = [pin.style.left, pin.style.top]
    placed.remove()

    expect(first).toEqual(['30px', '500px', 'bottom', true])
    expect(second).toEqual(['40px', '510px'])
    expect(pane.contains(pin)).toBe(false)
  })

  it('shows a card above its position, and reports a press beside it', async () => {
    const { surface, pane, tell } = await open()
    const card = document.createElement('div')
    let presses = 0
    surface.placeCard(card, { position: [3, 50], reach: { up: 16, down: 0, aside: 0 } })
    surface.onPress(() => (presses += 1))
    tell('click')

    expect(pane.contains(card)).toBe(true)
    expect(card.style.paddingBottom).toBe('16px')
    expect(presses).toBe(1)
  })

  it('draws a track, and takes it away', async () => {
    const { surface, lines } = await open()
    const track = surface.addTrack('#123456')
    track.draw([
      [
        [1, 50],
        [2, 51],
      ],
    ])
    const path = lines[0]?.path
    track.remove()

    expect(path).toEqual([
      { lat: 50, lng: 1 },
      { lat: 51, lng: 2 },
    ])
    expect(lines[0]?.shown).toBe(false)
  })

  it('says what part of the world it shows, in the measure of our markers', async () => {
    const { surface } = await open()
    surface.jumpTo([10, 0], 4)
    const { zoom, extent } = surface.area()

    // The container has no size in a test but that of the set-up: 400 by 800 pixels of a world of 4096.
    expect(zoom).toBe(3)
    expect(extent[0]).toBeCloseTo(10 - (200 / 4096) * 360, 6)
    expect(extent[2]).toBeCloseTo(10 + (200 / 4096) * 360, 6)
    expect(extent[3]).toBeCloseTo(-extent[1], 6)
  })

  it('says when the key is refused, as long as the map is there', async () => {
    const { refused, life } = await open()
    const fail = (globalThis as { gm_authFailure?: () => void }).gm_authFailure
    fail?.()
    life.abort()
    fail?.()

    expect(refused).toEqual(['refused'])
  })

  it('goes away with its place', async () => {
    const { container, life } = await open()
    const before = container.childElementCount
    life.abort()

    expect([before, container.childElementCount]).toEqual([1, 0])
  })
})

describe('the view of an extent', () => {
  const size = { width: 800, height: 600 }

  it('is not closer than its limit', () => {
    expect(viewOf([1, 50, 1.00001, 50.00001], size, { padding: 50, maxZoom: 15 }).zoom).toBe(15)
  })

  it('holds the whole extent with its margin, as close as that allows', () => {
    const longitude = fc.double({ min: -170, max: 80, noNaN: true })
    const latitude = fc.double({ min: -80, max: 40, noNaN: true })
    const width = fc.double({ min: 0.01, max: 90, noNaN: true })
    const height = fc.double({ min: 0.01, max: 40, noNaN: true })
    fc.assert(
      fc.property(longitude, latitude, width, height, (west, south, wide, high) => {
        const [east, north] = [west + wide, south + high]
        const { zoom } = viewOf([west, south, east, north], size, { padding: 50, maxZoom: 21 })
        const extentAt = (steps: number) => {
          const world = worldSize(steps - 1)
          const upper = pixelOf([west, north], world)
          const lower = pixelOf([east, south], world)
          return { width: lower.x - upper.x, height: lower.y - upper.y }
        }
        const fits = (steps: number) => extentAt(steps).width <= 700.001 && extentAt(steps).height <= 500.001
        expect(fits(zoom) || zoom === 1).toBe(true)
        expect(fits(zoom + 1) && zoom < 21).toBe(false)
      }),
    )
  })
})
