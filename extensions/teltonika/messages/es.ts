import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'teltonika.packet.counts': 'Los dos recuentos del paquete difieren.',
  'teltonika.packet.codec': 'El paquete no se puede leer: el códec {codec} no se admite.',
  'teltonika.packet.longer': 'El paquete no se puede leer: es más largo que sus registros.',
  'teltonika.packet.early': 'El paquete no se puede leer: termina antes de tiempo.',
  'teltonika.help':
    'Guarde el IMEI del rastreador e introduzca el resto en Teltonika Configurator: servidor, puerto y protocolo en GPRS, el protocolo de datos en System. El token no hace falta.',
  'teltonika.tracker.imei': 'IMEI',
  'teltonika.tracker.imei.help': '15 dígitos, en la etiqueta del rastreador',
  'teltonika.tracker.required': 'Se necesita un IMEI.',
  'teltonika.tracker.save': 'Guardar el IMEI',
  'teltonika.tracker.connected': 'El rastreador está conectado.',
  'teltonika.tracker.silent':
    'Ningún rastreador con este IMEI ha intentado conectarse en la última hora. Compruebe el dominio, el puerto y el APN de su tarjeta SIM.',
  'teltonika.tracker.refused':
    'Un rastreador con este IMEI intentó conectarse {ago}. Se aceptará cuando vuelva a intentarlo, normalmente en unos minutos.',
  'teltonika.domain': 'Dominio',
  'teltonika.port': 'Puerto',
  'teltonika.protocol': 'Protocolo',
  'teltonika.codec': 'Protocolo de datos',
}
