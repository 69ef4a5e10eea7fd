import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'map.loading': 'Karte wird geladen…',
  'map.failed': 'Fehler beim Laden der Karte',
  'map.failed.google':
    'Google Maps konnte nicht geladen werden. Laden Sie die Seite neu oder versuchen Sie es später erneut.',
  'map.failed.own':
    'Die Karte konnte nicht geladen werden. Laden Sie die Seite neu oder versuchen Sie es später erneut.',
  'map.no-webgl':
    'Dieser Browser unterstützt kein WebGL, das die Karte braucht. Schalten Sie in den Browsereinstellungen die Hardwarebeschleunigung ein, oder verwenden Sie einen anderen Browser. Die Liste zeigt dieselben Geräte.',
  'map.title': 'Karte',
  'map.zoom-in': 'Vergrößern',
  'map.zoom-out': 'Verkleinern',
  'map.attribution': 'Quellen der Karte ein- oder ausblenden',
  'map.close': 'Schließen',
  'map.places': 'Orte: <source>GeoNames</source>',
  'map.degrees.north': '{degrees}° N',
  'map.degrees.south': '{degrees}° S',
  'map.degrees.east': '{degrees}° O',
  'map.degrees.west': '{degrees}° W',
}
