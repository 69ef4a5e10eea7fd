import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'profile.title': 'Perfil',
  'profile.edit': 'Editar',
  'profile.cancel': 'Cancelar',
  'profile.save': 'Guardar',

  'profile.details': 'Detalles',
  'profile.details.first-name': 'Nombre',
  'profile.details.last-name': 'Apellidos',
  'profile.details.email': 'Correo electrónico',
  'profile.details.phone': 'Número de teléfono',
  'profile.details.phone.invalid': 'Introduzca un número de teléfono válido antes de guardar.',
  'profile.details.company': 'Empresa',
  'profile.details.failed': 'Se ha producido un error al guardar el perfil',
  'profile.photo': 'Foto de perfil',
  'profile.photo.upload': 'Subir foto',
  'profile.photo.change': 'Cambiar foto',
  'profile.photo.remove': 'Quitar foto',

  'profile.email.title': 'Introduzca su contraseña',
  'profile.email.help':
    'Enviamos un enlace a {email}. Hasta que lo abra, iniciará sesión con la dirección anterior. Avisamos del cambio a la dirección anterior.',
  'profile.email.submit': 'Enviar el enlace',
  'profile.email.sent': 'Hemos enviado un enlace a {mailed}.',
  'profile.email.sent.help':
    'Ábralo en el plazo de una hora para confirmar la dirección. Hasta entonces, inicie sesión con la anterior.',

  'profile.notifications': 'Preferencias de notificación',
  'profile.notifications.alerts': 'Alertas',
  'profile.notifications.help':
    'Cómo le avisamos cuando se activa una alerta que es suya o se comparte con usted, y cuando vuelve a estar OK. <link>Mostrar mis alertas</link>',
  'profile.notifications.sms': 'SMS',
  'profile.notifications.email.to': 'A {email}',
  'profile.notifications.sms.to': 'Solo a su número de teléfono verificado, {phone}',
  'profile.notifications.sms.none':
    'No tiene un número de teléfono verificado. Si activa esta opción, primero se le pedirá verificar uno.',

  'profile.time': 'Formato de hora',
  'profile.time.hours': '{hours, number} horas, por ejemplo {example}',
  'profile.measures': 'Unidades de medida',
  'profile.measures.show': 'Mostrar los valores en',
  'profile.measures.help':
    'Las pantallas, los correos y los SMS de alertas usan estas unidades de medida. Los datos guardados quedan como se enviaron.',
  'profile.measures.company': 'Unidades de medida de mi empresa',

  'profile.password': 'Contraseña',
  'profile.password.change': 'Cambiar contraseña',
  'profile.password.help': 'Una contraseña nueva cierra su sesión en todos los demás lugares.',
  'profile.password.changed': 'Se cambió su contraseña y se cerró su sesión en todos los demás lugares.',
  'profile.password.submit': 'Cambiar',
  'profile.password.current': 'Contraseña actual',
  'profile.password.new': 'Contraseña nueva',
  'profile.password.new.help': 'Al menos {least, number} caracteres.',

  'profile.sessions': 'Sesiones',
  'profile.sessions.failed': 'No se han podido cargar las sesiones',
  'profile.sessions.current': 'Este navegador',
  'profile.sessions.details': 'Inicio de sesión {signedIn}, último uso {lastUsed}',
  'profile.sessions.details.address': 'Desde {address}, inicio de sesión {signedIn}, último uso {lastUsed}',
  'profile.sessions.all': 'Mostrar las {count, number} sesiones',
  'profile.sessions.fewer': 'Mostrar menos sesiones',
  'profile.sessions.end': 'Cerrar sesión',
  'profile.sessions.end.one': 'Cerrar la sesión de {name}, iniciada {signedIn}',
  'profile.sessions.end.others': 'Cerrar las demás sesiones',
  'profile.sessions.end.failed': 'No se ha podido cerrar la sesión',

  'profile.activity': 'Su actividad',
  'profile.activity.show': 'Mostrar sus cambios e inicios de sesión',
}
