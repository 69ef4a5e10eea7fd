import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'unit.tabs': 'Dispositivo',
  'unit.overview': 'Resumen',
  'unit.time-series': 'Series temporales',
  'unit.events': 'Eventos',
  'unit.management': 'Gestión',
  'unit.back': 'Volver a todos los dispositivos',
  'unit.more': 'Más acciones de esta página',
  'unit.loading': 'Cargando el dispositivo',
  'unit.not-found': 'Dispositivo no encontrado',
  'unit.not-found.help':
    'No existe el dispositivo {dataId} o no tiene acceso a su entidad. Compruebe el dataID de la dirección.',
  'unit.not-found.all': 'Mostrar todos los dispositivos',
  'unit.failed': 'No se han podido recuperar los datos.',
  'unit.failed.help': 'El portal no ha respondido. Compruebe su conexión.',
  'unit.retry': 'Reintentar',
  'unit.why': '¿Por qué?',
  'unit.why.silent': '¿Por qué no envía datos este dispositivo?',
  'unit.deactivated': 'Desactivado',
  'unit.trial':
    'Este dispositivo está probando un cambio de la plantilla «{title}» desde el {at}. Los demás dispositivos no lo muestran.',
  'unit.trial.by':
    'Este dispositivo está probando un cambio de la plantilla «{title}» desde el {at}, iniciado por {by}. Los demás dispositivos no lo muestran.',
  'unit.trial.use': '{count, plural, one {Aplicar a todos los dispositivos} other {Aplicar a los # dispositivos}}',
  'unit.trial.use.title':
    '{count, plural, one {¿Aplicar este cambio a todos los dispositivos?} other {¿Aplicar este cambio a los # dispositivos?}}',
  'unit.trial.use.confirm': 'Aplicar a todos',
  'unit.trial.use.help': '«{title}» pasa a ser lo que muestra este dispositivo. Puede volver a una versión anterior.',
  'unit.trial.discard': 'Descartar',
  'unit.trial.discard.title': '¿Descartar el cambio?',
  'unit.trial.discard.help': 'Este dispositivo vuelve a mostrar «{title}». Los cambios hechos aquí se eliminan.',
  'unit.trial.differences': 'Diferencias',
  'unit.trial.differences.failed': 'No se pueden cargar las diferencias',
  'unit.trial.conflict':
    'No se ha sobrescrito nada. Revise la versión más reciente que se muestra aquí y vuelva a intentarlo.',
}
