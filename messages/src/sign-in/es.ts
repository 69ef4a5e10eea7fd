import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sign-in.brand': 'Fieldwatch',
  'sign-in.language': 'Idioma',
  'sign-in.title': 'Iniciar sesión',
  'sign-in.submit': 'Iniciar sesión',
  'sign-in.submit.busy': 'iniciando sesión…',
  'sign-in.email': 'Correo electrónico',
  'sign-in.password': 'Contraseña',
  'sign-in.forgot': 'He olvidado mi contraseña',
  'sign-in.provider': 'Iniciar sesión con {provider}',
  'sign-in.back': 'Volver al inicio de sesión',
  'sign-in.new-link': 'Enviarme un enlace nuevo',
  'sign-in.wait': 'Un momento…',
  'sign-in.open-settings': 'Abrir los ajustes',
  'sign-in.open-portal': 'Abrir el portal',
  'sign-in.nothing-changed': 'No se cambió nada.',
  'sign-in.try-again': 'No se cambió nada. Inténtelo de nuevo.',

  'sign-in.lead.never': 'Sus dispositivos de un vistazo.',
  'sign-in.lead.chosen': 'Ha cerrado la sesión.',
  'sign-in.lead.elsewhere': 'Cerró la sesión en otra pestaña.',
  'sign-in.lead.ended': 'Su sesión ha terminado. Inicie sesión para continuar donde estaba.',
  'sign-in.lead.factor-required':
    'Su entidad exige ahora un segundo factor. Vuelva a iniciar sesión. Si no tiene ninguno, lo configurará entonces.',
  'sign-in.lead.unreachable': 'No se puede acceder al portal. Inicie sesión cuando vuelva a estar disponible.',

  'sign-in.second-factor': 'Segundo factor',
  'sign-in.second-factor.lead': 'Su contraseña es correcta. Un paso más.',
  'sign-in.set-up': 'Configurar un segundo factor',
  'sign-in.set-up.lead': 'Su contraseña es correcta. Un paso más, solo esta vez.',

  'sign-in.problem.any':
    'Falló el inicio de sesión con el proveedor. Use su contraseña o inténtelo de nuevo en un momento.',
  'sign-in.problem.away':
    'No se puede contactar con el proveedor. Use su contraseña o inténtelo de nuevo en un momento.',
  'sign-in.problem.refused': 'El proveedor no inició su sesión o tardó demasiado. Inténtelo de nuevo.',
  'sign-in.problem.unknown':
    'Ninguna cuenta tiene la dirección que envió el proveedor. Pida a un administrador de su entidad que lo añada.',
  'sign-in.problem.unverified': 'El proveedor no ha verificado su correo electrónico. Verifíquelo allí primero.',

  'sign-in.reset.title': 'Restablecer la contraseña',
  'sign-in.reset.submit': 'Restablecer la contraseña',
  'sign-in.reset.busy': 'Enviando correo…',
  'sign-in.reset.lead': 'Le enviamos un enlace para elegir una nueva.',
  'sign-in.reset.sent': 'Se envió un correo',
  'sign-in.reset.sent.help': 'Si la dirección pertenece a una cuenta, el enlace funciona durante una hora.',
  'sign-in.reset.again': 'Enviar otro correo',

  'sign-in.link.check': 'Elegir una contraseña',
  'sign-in.link.dead': 'Este enlace ya no funciona',
  'sign-in.link.dead.lead': 'Un enlace funciona una vez y por tiempo limitado.',
  'sign-in.link.dead.help': 'Este enlace ha caducado o ya se usó.',

  'sign-in.password.help': 'Al menos {least, number} caracteres, y no una de las más comunes.',
  'sign-in.password.save': 'Guardar contraseña',
  'sign-in.password.save.busy': 'Guardando contraseña…',
  'sign-in.password.another.title': 'Elegir una contraseña nueva',
  'sign-in.password.another.lead': 'Sustituye a la anterior y termina todas las sesiones anteriores.',
  'sign-in.password.another.label': 'Contraseña nueva',
  'sign-in.password.another.done': 'Contraseña cambiada',
  'sign-in.password.another.done-lead': 'Todas las sesiones anteriores han terminado.',
  'sign-in.password.another.success': 'Se cambió su contraseña.',
  'sign-in.password.another.next': 'Inicie sesión ahora con la nueva.',
  'sign-in.password.first.title': 'Elija su contraseña',
  'sign-in.password.first.lead': 'Bienvenido. A partir de ahora iniciará sesión con ella.',
  'sign-in.password.first.label': 'Contraseña',
  'sign-in.password.first.done': 'Contraseña guardada',
  'sign-in.password.first.done-lead': 'Su cuenta está lista.',
  'sign-in.password.first.success': 'Se guardó su contraseña.',
  'sign-in.password.first.next': 'Inicie sesión con ella ahora.',

  'sign-in.confirm.title': 'Confirmar su dirección nueva',
  'sign-in.confirm.lead': 'Solicitó iniciar sesión con la dirección de este correo.',
  'sign-in.confirm.help': 'Ya no podrá iniciar sesión con la dirección anterior. Le notificamos el cambio.',
  'sign-in.confirm.submit': 'Confirmar',
  'sign-in.confirm.done': 'Correo electrónico cambiado',
  'sign-in.confirm.done.lead': 'A partir de ahora usa la nueva.',
  'sign-in.confirm.done.help': 'Inicia sesión con {email}.',
  'sign-in.confirm.dead.lead': 'Un enlace funciona una vez, durante una hora.',
  'sign-in.confirm.dead.help':
    'Su dirección no ha cambiado. Para obtener un enlace nuevo, guarde de nuevo la dirección en su perfil.',

  'sign-in.unsubscribe.submit': 'Cancelar suscripción',
  'sign-in.unsubscribe.invalid': 'Este enlace está incompleto',
  'sign-in.unsubscribe.invalid.help':
    'Abra de nuevo el enlace del correo, o inicie sesión y cancele la suscripción en los ajustes.',
  'sign-in.unsubscribe.alert': '¿Cancelar la suscripción a esta alerta?',
  'sign-in.unsubscribe.alert.name': 'Alerta: {name}',
  'sign-in.unsubscribe.alert.help':
    'No recibirá más correos ni SMS sobre esta alerta. No afecta a otras personas ni a otras alertas.',
  'sign-in.unsubscribe.alert.done': 'Suscripción cancelada',
  'sign-in.unsubscribe.alert.done.help': 'No recibirá más correos ni SMS sobre esta alerta.',
  'sign-in.unsubscribe.alert.again':
    'Para volver a recibir sus mensajes, inicie sesión y suscríbase de nuevo en Ajustes, Alertas.',
  'sign-in.unsubscribe.alert.gone': 'No está suscrito a esta alerta',
  'sign-in.unsubscribe.alert.gone.lead': 'Se eliminó o ya no se comparte con usted.',
  'sign-in.unsubscribe.report': '¿Cancelar la suscripción a este informe?',
  'sign-in.unsubscribe.report.name': 'Informe: {name}',
  'sign-in.unsubscribe.report.help': 'Ya no lo recibirá por correo. Los demás destinatarios lo seguirán recibiendo.',
  'sign-in.unsubscribe.report.gone': 'No está suscrito a este informe',
  'sign-in.unsubscribe.report.gone.lead': 'Para volver a recibirlo, pídaselo a su propietario.',
}
