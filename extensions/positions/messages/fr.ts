import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'positions.osmand.help':
    'Dans Traccar Client, entrez cette adresse comme URL du serveur et le jeton comme identifiant d’appareil. Dans OsmAnd, entrez la seconde adresse sous le suivi en ligne.',
  'positions.owntracks.help':
    'Dans OwnTracks, choisissez le mode HTTP et entrez cette adresse, ce nom d’utilisateur et ce mot de passe.',
  'positions.encrypted': 'Le message est chiffré.',
  'positions.no-unit': 'Aucun appareil n’a cet identifiant.',
  'positions.device-id': 'Identifiant d’appareil',
  'positions.tracking': 'Adresse du suivi en ligne',
}
