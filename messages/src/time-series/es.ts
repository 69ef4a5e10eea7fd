import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'time-series.range.historical': 'Periodo',
  'time-series.range.view': 'Ver el historial',
  'time-series.range.live': 'Volver al directo',
  'time-series.range.label': 'Periodo de los gráficos',
  'time-series.shown.live.minutes': 'En directo, {minutes, plural, one {último minuto} other {últimos # minutos}}',
  'time-series.shown.live.hours': 'En directo, {hours, plural, one {última hora} other {últimas # horas}}',
  'time-series.shown.live.range': 'En directo, {from} – {to}',
  'time-series.shown.historical': 'Historial, {from} – {to}',

  'time-series.tools': 'Herramientas de los gráficos',
  'time-series.vertical-line': 'Línea vertical',
  'time-series.download.all': 'Descargar todos los gráficos en CSV',
  'time-series.download.one': 'Descargar {title} en CSV',
  'time-series.download.visible': 'Series visibles',
  'time-series.download.every': 'Todas las series',
  'time-series.download.progress': '{megabytes, number} MB',
  'time-series.download.failed': 'No se ha podido crear el archivo CSV. Inténtelo de nuevo.',

  'time-series.empty': 'Aún no hay gráficos',
  'time-series.empty.help':
    'La plantilla de este dispositivo no tiene gráficos. Muestran en directo los valores de las últimas 24 horas.',
  'time-series.state.unit-not-found': 'Dispositivo no encontrado',
  'time-series.state.failed': 'Error al obtener el valor',
  'time-series.state.loading': 'obteniendo datos…',
  'time-series.state.missing': 'Estos datos no existen',
  'time-series.state.missing.hint': 'El dispositivo aún no ha enviado estos datos. Aparecerán aquí en cuanto lleguen.',
  'time-series.state.empty': 'N/D',
  'time-series.state.empty.text': 'Estos campos no contienen números. Los gráficos solo muestran números.',
  'time-series.state.empty.range': 'No hay valores en este periodo.',
  'time-series.state.empty.live': 'No hay valores en las últimas 24 horas. Los nuevos valores aparecen al llegar.',
  'time-series.state.empty.latest': 'No hay valores en las últimas 24 horas. Último: {latest}.',
  'time-series.state.show-latest': 'Mostrar los últimos datos',

  'time-series.events.choose': 'Eventos en los gráficos',
  'time-series.events.none': 'Sin eventos',
  'time-series.events.shown': '{count, plural, one {# evento} other {# eventos}} con {comparison}',
  'time-series.events.failed': 'No se han podido cargar los eventos.',
  'time-series.events.back': 'Volver a los eventos',
  'time-series.alert.open': 'Ver la alerta',
  'time-series.alert.failed': 'No se ha podido cargar la alerta.',
  'time-series.alert.shown': '{name}: {count, plural, one {activada # vez} other {activada # veces}}',
  'time-series.alert.shown.where':
    '{name}: {count, plural, one {activada # vez} other {activada # veces}} con {comparison}',

  'time-series.sensors': 'Herramientas de los sensores',
  'time-series.sensors.newest': 'Último valor: {name}',
  'time-series.sensors.value': 'Valor',
  'time-series.sensors.updated': 'Última actualización',
  'time-series.sensors.retrieving': 'Obteniendo…',
  'time-series.sensors.calibrate': 'Calibrar',
  'time-series.sensors.calibrate.frame': 'Calibración de los sensores',
  'time-series.sensors.pause': 'Pausar mediciones',
  'time-series.sensors.resume': 'Reanudar mediciones',
  'time-series.sensors.export': 'Exportar datos',
}
