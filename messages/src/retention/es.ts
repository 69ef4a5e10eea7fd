import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'retention.title': 'Cuánto tiempo se conservan los datos',
  'retention.help':
    'Días que se conservan los registros, y los resúmenes para los gráficos de periodos largos. Una fuente sin número usa el de su entidad; una entidad sin número, el del portal. Los datos más antiguos se eliminan definitivamente.',
  'retention.rawDays': 'Registros',
  'retention.summaryDays': 'Resúmenes',
  'retention.of': 'de {name}, en días',
  'retention.days': '{days, plural, one {# día} other {# días}}',
  'retention.forever': 'siempre',
  'retention.save': 'Guardar {name}',
  'retention.submit': 'Guardar',
  'retention.less.title': '¿Conservar {name} menos tiempo?',
  'retention.less': 'Conservar menos tiempo',
  'retention.removed.rawDays':
    'Los registros de más de {days, plural, one {# día} other {# días}} se eliminarán definitivamente. Ahora se conservan {before, plural, one {# día} other {# días}}.',
  'retention.removed.rawDays.forever':
    'Los registros de más de {days, plural, one {# día} other {# días}} se eliminarán definitivamente. Ahora se conservan siempre.',
  'retention.removed.summaryDays':
    'Los resúmenes de más de {days, plural, one {# día} other {# días}} se eliminarán definitivamente. Ahora se conservan {before, plural, one {# día} other {# días}}.',
  'retention.removed.summaryDays.forever':
    'Los resúmenes de más de {days, plural, one {# día} other {# días}} se eliminarán definitivamente. Ahora se conservan siempre.',
  'retention.new.both':
    'Una fuente nueva de este dispositivo conserva sus registros {rawDays, plural, one {# día} other {# días}} y sus resúmenes {summaryDays, plural, one {# día} other {# días}}.',
  'retention.new.records':
    'Una fuente nueva de este dispositivo conserva sus registros {days, plural, one {# día} other {# días}}.',
  'retention.new.summaries':
    'Una fuente nueva de este dispositivo conserva sus resúmenes {days, plural, one {# día} other {# días}}.',
  'retention.help-entity':
    'Días que las unidades de una entidad conservan los registros, y los resúmenes para los gráficos de periodos largos. Una entidad sin número conserva los datos tanto como el portal; una fuente con número propio no sigue a su entidad. Los datos más antiguos se eliminan definitivamente.',
  'retention.choose': 'Entidad',
  'retention.failed': 'No se pudo leer cuánto tiempo se conservan los datos.',
  'retention.extent.failed': 'No se pudo contar lo que hay. Puede guardar de todos modos.',
  'retention.held':
    '{units, plural, =0 {Ninguna unidad} one {# unidad} other {# unidades}} con {records, plural, =0 {ningún registro} one {# registro} other {# registros}}{oldest, select, none {} other {, el más antiguo del {oldest}}}.',
  'retention.removes.records':
    'Esto elimina en el plazo de un día unos {records, plural, one {# registro} other {# registros}} de {units, plural, one {# unidad} other {# unidades}}, hasta el {oldest}.',
  'retention.removes.summaries':
    'En el plazo de un día elimina resúmenes de {units, plural, one {# unidad} other {# unidades}}, hasta el {oldest}.',
  'retention.removes.nothing':
    'Hoy no se elimina nada: nada es lo bastante antiguo, o las unidades pertenecen también a entidades que conservan los datos más tiempo.',
  'retention.of-entity': '{name} conserva los registros {records} y los resúmenes {summaries}.',
  'retention.for-days': 'durante {days, plural, one {# día} other {# días}}',
  'retention.change': 'Cambiar para toda la entidad',
  'retention.gone': 'Esto ya no existe.',
}
