import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'imports.file': 'Archivo CSV',
  'imports.file.choose': 'Elegir un archivo',
  'imports.file.too-large': 'El archivo supera {size}. Impórtelo por partes.',
  'imports.file.reading': 'Leyendo el archivo…',
  'imports.working.long': '{text} Un archivo largo tarda unos segundos.',
  'imports.column.not-imported': 'No importada',
  'imports.column.number': 'Columna {number, number}',
  'imports.column.choose': 'Elegir una columna',
  'imports.columns.ignored': 'Columnas no importadas: {columns}',
  'imports.columns.choose': 'Asignar columnas',
  'imports.line': 'Línea {line, number}',
  'imports.table.line': 'Línea',
  'imports.table.verdict': 'Resultado',
  'imports.table.remarks': 'Observaciones',
  'imports.table.errors': 'Errores',
  'imports.table.warnings': 'Advertencias',
  'imports.verdict.created': 'Nuevo',
  'imports.verdict.updated': 'Cambiado',
  'imports.verdict.unchanged': 'Sin cambios',
  'imports.verdict.invalid': 'No válido',
  'imports.verdict.done':
    'Importado: {created, plural, one {# nuevo} other {# nuevos}}, {updated, plural, one {# cambiado} other {# cambiados}}, {unchanged, number} sin cambios, {invalid, plural, one {# no válido} other {# no válidos}}.',
  'imports.verdict.preview':
    'Este archivo: {created, plural, one {# nuevo} other {# nuevos}}, {updated, plural, one {# cambiado} other {# cambiados}}, {unchanged, number} sin cambios, {invalid, plural, one {# no válido} other {# no válidos}}.',
  'imports.verdict.show-all': 'Mostrar las {lines, number} líneas, no solo las que tienen observaciones',
  'imports.verdict.show-first': 'Mostrar las primeras {lines, number} líneas, no solo las que tienen observaciones',
  'imports.verdict.download': 'Descargar resultados',
  'imports.verdict.left-out':
    'Se listan {lines, number} líneas, primero las que tienen observaciones. Otras {more, number} solo se cuentan.',
  'imports.verdict.lines': 'Líneas del archivo',
  'imports.verdict.empty': 'Ninguna línea tiene observaciones.',
}
