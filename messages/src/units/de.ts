import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'units.admins-only':
    'Nur Administratoren können Dashboard, Ereignisse und berechnete Datenquellen dieses Geräts bearbeiten.',
  'units.shared':
    'Dieses Gerät gehört auch zu {entities}. Nur ein Administrator aller seiner Organisationen kann dies ändern.',
  'units.place.in': 'in {name}',
  'units.place.north': '{km, number} km nördlich von {name}',
  'units.place.north-east': '{km, number} km nordöstlich von {name}',
  'units.place.east': '{km, number} km östlich von {name}',
  'units.place.south-east': '{km, number} km südöstlich von {name}',
  'units.place.south': '{km, number} km südlich von {name}',
  'units.place.south-west': '{km, number} km südwestlich von {name}',
  'units.place.west': '{km, number} km westlich von {name}',
  'units.place.north-west': '{km, number} km nordwestlich von {name}',
  'units.source.not-sent': '{chosen} (noch nicht gesendet)',
  'units.source.yes-no': 'Auch Ja/Nein-Felder',
  'units.source.yes-no.help': 'Ja zählt als 1, Nein als 0.',
  'units.picker.searching': 'Suche läuft…',
  'units.picker.none': 'Kein passendes Gerät',
  'units.gone': 'Dieses Gerät gibt es nicht mehr.',
}
