import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'phone-verification.title': 'Verificar número de teléfono',
  'phone-verification.lead': 'Enviamos un código a su teléfono para comprobar que es suyo.',
  'phone-verification.phone': 'Número de teléfono',
  'phone-verification.privacy': 'Acepto la <link>política de privacidad</link>',
  'phone-verification.privacy.missing': 'Acepte la política de privacidad',
  'phone-verification.terms': 'Acepto las <link>condiciones de uso</link>',
  'phone-verification.terms.missing': 'Acepte las condiciones de uso',
  'phone-verification.phone.invalid': 'Introduzca un número de teléfono válido',
  'phone-verification.send': 'Enviar código',
  'phone-verification.send.busy': 'Enviando código…',
  'phone-verification.send.failed': 'No se ha podido enviar el código. Inténtelo de nuevo.',
  'phone-verification.send.too-many':
    'Se enviaron demasiados códigos. Inténtelo de nuevo en {minutes, plural, one {# minuto} other {# minutos}}.',

  'phone-verification.code': 'Introduzca los {digits, number} dígitos del código que enviamos a {phone}',
  'phone-verification.code.digit': 'Dígito {digit, number} de {digits, number}',
  'phone-verification.code.wait': '¿No llega el SMS? Puede pedir otro en {seconds, number} s.',
  'phone-verification.code.resend': 'Reenviar código',
  'phone-verification.code.failed': 'No se ha podido comprobar el código. Inténtelo de nuevo.',
  'phone-verification.verify': 'Verificar',
  'phone-verification.verify.busy': 'Verificando…',
  'phone-verification.other-number': 'Usar otro número',
  'phone-verification.verified': '{phone} está verificado.',
}
