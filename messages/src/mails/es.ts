import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'mails.greeting': 'Hola:',
  'mails.greeting.name': 'Hola, {name}:',

  'mails.link': '{text}: {url}',

  'mails.place-deleted': 'Se ha eliminado el lugar {place}.',
  'mails.place-deleted.subject': 'Se ha eliminado un lugar que usted usa',
  'mails.place-deleted.act': 'Cree una tabla de eventos para otro lugar, o elimine las alertas:',
  'mails.place-left': 'El dispositivo ya no pertenece a la entidad de este lugar.',
  'mails.place-left.subject': 'Un lugar ya no cuenta para un dispositivo',
  'mails.source-deleted': 'Se ha eliminado la fuente {source} de {unit}.',
  'mails.source-deleted.subject': 'Se ha eliminado una fuente que usted usa',
  'mails.source-deleted.act': 'Cámbielos para que usen otra fuente, o elimínelos:',
  'mails.data-id-changed': 'El dispositivo {unit} tiene ahora el dataID {to}.',
  'mails.source-moved': 'La fuente {source} de {unit} pertenece ahora al dispositivo {to}.',
  'mails.source-moved.subject': 'Se ha trasladado una fuente que usted usa',
  'mails.source-moved.act': 'Vuelva a configurarlos para el dispositivo nuevo, o elimínelos:',
  'mails.chart-renamed': 'El gráfico {chart} se llama ahora {to}.',
  'mails.chart-deleted': 'Se ha eliminado el gráfico {chart}.',
  'mails.event-report-deleted': 'Se ha eliminado el informe {chart}.',
  'mails.table-changed': 'La tabla de eventos {table} busca ahora {comparison}.',
  'mails.alert-deleted.subject': 'Se ha eliminado una alerta suya',
  'mails.alert-deleted.act': 'Sus otras alertas:',
  'mails.unit-deactivated':
    '{count, plural, one {Se ha desactivado el dispositivo {names}.} other {Se han desactivado # dispositivos: {names}.}}',
  'mails.template-changed':
    '{count, plural, one {El dispositivo {names} muestra otra plantilla.} other {# dispositivos muestran otra plantilla: {names}.}}',
  'mails.table-deleted': 'Se ha eliminado la tabla de eventos {table} de {unit}.',
  'mails.table-deleted.subject': 'Se ha eliminado una tabla de eventos que usted usa',
  'mails.table-deleted.act': 'Cámbielas para que vigilen otra cosa, o elimínelas:',
  'mails.unit-deleted': 'Se ha eliminado el dispositivo {unit}.',
  'mails.unit-deleted.subject': 'Se ha eliminado el dispositivo {unit}',
  'mails.unit-deleted.act': 'Cambie lo que ha terminado para que vigile otro dispositivo, o elimínelo:',
  'mails.users-deleted': '{count, plural, one {Usuario eliminado: {names}.} other {Usuarios eliminados: {names}.}}',
  'mails.users-disabled':
    '{count, plural, one {Usuario desactivado: {names}.} other {Usuarios desactivados: {names}.}}',
  'mails.rights-changed': 'Se han cambiado el rol o los permisos de: {names}.',
  'mails.entity-disabled': 'Se ha desactivado la entidad {entity}.',
  'mails.entity-enabled': 'Se ha activado la entidad {entity}.',
  'mails.entity-deleted': 'Se ha eliminado la entidad {entity}.',

  'mails.alert-ended': 'La alerta «{alert}» ha terminado.',
  'mails.alert-continues': 'La alerta «{alert}» continúa en sus otros dispositivos.',
  'mails.report-paused': 'El informe programado «{report}» está en pausa.',
  'mails.report-deleted': 'Se ha eliminado el informe programado «{report}».',

  'mails.handed-over': 'Traspasada a {names}.',
  'mails.handed-over.no-admin': 'No hay ningún administrador al que notificar.',
  'mails.handed-over.subject': 'Ahora es propietario de alertas',
  'mails.alert-deleted': 'La alerta se eliminó.',
  'mails.left-out-of-alert': 'El dispositivo se quitó de la alerta.',
  'mails.alert-given': 'La alerta pertenece ahora a otra entidad.',
  'mails.ended-meanwhile': 'Terminó mientras no se enviaban mensajes aquí.',
  'mails.handed-over.one': 'La alerta «{alert}» ahora le pertenece.',
  'mails.handed-over.act': 'Recibe sus notificaciones y puede cambiarlas o compartirlas:',
  'mails.given-back': 'Se puede volver a notificar a sus propios propietarios.',
  'mails.given-back.subject': 'Las alertas han vuelto a sus propietarios',
  'mails.given-back.one': 'La alerta «{alert}» ya no le pertenece.',
  'mails.given-back.act': 'Las alertas que usted creó o que otros le dieron siguen siendo suyas:',
  'mails.paused-reports.subject': 'Han terminado informes programados',
  'mails.paused-reports.act': 'Cree otros si los necesita, o elimine los que están en pausa:',
  'mails.no-recipients': 'Este informe no tiene más destinatarios.',
  'mails.no-recipients.subject': 'Hay informes programados sin destinatarios',
  'mails.no-recipients.act':
    'Elija otros destinatarios o elimine el informe. Continúa cuando alguno pueda volver a recibirlo.',

  'mails.unit-moved':
    '{count, plural, one {La unidad {names} pertenece ahora a otra entidad.} other {# unidades pertenecen ahora a otra entidad: {names}.}}',
  'mails.unit-shared':
    '{count, plural, one {La unidad {names} se comparte con otra entidad.} other {# unidades se comparten con otra entidad: {names}.}}',
  'mails.alert-left': 'Ya no sigue la alerta «{alert}» en {unit}.',
  'mails.handed-over.triggered': 'Ahora es propietario de la alerta «{alert}», que está activada.',
  'mails.no-longer-followed.subject': 'Alertas que ya no sigue',
  'mails.no-longer-followed.act':
    'Ya no puede ver estas unidades. Si tiene preguntas, consulte a un administrador de su entidad. Sus otras alertas:',
  'mails.taken-out': 'Se le ha retirado de una alerta que está activada.',
  'mails.taken-out.act': 'Si tiene preguntas, consulte a quien la cambió. Sus otras alertas:',
  'mails.link-closed': 'El enlace compartido «{link}» ya no se abre.',
  'mails.link-paused': 'El enlace compartido «{link}» volverá a abrirse cuando el dispositivo esté activo.',
  'mails.closed-links.subject': 'Hay enlaces compartidos que ya no se abren',
  'mails.closed-links.act': 'Comparta de nuevo estas pantallas o retire los enlaces:',
  'mails.several.subject': 'Cambios en lo que posee o administra',
  'mails.ended.subject': 'Algo que usa ha terminado',
  'mails.ended.act': 'Cambie o elimine lo que ha terminado:',
  'mails.changed-by': 'Hecho por {name}.',
  'mails.users-enabled': '{count, plural, one {Se ha habilitado a {names}.} other {Se ha habilitado a {names}.}}',
  'mails.users-moved':
    '{count, plural, one {{names} pertenece ahora a otra entidad.} other {{names} pertenecen ahora a otra entidad.}}',
  'mails.place-changed': 'Se ha cambiado el lugar {place}.',
  'mails.places-imported': 'Se han importado lugares.',

  'mails.codec.subject': 'El códec de {template} está en pausa',
  'mails.codec.what':
    'El códec de la plantilla {template} ha agotado su tiempo dos veces en un minuto: una ejecución puede durar 100 ms. Después queda un minuto en pausa para no retrasar a los demás. Lo que los dispositivos envían entretanto se guarda como bytes y aparece entre los mensajes rechazados.',
  'mails.codec.act': 'Corrija el códec en Ajustes, Plantillas. Recibe este correo como máximo una vez al día:',
}
