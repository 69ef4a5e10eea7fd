import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'second-step.way.password': 'Usar la contraseña',
  'second-step.way.totp': 'Usar la aplicación de autenticación',
  'second-step.way.passkey': 'Usar una clave de acceso',
  'second-step.way.recovery': 'Usar un código de recuperación',
  'second-step.back': 'Volver a la contraseña',
  'second-step.submit': 'Iniciar sesión',
  'second-step.submit.busy': 'Iniciando sesión…',
  'second-step.email': 'Correo electrónico',
  'second-step.password': 'Contraseña',

  'second-step.code.totp': 'Código',
  'second-step.code.totp.help': 'Seis dígitos de su aplicación de autenticación.',
  'second-step.code.recovery': 'Código de recuperación',
  'second-step.code.recovery.help': 'Cada código funciona una vez.',
  'second-step.wrong': 'Este código es incorrecto o ya se utilizó.',
  'second-step.wrong.help': 'Espere al código siguiente o compruebe el reloj de su teléfono.',
  'second-step.too-many': 'Demasiados códigos incorrectos.',
  'second-step.too-many.help': 'Inténtelo de nuevo en 15 minutos. Si no los introdujo usted, cambie su contraseña.',
  'second-step.failed': 'Se ha producido un error inesperado',

  'second-step.app.scan': 'Escanee esto con su aplicación de autenticación o introduzca allí la clave.',
  'second-step.app.qr-code': 'Código QR para una aplicación de autenticación',
  'second-step.app.key': 'Clave',
  'second-step.app.key.copy': 'Copiar la clave',
  'second-step.app.open': 'Abrir en una aplicación de este dispositivo',
  'second-step.app.first-code': 'Primer código',
  'second-step.app.first-code.help': 'Los seis dígitos que muestra ahora la aplicación.',
  'second-step.copy': 'Copiar',
  'second-step.copied': 'Copiado',

  'second-step.codes': 'Códigos de recuperación',
  'second-step.codes.help':
    'Cada código le permite iniciar sesión una vez sin su teléfono. Solo se muestran ahora. Guárdelos con sus contraseñas.',
  'second-step.codes.download': 'Descargar',
  'second-step.codes.kept': 'He guardado los códigos',

  'second-step.set-up.lead':
    'Su entidad exige un segundo factor. A partir de ahora inicia sesión con un código de una aplicación de su teléfono, como Google Authenticator, 2FAS o su gestor de contraseñas.',
  'second-step.set-up.done': 'Su segundo factor está configurado. Estos son sus códigos de recuperación.',
  'second-step.set-up.submit': 'Activar e iniciar sesión',
  'second-step.set-up.submit.busy': 'Configurando…',

  'second-step.again.title': 'Iniciar sesión de nuevo',
  'second-step.again.lead.ended':
    'Su sesión ha terminado. Inicie sesión para continuar. No se pierde lo que ha introducido.',
  'second-step.again.lead.factor-required':
    'Su entidad exige ahora un segundo factor. Inicie sesión de nuevo y configure uno si no lo tiene. No se pierde lo que ha introducido.',
  'second-step.again.login': 'Ir a la página de inicio de sesión',
  'second-step.again.disabled':
    'Si su contraseña es correcta, puede que su cuenta esté desactivada. Pregunte a un administrador.',

  'second-step.proof.title': 'Confirme su identidad',
  'second-step.proof.submit': 'Confirmar',
  'second-step.proof.lead':
    'Este cambio requiere un inicio de sesión reciente. No se le volverá a preguntar durante {minutes, number} minutos.',
  'second-step.proof.none':
    'Este cambio requiere un inicio de sesión reciente. Cierre sesión, iníciela de nuevo y haga el cambio.',

  'second-step.passkey.unused': 'No se usó ninguna clave de acceso.',
  'second-step.passkey.unused.help': 'Se canceló o tardó demasiado. Inténtelo de nuevo.',
  'second-step.passkey.exists': 'Este dispositivo ya tiene una clave de acceso para su cuenta.',
  'second-step.passkey.address': 'Las claves de acceso no funcionan en esta dirección.',
  'second-step.passkey.address.help': 'Abra el portal en la dirección que figura en los enlaces de sus correos.',
  'second-step.passkey.failed': 'No se ha podido usar la clave de acceso.',
}
