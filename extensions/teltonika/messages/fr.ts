import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'teltonika.packet.counts': 'Les deux nombres d’enregistrements du paquet diffèrent.',
  'teltonika.packet.codec': 'Le paquet ne peut pas être lu : le codec {codec} n’est pas pris en charge.',
  'teltonika.packet.longer': 'Le paquet ne peut pas être lu : il est plus long que ses enregistrements.',
  'teltonika.packet.early': 'Le paquet ne peut pas être lu : il se termine trop tôt.',
  'teltonika.help':
    'Enregistrez l’IMEI du traceur, puis saisissez le reste dans Teltonika Configurator : serveur, port et protocole sous GPRS, le protocole de données sous System. Le jeton n’est pas nécessaire.',
  'teltonika.tracker.imei': 'IMEI',
  'teltonika.tracker.imei.help': '15 chiffres, sur l’étiquette du traceur',
  'teltonika.tracker.required': 'Un IMEI est requis.',
  'teltonika.tracker.save': 'Enregistrer l’IMEI',
  'teltonika.tracker.connected': 'Le traceur est connecté.',
  'teltonika.tracker.silent':
    'Aucun traceur avec cet IMEI n’a essayé de se connecter au cours de la dernière heure. Vérifiez le domaine, le port et l’APN de sa carte SIM.',
  'teltonika.tracker.refused':
    'Un traceur avec cet IMEI a essayé de se connecter {ago}. Il sera accepté à son prochain essai, en général en quelques minutes.',
  'teltonika.domain': 'Domaine',
  'teltonika.port': 'Port',
  'teltonika.protocol': 'Protocole',
  'teltonika.codec': 'Protocole de données',
}
