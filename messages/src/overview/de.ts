import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'overview.add-widget': 'Widget hinzufügen',
  'overview.empty': 'Noch nichts in der Übersicht',
  'overview.empty.template': 'Die Vorlage dieses Geräts enthält keine Messanzeigen, Infokarten, Tabellen oder Karten.',
  'overview.empty.no-template':
    'Dieses Gerät hat noch keine Vorlage. Eine Vorlage legt die Messanzeigen, Infokarten, Tabellen und Karten der Übersicht fest. Das erste Widget erstellt eine.',
}
