import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'network-servers.title': 'Servidores de red LoRaWAN',
  'network-servers.help':
    'Las solicitudes a un dispositivo con devEUI van a su servidor de red como mensajes descendentes. Una entidad tiene como máximo {most, number}.',
  'network-servers.entity': 'Entidad',
  'network-servers.failed': 'No se pudieron cargar los servidores de red',
  'network-servers.none':
    'Aún no hay servidores de red. Los mensajes que llegan por webhook o por la integración HTTP no necesitan nada aquí. Añada uno para enviar solicitudes a dispositivos LoRaWAN, leer los mensajes perdidos o recibir del broker MQTT de ChirpStack.',
  'network-servers.add': 'Añadir servidor de red',
  'network-servers.add.title': 'Añadir un servidor de red',
  'network-servers.add.submit': 'Añadir',
  'network-servers.edit': 'Editar',
  'network-servers.edit.title': 'Editar el servidor de red',
  'network-servers.save': 'Guardar',

  'network-servers.kind': 'Tipo',
  'network-servers.kind.things-stack': 'The Things Stack v3',
  'network-servers.kind.chirpstack': 'ChirpStack v4',
  'network-servers.name': 'Nombre',
  'network-servers.address': 'Dirección',
  'network-servers.address.things-stack': 'La dirección de la consola, sin ruta',
  'network-servers.address.chirpstack': 'La dirección de la API REST de ChirpStack',
  'network-servers.key': 'Clave de API',
  'network-servers.key.things-stack': 'Con derecho a escribir el tráfico descendente de la aplicación',
  'network-servers.key.chirpstack': 'Una clave de API del inquilino',
  'network-servers.key.kept': 'Déjela vacía para conservar la clave de API. Otra dirección la requiere de nuevo.',
  'network-servers.application': 'Identificador de la aplicación',
  'network-servers.application.things-stack': 'Tal como lo muestra la consola',
  'network-servers.application.chirpstack': 'Puede quedar vacío',
  'network-servers.port': 'Puerto (FPort)',
  'network-servers.port.help': 'Se usa cuando ni el códec ni la solicitud indican otro',
  'network-servers.confirmed': 'Los dispositivos confirman los mensajes descendentes',
  'network-servers.confirmed.help':
    'Una solicitud está OK cuando el dispositivo la ha confirmado. Si no, cuenta como entregada cuando una pasarela la ha enviado.',
  'network-servers.catch-up': 'Leer los mensajes ascendentes perdidos',
  'network-servers.catch-up.help':
    'De la Storage Integration de The Things Stack, cada hora y después de una interrupción del portal. La clave de API necesita el derecho a leer el tráfico.',
  'network-servers.catch-up.new': 'Mensajes ascendentes perdidos: aún no leídos.',
  'network-servers.catch-up.good': 'Mensajes ascendentes perdidos: leídos {ago}.',
  'network-servers.catch-up.failing': 'No se pueden leer los mensajes ascendentes perdidos. {reason}',
  'network-servers.broker': 'Broker MQTT',
  'network-servers.broker.help':
    'El portal recibe del broker de ChirpStack, que conserva lo que llega mientras el portal no está disponible. Ponga qos=1 y json=true en la integración MQTT de ChirpStack. Vacío: el portal no se conecta.',
  'network-servers.broker.user': 'Nombre de usuario',
  'network-servers.broker.password': 'Contraseña',
  'network-servers.broker.password.kept':
    'Déjelo vacío para conservar la contraseña. Si cambia la dirección, introdúzcala de nuevo.',
  'network-servers.broker.connecting': 'MQTT: conectando…',
  'network-servers.broker.failing': 'MQTT: sin conexión, se intenta de nuevo. {reason}',
  'network-servers.broker.silent': 'MQTT: conectado, aún sin mensajes.',
  'network-servers.broker.good': 'MQTT: conectado, último mensaje {ago}.',

  'network-servers.card.port': 'puerto {port}',
  'network-servers.state.off': 'Desactivado: las solicitudes esperan.',
  'network-servers.state.failing': 'Falla desde {ago}. Las solicitudes esperan y se reintentan.',
  'network-servers.state.new': 'Aún no se le ha enviado nada.',
  'network-servers.state.good': 'Funciona: aceptó un mensaje descendente {ago}.',
  'network-servers.switch-on': 'Activar',
  'network-servers.off': 'Desactivar',
  'network-servers.off.title': '¿Desactivar {name}?',
  'network-servers.off.text': 'Las solicitudes a sus dispositivos esperan a que se active de nuevo, o caducan.',
  'network-servers.remove': 'Quitar',
  'network-servers.remove.title': '¿Quitar {name}?',
  'network-servers.remove.text':
    'Su clave de API se elimina. Las solicitudes que lo esperan permanecen hasta que caducan.',
  'network-servers.newer': 'No se sobrescribió nada. Se muestra la versión más reciente.',
  'network-servers.gone': 'El servidor de red ya no existe.',
}
