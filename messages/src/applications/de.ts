import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'applications.title': 'Apps',
  'applications.failed': 'Die Anwendungen können nicht angezeigt werden',
  'applications.empty': 'Noch keine Anwendungen',
  'applications.empty.help': 'Anwendungen erscheinen hier, sobald Ihr Administrator sie hinzufügt.',
  'applications.not-found': 'Anwendung nicht gefunden',
  'applications.not-found.help': 'Sie wurde möglicherweise entfernt oder gehört zu einer anderen Organisation.',
  'applications.to-all': 'Alle Apps anzeigen',
  'applications.of-unit': '{app} von {unit}',
  'applications.no-tab': 'Seite nicht gefunden',
  'applications.no-tab.help':
    'Dieses Gerät hat keine Anwendung mit diesem Namen. Möglicherweise ist die Adresse falsch geschrieben.',
  'applications.to-overview': 'Zur Übersicht',
  'applications.not-allowed': 'Sie können {name} nicht öffnen',
  'applications.not-allowed.help':
    'Dieses Gerät hat die Anwendung, aber Ihre Organisation hat keinen Zugriff darauf. Bitten Sie Ihren Administrator um Zugriff.',
}
