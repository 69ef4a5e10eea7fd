import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'table.empty': 'No hay datos disponibles',
  'table.select.page': 'Seleccionar esta página',
  'table.select.rows': 'Seleccionar todas las filas de esta página',
  'table.select.all': 'Seleccionar los {count, number}',
  'table.select.none': 'No seleccionar nada',
  'table.select.row': 'Seleccionar {row}',
  'table.actions.row': 'Acciones de {row}',
  'table.actions': 'Acciones',
  'table.sort': 'Ordenar por',
  'table.sort.none': 'Sin ordenar',
  'table.sort.by': 'Por {column}',
  'table.sort.ascending': 'Ordenar de forma ascendente',
  'table.sort.descending': 'Ordenar de forma descendente',
  'table.rows': 'Filas por página',
  'table.range':
    '{count, plural, =0 {0 de 0} one {{first, number}–{last, number} de #} other {{first, number}–{last, number} de #}}',
  'table.range.selected': '{range}, {selected, plural, one {# seleccionado} other {# seleccionados}}',
  'table.pages': 'Páginas de {label}',
  'table.previous': 'Anterior',
  'table.next': 'Siguiente',
  'table.page': 'Página {number}',
  'table.last': 'Última página',
  'table.jump': 'Ir a una página de {label}',
  'table.jump.page': 'Página, de 1 a {last, number}',
  'table.jump.of': 'de {last, number}',
  'table.jump.go': 'Ir',
}
