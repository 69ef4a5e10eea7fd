import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'board-screen.pair': 'Vincular esta pantalla',
  'board-screen.pair.help':
    'En el portal, abra Ajustes, Paneles murales, elija «Vincular una pantalla» e introduzca este código. O escanee el código QR con un teléfono que haya iniciado sesión.',
  'board-screen.pair.code': 'Código de esta pantalla',
  'board-screen.pair.qr': 'Código QR que abre el portal con el código de esta pantalla',
  'board-screen.pair.expires': 'El código cambia en {minutes, plural, one {un minuto} other {# minutos}}.',
  'board-screen.pair.away': 'No se puede acceder al portal. Esta pantalla volverá a intentarlo automáticamente.',
  'board-screen.pair.lost': 'Conexión perdida. El panel mural se muestra de nuevo cuando el portal responde.',
  'board-screen.pair.busy': 'Demasiadas pantallas piden un código. Esta pantalla volverá a intentarlo automáticamente.',
  'board-screen.no-editor':
    'Este panel mural no muestra nada: quien lo guardó por última vez ya no es administrador aquí, o su organización está desactivada. Ábralo en Configuración, Paneles murales, y guárdelo.',
  'board-screen.preview.ended': 'Esta vista previa ha terminado. Ábrala de nuevo en el editor.',
  'board-screen.updated': 'Última actualización: {time}',
  'board-screen.lost': 'Conexión perdida ({ago}). Estos valores no están en directo.',
  'board-screen.page': 'Página {page} de {count}',
  'board-screen.alerts': 'Alertas activadas',
  'board-screen.alerts.none': 'No hay alertas activadas',
  'board-screen.alerts.more': '{count, plural, one {Una alerta más} other {# alertas más}}',
  'board-screen.failed': 'Este elemento no se puede cargar ahora.',
  'board-screen.map': 'Mapa de {count, plural, one {un dispositivo} other {# dispositivos}}',
  'board-screen.map.none': 'Ninguno de estos dispositivos ha enviado aún una posición.',
  'board-screen.gone.unit': 'El dispositivo se eliminó, o la persona que guardó este panel mural ya no puede verlo.',
  'board-screen.gone.inactive': 'El dispositivo está desactivado.',
  'board-screen.gone.source': 'La fuente se eliminó.',
  'board-screen.gone.screen': 'El panel del dispositivo ya no muestra esto.',
  'board-screen.empty': 'Esta página aún no tiene mosaicos.',
}
