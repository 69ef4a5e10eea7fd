import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'units.admins-only':
    'Solo los administradores pueden editar el panel, los eventos y las fuentes calculadas de este dispositivo.',
  'units.shared':
    'Este dispositivo pertenece también a {entities}. Solo un administrador de todas sus entidades puede cambiar esto.',
  'units.place.in': 'en {name}',
  'units.place.north': '{km, number} km al norte de {name}',
  'units.place.north-east': '{km, number} km al noreste de {name}',
  'units.place.east': '{km, number} km al este de {name}',
  'units.place.south-east': '{km, number} km al sureste de {name}',
  'units.place.south': '{km, number} km al sur de {name}',
  'units.place.south-west': '{km, number} km al suroeste de {name}',
  'units.place.west': '{km, number} km al oeste de {name}',
  'units.place.north-west': '{km, number} km al noroeste de {name}',
  'units.source.not-sent': '{chosen} (aún no enviado)',
  'units.source.yes-no': 'También campos de sí o no',
  'units.source.yes-no.help': 'Sí cuenta como 1 y no como 0.',
  'units.picker.searching': 'Buscando…',
  'units.picker.none': 'Ningún dispositivo coincide',
  'units.gone': 'Este dispositivo ya no existe.',
}
