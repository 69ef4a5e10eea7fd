import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'legal.brand': 'Fieldwatch',

  'legal.privacy.title': 'Política de privacidad',
  'legal.privacy.lead':
    'Lo que este portal guarda sobre las personas. Su organización lo gestiona en servidores propios o elegidos por ella.',
  'legal.privacy.stored': 'Qué se guarda',
  'legal.privacy.stored.account':
    'Su nombre, correo, rol, imagen y ajustes, mientras sea usuario. Su contraseña solo se guarda como hash.',
  'legal.privacy.stored.phone': 'Su número de teléfono, una vez verificado con un código.',
  'legal.privacy.stored.activity': 'Cuándo y desde qué dirección de red inició sesión, y qué cambios hizo.',
  'legal.privacy.phone': 'Para qué se usa su número de teléfono',
  'legal.privacy.phone.code': 'Para SMS con un código, cuando lo solicita para verificar el número.',
  'legal.privacy.phone.alerts':
    'Para SMS sobre alertas, mientras los tenga activados en sus preferencias de notificación.',
  'legal.privacy.phone.else': 'Para nada más: ni publicidad ni llamadas.',
  'legal.privacy.access': 'Quién puede verlo',
  'legal.privacy.access.people': 'Las personas de su organización autorizadas a ver a sus usuarios aquí.',
  'legal.privacy.access.sms':
    'La empresa que entrega los SMS de su organización recibe su número y el texto de cada SMS.',
  'legal.privacy.access.mail':
    'El servidor de correo de su organización recibe su dirección, el texto de cada correo y los informes que se le envían.',
  'legal.privacy.choices': 'Qué puede hacer',
  'legal.privacy.choices.sms': 'Desactivar los SMS o cambiar su número en Ajustes, Perfil.',
  'legal.privacy.choices.ask':
    'Pedir a un administrador de su organización sus datos, una corrección o su eliminación.',

  'legal.terms.title': 'Condiciones de uso',
  'legal.terms.lead': 'Las reglas entre usted y su organización al usar este portal y sus SMS.',
  'legal.terms.use': 'Uso del portal',
  'legal.terms.use.units': 'Úselo para los dispositivos de su organización y para los que esta le permite ver.',
  'legal.terms.use.secret':
    'Mantenga en secreto su contraseña y sus códigos. El personal del portal nunca se los pedirá.',
  'legal.terms.use.activity': 'Sus cambios se registran con su nombre y la hora.',
  'legal.terms.sms': 'SMS',
  'legal.terms.sms.number': 'Introduzca solo un número de teléfono suyo o que esté autorizado a usar.',
  'legal.terms.sms.when':
    'Recibe SMS con códigos cuando los solicita, y sobre alertas mientras los tenga activados. La cantidad depende de sus alertas.',
  'legal.terms.sms.cost': 'Su operador puede cobrarle por recibirlos, sobre todo en el extranjero.',
  'legal.terms.sms.stop': 'Puede detenerlos en cualquier momento en Ajustes, Perfil.',
  'legal.terms.limits': 'En qué no debe confiar',
  'legal.terms.limits.delivery':
    'Los SMS y correos pueden llegar tarde o no llegar. No haga depender la seguridad de las personas solo de una notificación.',
  'legal.terms.limits.values':
    'Los valores se muestran tal como los enviaron los dispositivos. Un dispositivo inactivo o averiado no envía nada, o envía valores erróneos.',
}
