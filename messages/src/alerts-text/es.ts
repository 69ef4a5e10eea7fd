import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'alerts-text.status.ok': 'OK',
  'alerts-text.status.high': 'Activada',
  'alerts-text.limit.equal': 'igual a {limit}',
  'alerts-text.limit.not-equal': 'distinto de {limit}',
  'alerts-text.limit.greater': 'mayor que {limit}',
  'alerts-text.limit.less': 'menor que {limit}',
  'alerts-text.limit.greater-or-equal': 'mayor o igual que {limit}',
  'alerts-text.limit.less-or-equal': 'menor o igual que {limit}',
  'alerts-text.notifies-nobody':
    'Nadie recibe avisos de esta alerta. Reactive sus notificaciones, active el correo o los SMS en un perfil, o añada una persona.',
}
