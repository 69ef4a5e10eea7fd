import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'tokens.title': 'Tokens',
  'tokens.help':
    'Un token de una entidad sigue funcionando cuando alguien se marcha. Solo actúa en esa entidad, no en sus subentidades. Una entidad tiene como máximo {most, number}.',
  'tokens.entity': 'Entidad',
  'tokens.none':
    'Aún no hay tokens. Añada uno para un programa que pertenezca a la entidad y no a una persona, como una pasarela que envía por muchos dispositivos.',
  'tokens.own': 'Tokens para programas',
  'tokens.own.none':
    'Aún no hay. Un programa inicia sesión con un token en lugar de su contraseña. Puede hacer lo que usted puede, dentro de los permisos que elija.',
  'tokens.failed': 'No se han podido cargar los tokens',
  'tokens.full': 'Hay {most, number} tokens, el máximo permitido. Revoque uno que ya no se use.',
  'tokens.all': 'Mostrar los {count, number} tokens',
  'tokens.fewer': 'Mostrar menos tokens',
  'tokens.secret':
    'Los programas lo envían como «Authorization: Bearer …». Solo se muestra ahora. Cópielo donde el programa guarda sus secretos.',
  'tokens.secret.lost': 'Solo se muestra ahora. Sin él, el token no sirve: revóquelo y añada otro.',

  'tokens.add': 'Añadir token',
  'tokens.add.title': 'Añadir un token',
  'tokens.add.submit': 'Añadir',
  'tokens.name': 'Nombre',
  'tokens.name.help': 'Para qué es. El registro de actividad muestra los cambios del programa con este nombre.',
  'tokens.name.example': 'Informe nocturno',
  'tokens.role': 'Actúa como',
  'tokens.role.viewer': 'Lector solo de esta entidad',
  'tokens.role.admin': 'Administrador solo de esta entidad',
  'tokens.scopes': 'Permisos',
  'tokens.life': 'Válido durante',
  'tokens.life.days': '{days, plural, one {# día} other {# días}}',
  'tokens.life.year': 'Un año',

  'tokens.scope.read': 'Leer',
  'tokens.scope.read.help': 'Leer dispositivos, registros, alertas y ajustes.',
  'tokens.scope.manage-units': 'Gestionar dispositivos',
  'tokens.scope.manage-units.help': 'Añadir y cambiar dispositivos, y enviarles solicitudes.',
  'tokens.scope.manage-templates': 'Gestionar plantillas',
  'tokens.scope.manage-templates.help':
    'Añadir, modificar y eliminar plantillas compartidas y las propias de los dispositivos.',
  'tokens.scope.manage-alerts': 'Gestionar alertas',
  'tokens.scope.manage-alerts.help': 'Añadir, modificar y eliminar alertas.',
  'tokens.scope.write-notes': 'Escribir notas',
  'tokens.scope.write-notes.help': 'Añadir notas a los dispositivos y modificar las propias.',
  'tokens.scope.write-incidents': 'Escribir incidentes',
  'tokens.scope.write-incidents.help': 'Guardar incidentes y modificar los propios.',
  'tokens.scope.send-for-units': 'Enviar por dispositivos',
  'tokens.scope.send-for-units.help': 'Enviar registros por HTTP en nombre de cualquier dispositivo de la entidad.',
  'tokens.scope.import-sims': 'Importar tarjetas SIM',
  'tokens.scope.import-sims.help': 'Importar, añadir y cambiar tarjetas SIM.',
  'tokens.scope.metrics': 'Métricas',
  'tokens.scope.metrics.help': 'Leer las métricas de todo el portal, como Prometheus.',

  'tokens.expired': 'Caducado',
  'tokens.acts.by': 'Actúa como {role, select, admin {administrador} other {lector}}, creado por {creator}.',
  'tokens.acts': 'Actúa como {role, select, admin {administrador} other {lector}}.',
  'tokens.begins': 'Empieza por {beginning}',
  'tokens.expires': 'Caduca: {expires}.',
  'tokens.expired.at': 'Caducó: {expires}.',
  'tokens.used.never': 'Nunca usado.',
  'tokens.used.last': 'Último uso {used} desde {address}.',

  'tokens.revoke': 'Revocar',
  'tokens.revoke.one': 'Revocar {name}',
  'tokens.revoke.title': '¿Revocar {name}?',
  'tokens.revoke.text':
    'Los programas que lo usan dejan de funcionar de inmediato y necesitan un token nuevo. No se puede deshacer.',
  'tokens.revoke.failed': 'El token no se revocó.',
  'tokens.revoke.all': 'Revocar también {count, plural, one {su token} other {sus # tokens}} para programas',
  'tokens.revoke.all.help':
    'Hágalo si alguien más puede conocer su contraseña. Los programas que los usan dejan de funcionar.',
}
