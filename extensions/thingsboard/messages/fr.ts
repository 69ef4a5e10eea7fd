import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'thingsboard.attributes': 'Les attributs sont un objet de valeurs.',
  'thingsboard.topic': 'Ce topic n’existe pas dans l’API des appareils de ThingsBoard.',
  'thingsboard.answer': 'La réponse à une requête est du JSON.',
  'thingsboard.number': 'Le numéro de la requête manque.',
  'thingsboard.gateway': 'Le message d’une passerelle est un objet.',
  'thingsboard.name': 'Le nom de l’appareil manque.',
  'thingsboard.name-control': 'Le nom d’un appareil ne contient pas de caractères de contrôle.',
  'thingsboard.long': 'Le message dépasse 64 Kio.',
  'thingsboard.telemetry': 'La télémétrie est un objet de valeurs, {form}, ou un tableau de l’un ou de l’autre.',
  'thingsboard.name-long': 'Le nom d’un appareil comporte au plus {count, number} caractères.',
  'thingsboard.children': 'Une passerelle a au plus {count, number} appareils.',
  'thingsboard.help':
    'Les appareils et passerelles préréglés pour ThingsBoard envoient par MQTT ou HTTP. Le jeton d’accès est le nom d’utilisateur MQTT, sans mot de passe.',
  'thingsboard.access-token': 'Jeton d’accès',
}
