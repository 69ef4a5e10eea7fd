import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'deletion.delete': 'Eliminar',
  'deletion.type': 'Escriba {text} para confirmar',
  'deletion.failed': 'No se ha podido cargar lo que depende de esto',
  'deletion.loading': 'Cargando lo que depende de esto',
  'deletion.none': 'Nada depende de esto.',
  'deletion.line': '{count}: {names}',
  'deletion.more': '{count, number} más',

  'deletion.effect.blocks': 'Elimine o cambie primero',
  'deletion.effect.deleted': 'También se eliminan',
  'deletion.effect.ended': 'Se terminan, con el motivo',
  'deletion.effect.paused': 'Se pausan, con el motivo',
  'deletion.effect.handed-over': 'Reciben un nuevo propietario',
  'deletion.effect.changed': 'Continúan sin esto',

  'deletion.kind.alert': '{total, plural, one {# alerta} other {# alertas}}',
  'deletion.kind.event-table': '{total, plural, one {# tabla de eventos} other {# tablas de eventos}}',
  'deletion.kind.scheduled-report': '{total, plural, one {# informe programado} other {# informes programados}}',
  'deletion.kind.calculated-source': '{total, plural, one {# fuente calculada} other {# fuentes calculadas}}',
  'deletion.kind.chart': '{total, plural, one {# gráfico} other {# gráficos}}',
  'deletion.kind.unit': '{total, plural, one {# dispositivo} other {# dispositivos}}',
  'deletion.kind.source': '{total, plural, one {# fuente} other {# fuentes}}',
  'deletion.kind.user': '{total, plural, one {# usuario} other {# usuarios}}',
  'deletion.kind.sub-entity': '{total, plural, one {# subentidad} other {# subentidades}}',
  'deletion.kind.template': '{total, plural, one {# plantilla} other {# plantillas}}',
  'deletion.kind.label': '{total, plural, one {# etiqueta} other {# etiquetas}}',
  'deletion.kind.place': '{total, plural, one {# lugar} other {# lugares}}',
  'deletion.kind.sim': '{total, plural, one {# tarjeta SIM} other {# tarjetas SIM}}',
  'deletion.kind.webhook': '{total, plural, one {# webhook} other {# webhooks}}',
  'deletion.kind.network-server': '{total, plural, one {# servidor de red} other {# servidores de red}}',
  'deletion.kind.token': '{total, plural, one {# token} other {# tokens}}',
  'deletion.kind.shared-link': '{total, plural, one {# enlace compartido} other {# enlaces compartidos}}',
  'deletion.kind.wallboard': '{total, plural, one {# panel mural} other {# paneles murales}}',
  'deletion.kind.request': '{total, plural, one {# solicitud} other {# solicitudes}}',
}
