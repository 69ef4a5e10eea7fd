import type { GoogleMap, GoogleMaps } from './google-maps.ts'
import classes from './google-overlays.module.css'
import type { CardOptions, Placed, PlaceOptions } from './map-surface.ts'
import type { Position } from './position.ts'

/** Keeps elements of ours at positions of a map that Google Maps draws. */
export function createOverlays(maps: GoogleMaps, map: GoogleMap) {
  /** An element above the map. The class can be made only when Google Maps is loaded. */
  class ElementOverlay extends maps.OverlayView {
    readonly #element: HTMLElement
    readonly #pane: 'overlayMouseTarget' | 'floatPane'
    #position: Position

    constructor(element: HTMLElement, pane: 'overlayMouseTarget' | 'floatPane', position: Position) {
      super()
      this.#element = element
      this.#pane = pane
      this.#position = position
      this.onAdd = () => this.getPanes()?.[this.#pane].append(this.#element)
      this.draw = () => this.#put()
      this.onRemove = () => this.#element.remove()
    }

    move(position: Position): void {
      this.#position = position
      this.#put()
    }

    #put(): void {
      const [lng, lat] = this.#position
      const pixel = this.getProjection()?.fromLatLngToDivPixel({ lat, lng })
      if (pixel === undefined || pixel === null) return
      this.#element.style.left = `${pixel.x}px`
      this.#element.style.top = `${pixel.y}px`
    }
  }

  function add(element: HTMLElement, pane: 'overlayMouseTarget' | 'floatPane', position: Position): Placed {
    maps.OverlayView.preventMapHitsAndGesturesFrom(element)
    const overlay = new ElementOverlay(element, pane, position)
    overlay.setMap(map)
    return { move: (to) => overlay.move(to), remove: () => overlay.setMap(null) }
  }

  return {
    place: (element: HTMLElement, { position, anchor }: PlaceOptions): Placed => {
      element.classList.add(classes['placed'] ?? '')
      element.dataset['anchor'] = anchor
      return add(element, 'overlayMouseTarget', position)
    },
    placeCard: (element: HTMLElement, { position, reach }: CardOptions): Placed => {
      element.classList.add(classes['placed'] ?? '', classes['card'] ?? '')
      element.dataset['anchor'] = 'bottom'
      // It is always above.
      element.style.paddingBottom = `${reach.up}px`
      return add(element, 'floatPane', position)
    },
  }
}
