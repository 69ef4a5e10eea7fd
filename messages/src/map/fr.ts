import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'map.loading': 'Chargement de la carte…',
  'map.failed': 'Erreur de chargement de la carte',
  'map.failed.google': 'Impossible de charger Google Maps. Actualisez la page ou réessayez plus tard.',
  'map.failed.own': 'Impossible de charger la carte. Actualisez la page ou réessayez plus tard.',
  'map.no-webgl':
    'Ce navigateur ne prend pas en charge WebGL, nécessaire à la carte. Activez l’accélération matérielle dans les paramètres du navigateur ou utilisez un autre navigateur. La liste affiche les mêmes appareils.',
  'map.title': 'Carte',
  'map.zoom-in': 'Zoom avant',
  'map.zoom-out': 'Zoom arrière',
  'map.attribution': 'Afficher ou masquer les sources de la carte',
  'map.close': 'Fermer',
  'map.places': 'Lieux : <source>GeoNames</source>',
  'map.degrees.north': '{degrees}° N',
  'map.degrees.south': '{degrees}° S',
  'map.degrees.east': '{degrees}° E',
  'map.degrees.west': '{degrees}° O',
}
