import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'positions.osmand.help':
    'Tragen Sie im Traccar Client diese Adresse als Server-URL und das Token als Gerätekennung ein. In OsmAnd tragen Sie die zweite Adresse unter Online-Tracking ein.',
  'positions.owntracks.help':
    'Wählen Sie in OwnTracks den Modus HTTP und tragen Sie diese Adresse, diesen Benutzernamen und dieses Passwort ein.',
  'positions.encrypted': 'Die Nachricht ist verschlüsselt.',
  'positions.no-unit': 'Kein Gerät hat diese Kennung.',
  'positions.device-id': 'Gerätekennung',
  'positions.tracking': 'Adresse für Online-Tracking',
}
