import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'unit-setup.add': 'Añadir dispositivo',
  'unit-setup.name': 'Nombre',
  'unit-setup.dataID': 'dataID',
  'unit-setup.dataID.help': 'El dispositivo inicia sesión con él.',
  'unit-setup.entities': 'Entidades',
  'unit-setup.entities.help': 'Sus usuarios pueden ver el dispositivo',
  'unit-setup.entities.required': 'Elija una entidad.',
  'unit-setup.template': 'Plantilla',
  'unit-setup.template.help': 'Define lo que muestra su panel',
  'unit-setup.template.none': 'Ninguna todavía',
  'unit-setup.description': 'Descripción',

  'unit-setup.connect.title': 'Conectar el dispositivo',
  'unit-setup.connect.token.help':
    'Este es el token de <unit>{dataId}</unit>. Se muestra una sola vez: cópielo en el dispositivo. Puede reemplazarlo en la pantalla de gestión del dispositivo.',
  'unit-setup.connect.token': 'Token',
  'unit-setup.connect.kept': 'He guardado el token',
  'unit-setup.close': 'Cerrar el cuadro de diálogo',
  'unit-setup.close.title': '¿Cerrar sin el token?',
  'unit-setup.close.help':
    'Se muestra una sola vez. Sin él, el dispositivo no puede iniciar sesión y necesita un token nuevo.',
  'unit-setup.close.confirm': 'Cerrar sin él',
  'unit-setup.close.cancel': 'Volver al token',

  'unit-setup.arrival.waiting': 'Esperando el primer registro. Aparecerá aquí en cuanto llegue.',
  'unit-setup.arrival.done': 'Ha llegado un registro a la fuente {source}.',
  'unit-setup.arrival.newest': 'Último registro de {source}',
  'unit-setup.arrival.time': '{at} ({ago})',
  'unit-setup.arrival.values': 'Primeros valores de {field}',
  'unit-setup.arrival.one': 'Con el segundo registro aparece una línea.',
  'unit-setup.arrival.open': 'Abrir el dispositivo',
  'unit-setup.arrival.chart': 'Mostrar en un gráfico',

  'unit-setup.door.address': 'Dirección',
  'unit-setup.door.token': 'Token',
  'unit-setup.door.user': 'Nombre de usuario',
  'unit-setup.door.password': 'Contraseña',
  'unit-setup.door.command': 'Comando de prueba',
  'unit-setup.door.guide': '<guide>Qué se admite</guide>',
  'unit-setup.door.mqtt': 'Servidor MQTT',
  'unit-setup.door.header': 'Cabecera «Authorization»',
  'unit-setup.program': 'Qué envía',
  'unit-setup.program.terminal': 'Un ordenador con terminal, para probar',
  'unit-setup.program.terminal.help': 'Envíe un primer registro con uno de estos comandos:',
  'unit-setup.program.mqtt': 'MQTT',
  'unit-setup.program.http': 'HTTP',
  'unit-setup.program.esp32': 'ESP32 (Arduino)',
  'unit-setup.program.esp32.help':
    'Un sketch que envía por HTTP y guarda 900 registros en memoria mientras no hay red.',
  'unit-setup.program.raspberry-pi': 'Raspberry Pi (Python)',
  'unit-setup.program.raspberry-pi.help':
    'Un programa que envía por MQTT y guarda los registros en disco hasta que se almacenan.',
  'unit-setup.program.gateway': 'Pasarela Linux (Mosquitto)',
  'unit-setup.program.gateway.help':
    'Un archivo para Mosquitto. Reenvía lo que los sensores publican en la pasarela y lo guarda mientras no hay conexión.',
  'unit-setup.program.node-red': 'Node-RED',
  'unit-setup.program.node-red.help':
    'Un flujo para importar. Envía por HTTP y guarda los registros en disco hasta que se almacenan.',
  'unit-setup.program.filled':
    'La dirección del portal, el dataID y el token ya están incluidos. <guide>Cómo configurarlo</guide>',
  'unit-setup.program.download': 'Descargar {file}',
  'unit-setup.copy': 'Copiar',
  'unit-setup.copied': 'Copiado',
  'unit-setup.copy.label': 'Copiar: {label}',
}
