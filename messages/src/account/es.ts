import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'account.sms-code': '{code} es su código de Fieldwatch. Es válido durante {minutes, number} minutos. No lo comparta.',

  'account.invitation.subject': '{inviter} le invita a {entity} en Fieldwatch',
  'account.invitation.an-admin': 'Un administrador',
  'account.invitation.who':
    '{inviter} ({email}) le invita al portal Fieldwatch de {entity}. En él se ven los dispositivos de campo de la organización: dónde están, qué miden y sus alertas.',
  'account.invitation.accept':
    'Usted inicia sesión con esta dirección, {email}. Para aceptar la invitación, elija su contraseña en un plazo de siete días:',
  'account.invitation.expired':
    'Si el enlace ha caducado, pida otro a {inviter}. Si no conoce a esta persona, ignore este correo.',

  'account.reset.subject': 'Elegir una nueva contraseña para Fieldwatch',
  'account.reset.asked':
    'Alguien, esperamos que usted, ha solicitado una nueva contraseña para su cuenta de Fieldwatch. Elíjala en la próxima hora:',
  'account.reset.ignore': 'Si no ha sido usted, ignore este correo. Su contraseña no cambia.',

  'account.password-changed.subject': 'Su contraseña de Fieldwatch ha cambiado',
  'account.password-changed.what':
    'Se acaba de cambiar la contraseña de su cuenta de Fieldwatch y se ha cerrado la sesión en los demás navegadores.',
  'account.password-changed.act':
    'Si no ha sido usted, elija de inmediato una nueva contraseña («He olvidado mi contraseña» en la página de inicio de sesión) e informe a un administrador de su entidad.',

  'account.new-address.subject': 'Confirmar su nueva dirección de Fieldwatch',
  'account.new-address.asked':
    'Alguien, esperamos que usted, quiere iniciar sesión en Fieldwatch con esta dirección, {after}, en lugar de {before}. Confírmela en la próxima hora:',
  'account.new-address.ignore': 'Si no ha sido usted, ignore este correo. Sin la confirmación no cambia nada.',
  'account.old-address.subject': 'Su dirección de Fieldwatch está a punto de cambiar',
  'account.old-address.asked':
    'Alguien que ha iniciado sesión con su cuenta y conoce su contraseña quiere usar {after} en lugar de {before} en Fieldwatch. La dirección cambia si {after} se confirma en la próxima hora.',
  'account.old-address.act':
    'Si no ha sido usted, elija de inmediato una nueva contraseña («He olvidado mi contraseña» en la página de inicio de sesión). Así se cierra su sesión en todas partes y su dirección no cambia. Después, informe a un administrador de su entidad.',
  'account.address-changed.subject': 'Su dirección de Fieldwatch ha cambiado',
  'account.address-changed.what': 'Ahora inicia sesión en Fieldwatch con {after} en lugar de {before}.',
  'account.address-changed.act': 'Si no estaba de acuerdo, informe a un administrador de su entidad.',

  'account.factor.when': 'Fecha: {moment} UTC.',
  'account.factor.when-and-where': 'Fecha: {moment} UTC, desde la dirección {address}.',
  'account.factor.act':
    'Si no ha sido usted, elija de inmediato una nueva contraseña e informe a un administrador de su entidad:',
  'account.factor.app-added.subject': 'Su cuenta de Fieldwatch tiene ahora un segundo factor',
  'account.factor.app-added.what':
    'Se ha configurado una aplicación de autenticación para su cuenta de Fieldwatch. A partir de ahora necesita su código para iniciar sesión.',
  'account.factor.app-replaced.subject': 'Su cuenta de Fieldwatch tiene una nueva aplicación de autenticación',
  'account.factor.app-replaced.what':
    'Se ha configurado una nueva aplicación de autenticación para su cuenta de Fieldwatch. Los códigos de la anterior ya no funcionan.',
  'account.factor.app-removed.subject': 'Se ha quitado la aplicación de autenticación de su cuenta de Fieldwatch',
  'account.factor.app-removed.what':
    'Se ha quitado la aplicación de autenticación de su cuenta de Fieldwatch. Ya no necesita su código para iniciar sesión.',
  'account.factor.passkey-added.subject': 'Se ha añadido una clave de acceso a su cuenta de Fieldwatch',
  'account.factor.passkey-added.what':
    'Se ha añadido una clave de acceso a su cuenta de Fieldwatch. Quien la tenga puede iniciar sesión con ella.',
  'account.factor.passkey-removed.subject': 'Se ha quitado una clave de acceso de su cuenta de Fieldwatch',
  'account.factor.passkey-removed.what':
    'Se ha quitado una clave de acceso de su cuenta de Fieldwatch. Ya no funciona.',
  'account.factor.codes-made.subject': 'Su cuenta de Fieldwatch tiene nuevos códigos de recuperación',
  'account.factor.codes-made.what':
    'Se han creado nuevos códigos de recuperación para su cuenta de Fieldwatch. Los anteriores ya no funcionan.',
  'account.factor.code-used.subject': 'Se ha usado un código de recuperación de su cuenta de Fieldwatch',
  'account.factor.code-used.what':
    'Se ha usado un código de recuperación de su cuenta de Fieldwatch. {left, plural, =0 {No queda ninguno: cree otros en su perfil.} one {Queda uno: cree otros en su perfil.} other {Quedan #.}}',
  'account.factor.reset.subject': 'Se ha restablecido el segundo factor de su cuenta de Fieldwatch',
  'account.factor.reset.what':
    'Un administrador ha quitado el segundo factor de su cuenta de Fieldwatch y se ha cerrado su sesión en todas partes. Inicie sesión con su contraseña y configure un nuevo segundo factor: en su perfil, o de inmediato si su entidad lo exige.',
  'account.factor.locked.subject': 'Códigos erróneos para el segundo factor de su cuenta de Fieldwatch',
  'account.factor.locked.what':
    'Alguien que conoce la contraseña de su cuenta de Fieldwatch ha introducido diez códigos erróneos. No se aceptan códigos durante los próximos 15 minutos.',
}
