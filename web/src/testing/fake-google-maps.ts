import type { GoogleMap, GoogleMaps, GoogleOverlay, GooglePlace, GooglePress } from '#shared/map/google-maps.ts'

/** Google Maps as we use it, without a network: 800 by 600 pixels that remember what is done with them. */
export function createFakeGoogleMaps() {
  const listeners = new Map<string, Set<(event?: GooglePress) => void>>()
  const lines: { path: GooglePlace[]; shown: boolean }[] = []
  const options: object[] = []
  let zoom = 5
  let centre: GooglePlace = { lat: 0, lng: 0 }
  const tell = (event: string) => {
    for (const listener of listeners.get(event) ?? []) listener({ latLng: { lat: () => 0, lng: () => 0 } })
  }
  const pane = document.createElement('div')

  class FakeMap implements GoogleMap {
    readonly #container: HTMLElement
    constructor(container: HTMLElement, given: object) {
      this.#container = container
      options.push(given)
      container.append(pane)
    }
    getZoom = () => zoom
    getCenter = () => ({ lat: () => centre.lat, lng: () => centre.lng })
    getDiv = () => this.#container
    setZoom = (next: number) => {
      zoom = next
      tell('zoom_changed')
    }
    setCenter = (place: GooglePlace) => void (centre = place)
    panTo = (place: GooglePlace) => void (centre = place)
    setOptions = () => undefined
    addListener = (event: string, listener: (event?: GooglePress) => void) => {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return { remove: () => void known.delete(listener) }
    }
  }

  class FakeOverlay implements GoogleOverlay {
    static preventMapHitsAndGesturesFrom = () => undefined
    onAdd = (): void => undefined
    draw = (): void => undefined
    onRemove = (): void => undefined
    getPanes = () => ({ overlayMouseTarget: pane, floatPane: pane })
    getProjection = () => ({ fromLatLngToDivPixel: ({ lat, lng }: GooglePlace) => ({ x: lng * 10, y: lat * 10 }) })
    setMap = (map: GoogleMap | null) => {
      if (map === null) return this.onRemove()
      this.onAdd()
      return this.draw()
    }
  }

  class FakeLine {
    readonly #line = { path: [] as GooglePlace[], shown: true }
    constructor() {
      lines.push(this.#line)
    }
    setPath = (path: GooglePlace[]) => void (this.#line.path = path)
    setMap = () => void (this.#line.shown = false)
  }

  class FakePolygon {
    setMap = (): void => {}
  }

  const maps: GoogleMaps = { Map: FakeMap, OverlayView: FakeOverlay, Polyline: FakeLine, Polygon: FakePolygon }
  return {
    maps,
    pane,
    lines,
    /** What each map was made with. */
    options,
    view: () => ({ zoom, centre }),
    /** The person does something. */
    tell,
    zoomByHand: (next: number) => {
      zoom = next
      tell('zoom_changed')
    },
  }
}
