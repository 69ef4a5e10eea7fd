import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'embedded.failed': 'Die Anwendung kann nicht geöffnet werden',
  'embedded.failed.refused': 'Ihre Adresse ist hier nicht erlaubt. Der Betreiber des Portals kann sie korrigieren.',
  'embedded.failed.blocked':
    'Sie wurde hinzugefügt, nachdem Sie diese Seite geöffnet haben. Laden Sie die Seite neu, um sie zu öffnen.',
  'embedded.failed.silent':
    'Sie antwortet nicht. Sie ist vielleicht außer Betrieb oder von Ihrem Netz aus nicht erreichbar.',
  'embedded.reload': 'Seite neu laden',
  'embedded.try-again': 'Erneut versuchen',
  'embedded.new-tab': 'In neuem Tab öffnen',
}
