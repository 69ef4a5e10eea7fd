/** The part of the Maps JavaScript API that we use, so that a test can put its own in its place. */
export interface GoogleMaps {
  Map: new (container: HTMLElement, options: object) => GoogleMap
  OverlayView: { new (): GoogleOverlay; preventMapHitsAndGesturesFrom: (element: Element) => void }
  Polyline: new (options: object) => GoogleLine
  Polygon: new (options: object) => { setMap: (map: GoogleMap | null) => void }
}

export interface GooglePlace {
  lat: number
  lng: number
}

/** What a press on the map tells. */
export interface GooglePress {
  latLng?: { lat: () => number; lng: () => number } | null
}

interface GoogleListener {
  remove: () => void
}

export interface GoogleMap {
  getZoom: () => number | undefined
  getCenter: () => { lat: () => number; lng: () => number } | undefined
  getDiv: () => HTMLElement
  setZoom: (zoom: number) => void
  setCenter: (place: GooglePlace) => void
  panTo: (place: GooglePlace) => void
  setOptions: (options: object) => void
  addListener: (event: string, listener: (event?: GooglePress) => void) => GoogleListener
}

export interface GoogleOverlay {
  setMap: (map: GoogleMap | null) => void
  getPanes: () => { overlayMouseTarget: Element; floatPane: Element } | null
  getProjection: () => { fromLatLngToDivPixel: (place: GooglePlace) => { x: number; y: number } | null } | undefined
  onAdd: () => void
  draw: () => void
  onRemove: () => void
}

interface GoogleLine {
  setPath: (path: GooglePlace[]) => void
  setMap: (map: GoogleMap | null) => void
}
