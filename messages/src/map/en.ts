export const texts = {
  'map.loading': 'Loading the map…',
  'map.failed': 'Map Loading Error',
  'map.failed.google': 'Unable to load Google Maps. Please refresh the page or try again later.',
  'map.failed.own': 'Unable to load Maps. Please refresh the page or try again later.',
  'map.no-webgl':
    'This browser does not support WebGL, which the map needs. Turn on hardware acceleration in the browser settings, or use another browser. The list shows the same units.',
  'map.title': 'Map',
  'map.zoom-in': 'Zoom in',
  'map.zoom-out': 'Zoom out',
  'map.attribution': 'Show or hide the sources of the map',
  'map.close': 'Close',
  'map.places': 'Places: <source>GeoNames</source>',
  'map.degrees.north': '{degrees}° N',
  'map.degrees.south': '{degrees}° S',
  'map.degrees.east': '{degrees}° E',
  'map.degrees.west': '{degrees}° W',
} as const
