import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'people.company.title': 'Mi empresa',
  'people.company': 'Empresa',
  'people.company.failed': 'No se ha podido cargar la empresa',
  'people.company.name': 'Nombre de la empresa: {company}',
  'people.company.logo': 'Logotipo',
  'people.company.icon': 'Icono',
  'people.company.logo.of': 'Logotipo de {name}',
  'people.company.icon.of': 'Icono de {name}',
  'people.company.edit': 'Editar empresa',
  'people.company.sign-in': 'Inicio de sesión',

  'people.edit': 'Editar',
  'people.delete': 'Eliminar',
  'people.save': 'Guardar',
  'people.create': 'Crear',
  'people.submit': 'Enviar',
  'people.nothing-changed': 'No se cambió nada.',

  'people.entities': 'Entidades',
  'people.entities.add': '+ Añadir entidad',
  'people.entities.none':
    'Aún no hay entidades. Añada una por cada parte de la organización que tenga sus propios dispositivos y usuarios.',
  'people.entities.edit.one': 'Editar {name}',
  'people.entities.delete.one': 'Eliminar {name}',
  'people.entities.delete.title': '¿Eliminar {name}?',
  'people.entities.delete.text':
    'Se cierra de inmediato la sesión de sus usuarios y sus dispositivos ya no pueden enviar datos. No se puede deshacer.',
  'people.entities.delete.failed': 'La entidad no se eliminó.',

  'people.entity.create': 'Crear entidad',
  'people.entity.edit': 'Editar entidad',
  'people.entity.name': 'Nombre de la entidad',
  'people.entity.same-name.title': '¿Usar dos veces el nombre {name}?',
  'people.entity.same-name.text':
    'Otra entidad también se llama {name}. Las entidades se eligen por su nombre, así que no se podrán distinguir.',
  'people.entity.same-name.confirm': 'Usarlo de todos modos',
  'people.entity.company': 'Nombre de la empresa',
  'people.entity.url': 'URL de la entidad',
  'people.entity.url.example': 'https://example.com',
  'people.entity.logo': 'Logotipo de la entidad',
  'people.entity.icon': 'Icono de la entidad',
  'people.entity.status.help':
    'Los usuarios de una entidad desactivada no pueden iniciar sesión. Sus dispositivos pueden seguir enviando datos.',
  'people.entity.status.active': 'Activa',
  'people.entity.status.disabled': 'Desactivada',
  'people.entity.viewers': 'Los lectores pueden editar paneles, eventos y fuentes calculadas',
  'people.entity.viewers.help':
    'Si está desactivado, solo los administradores pueden editarlos. En un dispositivo de varias entidades, todas deben permitirlo.',
  'people.entity.sensors': 'Los lectores pueden configurar sensores',
  'people.entity.sensors.help':
    'Si está desactivado, solo los administradores pueden leer y cambiar la configuración de los sensores con cable e inalámbricos. En un dispositivo de varias entidades, todas deben permitirlo.',
  'people.entity.measures': 'Unidades de medida',
  'people.entity.measures.help': 'Para los usuarios que no han elegido otras en su perfil.',

  'people.users': 'Usuarios',
  'people.users.of': 'Usuarios de {name}',
  'people.users.add': '+ Añadir usuario',
  'people.users.failed': 'No se han podido cargar los usuarios',
  'people.users.name': 'Nombre',
  'people.users.email': 'Correo electrónico',
  'people.users.role': 'Rol',
  'people.users.status': 'Estado',
  'people.users.role.of': 'Rol de {name}',
  'people.users.status.of': 'Estado de {name}',
  'people.users.role.admin': 'administrador',
  'people.users.role.viewer': 'lector',
  'people.users.role.active': 'activo',
  'people.users.role.disabled': 'desactivado',
  'people.users.status.active': 'Activo',
  'people.users.status.disabled': 'Desactivado',
  'people.users.status.invited': 'Invitado',
  'people.users.no-factor': 'Aún sin segundo factor',
  'people.users.invite-again': 'Reenviar invitación',
  'people.users.reset-factor': 'Restablecer el segundo factor',
  'people.users.activity': 'Actividad',
  'people.users.activity.of': 'Actividad de {name}',
  'people.users.withdraw': 'Retirar invitación',
  'people.users.delete': 'Eliminar {count, plural, one {usuario} other {# usuarios}}',

  'people.delete.title': '¿Eliminar a {name}?',
  'people.delete.title.several': '¿Eliminar {count, plural, one {# usuario} other {# usuarios}}?',
  'people.delete.text':
    '{count, plural, one {Se cierra de inmediato la sesión de este usuario y no puede} other {Se cierran de inmediato las sesiones de estos usuarios y no pueden}} volver a iniciarla.',
  'people.delete.heir': 'Nuevo propietario de sus alertas',
  'people.delete.heir.help': 'Solo aparecen las personas que pueden ver las unidades de las alertas.',
  'people.delete.heir.none': 'Administradores de la entidad',
  'people.withdraw.title': '¿Retirar la invitación de {name}?',
  'people.withdraw.text': 'El enlace del correo deja de funcionar y el usuario se quita de la lista.',
  'people.withdraw.confirm': 'Retirar',

  'people.reset.title': '¿Restablecer el segundo factor de {name}?',
  'people.reset.text':
    'Para usuarios que han perdido el teléfono y los códigos de recuperación. Asegúrese de que la petición viene de esa persona. Cerramos todas sus sesiones y la avisamos por correo. Después inicia sesión con su contraseña y configura un factor nuevo si es obligatorio.',
  'people.reset.confirm': 'Restablecer',

  'people.ask.admin.title': '¿Hacer administrador a {name}?',
  'people.ask.admin.text':
    'Los administradores pueden cambiar dispositivos, usuarios y subentidades, y quitar el rol a otros.',
  'people.ask.admin.confirm': 'Hacer administrador',
  'people.ask.viewer.title': '¿Hacer lector a {name}?',
  'people.ask.viewer.text':
    'Ya no podrá hacer lo que solo pueden los administradores. Se aplica de inmediato, también en páginas abiertas.',
  'people.ask.viewer.confirm': 'Hacer lector',
  'people.ask.active.title': '¿Activar a {name}?',
  'people.ask.active.text': 'Este usuario puede volver a iniciar sesión, con el mismo rol que antes.',
  'people.ask.active.confirm': 'Activar',
  'people.ask.disabled.title': '¿Desactivar a {name}?',
  'people.ask.disabled.text':
    'Se cierra de inmediato la sesión de este usuario y no puede iniciarla hasta que un administrador lo active de nuevo.',
  'people.ask.disabled.confirm': 'Desactivar',

  'people.user.new': 'Nuevo usuario',
  'people.user.edit': 'Editar usuario',
  'people.user.first-name': 'Nombre',
  'people.user.last-name': 'Apellidos',
  'people.user.entity': 'Entidad',
  'people.user.entity.add': '+ Añadir',
  'people.user.entity.choose': 'Elija una entidad.',
  'people.user.role.choose': 'Elegir un rol',
  'people.user.role.missing': 'Elija un rol.',
  'people.user.sub-entities': 'Gestiona subentidades',
  'people.user.sub-entities.help':
    'Ve los dispositivos de las subentidades, añade entidades y gestiona allí a los lectores.',
  'people.user.picture': 'Foto de perfil',
  'people.user.units': 'Dispositivos',
  'people.user.units.help':
    'Los dispositivos de los que este usuario es responsable. «Mis dispositivos» en el panel muestra solo estos.',
  'people.user.units.none': 'Ninguno',
}
