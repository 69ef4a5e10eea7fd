import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'silence.not-silent': 'El dispositivo envía datos con normalidad.',
  'silence.deactivated': 'El dispositivo está desactivado. El portal rechaza sus datos.',
  'silence.paused':
    'Todas las colecciones de datos del dispositivo están en pausa, por lo que sus datos no se guardan.',
  'silence.sim-suspended': 'Su tarjeta SIM {iccid} está suspendida.',
  'silence.sim-inactive': 'Su tarjeta SIM {iccid} está inactiva.',
  'silence.sim-quota': 'Su tarjeta SIM {iccid} ha agotado los datos de este mes.',
  'silence.sim-quota.session':
    'Su tarjeta SIM {iccid} ha agotado los datos de este mes. Su última sesión fue hace {time}.',
  'silence.token-replaced':
    'Su token se sustituyó hace {time} y el dispositivo no ha enviado nada desde entonces. Quizá siga usando el token anterior.',
  'silence.refused': 'El portal rechaza sus mensajes, el último hace {time}: {reason}',
  'silence.connected-silent':
    'El dispositivo está conectado, pero no envía nada. Quizá se hayan detenido sus sensores o su programa.',
  'silence.never-connected': 'El dispositivo no se ha conectado desde que se añadió hace {time}.',
  'silence.nothing-sent': 'El dispositivo no ha enviado nada desde hace {time}. Quizá no tenga corriente o red.',
  'silence.disconnected': 'El dispositivo se desconectó hace {time}. Quizá no tenga corriente o red.',
  'silence.moment': 'menos de un minuto',
  'silence.minutes': '{count, plural, one {# minuto} other {# minutos}}',
  'silence.hours': '{count, plural, one {# hora} other {# horas}}',
  'silence.days': '{count, plural, one {# día} other {# días}}',
}
