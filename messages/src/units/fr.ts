import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'units.admins-only':
    'Seuls les administrateurs peuvent modifier le tableau de bord, les événements et les sources calculées de cet appareil.',
  'units.shared':
    'Cet appareil appartient aussi à {entities}. Seul un administrateur de toutes ses entités peut modifier cela.',
  'units.place.in': 'à {name}',
  'units.place.north': 'à {km, number} km au nord de {name}',
  'units.place.north-east': 'à {km, number} km au nord-est de {name}',
  'units.place.east': 'à {km, number} km à l’est de {name}',
  'units.place.south-east': 'à {km, number} km au sud-est de {name}',
  'units.place.south': 'à {km, number} km au sud de {name}',
  'units.place.south-west': 'à {km, number} km au sud-ouest de {name}',
  'units.place.west': 'à {km, number} km à l’ouest de {name}',
  'units.place.north-west': 'à {km, number} km au nord-ouest de {name}',
  'units.source.not-sent': '{chosen} (pas encore envoyé)',
  'units.source.yes-no': 'Aussi les champs oui/non',
  'units.source.yes-no.help': 'Oui compte pour 1 et non pour 0.',
  'units.picker.searching': 'Recherche…',
  'units.picker.none': 'Aucun appareil correspondant',
  'units.gone': 'Cet appareil n’existe plus.',
}
