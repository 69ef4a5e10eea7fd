import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'report-mails.subject': '{report} de {unit}: {period}',
  'report-mails.subject.stopped': 'Ya no se envía: {report} de {unit}',
  'report-mails.attached':
    'Se adjunta el informe de {unit} ({period}): {file}, con {rows, plural, one {una fila} other {# filas}}.',
  'report-mails.nothing': 'No había nada que informar de {unit} ({period}): {file} contiene solo los encabezados.',
  'report-mails.too-long':
    'El informe de {unit} ({period}) supera los 10 MB, demasiado para un correo. Descárguelo en el portal.',
  'report-mails.stopped': '«{report}» de {unit} ya no se envía. {reason}',
  'report-mails.time-zone': 'Las horas están en {timeZone}.',
  'report-mails.compared': 'Comparado con {period}:',
  'report-mails.compared.none': 'El otro mes no tiene estas fechas, por lo que no hay nada que comparar.',
  'report-mails.figure': '{name}: {value} (comparado: {compared}, cambio: {change})',
  'report-mails.figure.sum': 'Suma',
  'report-mails.figure.mean': 'Media',
  'report-mails.figure.min': 'Mín.',
  'report-mails.figure.max': 'Máx.',
  'report-mails.notes': 'Notas de este periodo (horas en {timeZone}):',
  'report-mails.notes.more':
    '{count, plural, one {Se muestra la nota más reciente} other {Se muestran las # notas más recientes}}. El archivo y el portal contienen más.',
  'report-mails.view': 'Ver {period} en el portal',
  'report-mails.schedule': 'Ver la programación y los informes anteriores',
  'report-mails.unsubscribe': 'Cancelar la suscripción a este informe',

  'report-mails.column.messageUTC': 'Hora (UTC)',
  'report-mails.column.startUTC': 'Inicio (UTC)',
  'report-mails.column.endUTC': 'Fin (UTC)',
  'report-mails.column.source': 'fuente',
  'report-mails.column.note': 'nota',
  'report-mails.column.duration': 'Duración (ms)',
  'report-mails.column.tag': 'Marca',
  'report-mails.column.ongoing': 'En curso',
  'report-mails.column.coordinates': 'Coordenadas',
  'report-mails.column.line': 'línea',
  'report-mails.column.reason': 'motivo',
  'report-mails.column.least': '{name} mínimo',
  'report-mails.column.greatest': '{name} máximo',
  'report-mails.column.mean': '{name} media',
  'report-mails.yes': 'sí',
  'report-mails.no': 'no',
  'report-mails.duration': '{days, plural, one {# día} other {# días}} {time}',
}
