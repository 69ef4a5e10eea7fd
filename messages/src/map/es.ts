import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'map.loading': 'Cargando el mapa…',
  'map.failed': 'Error al cargar el mapa',
  'map.failed.google': 'No se ha podido cargar Google Maps. Actualice la página o inténtelo más tarde.',
  'map.failed.own': 'No se ha podido cargar el mapa. Actualice la página o inténtelo más tarde.',
  'map.no-webgl':
    'Este navegador no admite WebGL, que el mapa necesita. Active la aceleración por hardware en los ajustes del navegador o use otro navegador. La lista muestra los mismos dispositivos.',
  'map.title': 'Mapa',
  'map.zoom-in': 'Acercar',
  'map.zoom-out': 'Alejar',
  'map.attribution': 'Mostrar u ocultar las fuentes del mapa',
  'map.close': 'Cerrar',
  'map.places': 'Lugares: <source>GeoNames</source>',
  'map.degrees.north': '{degrees}° N',
  'map.degrees.south': '{degrees}° S',
  'map.degrees.east': '{degrees}° E',
  'map.degrees.west': '{degrees}° O',
}
