import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'people.company.title': 'Meine Firma',
  'people.company': 'Firma',
  'people.company.failed': 'Die Firma konnte nicht geladen werden',
  'people.company.name': 'Firmenname: {company}',
  'people.company.logo': 'Logo',
  'people.company.icon': 'Symbol',
  'people.company.logo.of': 'Logo von {name}',
  'people.company.icon.of': 'Symbol von {name}',
  'people.company.edit': 'Firma bearbeiten',
  'people.company.sign-in': 'Anmeldung',

  'people.edit': 'Bearbeiten',
  'people.delete': 'Löschen',
  'people.save': 'Speichern',
  'people.create': 'Anlegen',
  'people.submit': 'Übernehmen',
  'people.nothing-changed': 'Es wurde nichts geändert.',

  'people.entities': 'Organisationen',
  'people.entities.add': '+ Organisation hinzufügen',
  'people.entities.none':
    'Noch keine Organisationen. Fügen Sie eine für jeden Bereich hinzu, der eigene Geräte und Benutzer hat.',
  'people.entities.edit.one': '{name} bearbeiten',
  'people.entities.delete.one': '{name} löschen',
  'people.entities.delete.title': '{name} löschen?',
  'people.entities.delete.text':
    'Die Benutzer werden sofort abgemeldet, und die Geräte können nichts mehr senden. Das lässt sich nicht rückgängig machen.',
  'people.entities.delete.failed': 'Die Organisation wurde nicht gelöscht.',

  'people.entity.create': 'Organisation anlegen',
  'people.entity.edit': 'Organisation bearbeiten',
  'people.entity.name': 'Name der Organisation',
  'people.entity.same-name.title': 'Den Namen {name} zweimal verwenden?',
  'people.entity.same-name.text':
    'Eine andere Organisation heißt auch {name}. Wer eine Organisation auswählt, sieht nur den Namen und kann die beiden nicht unterscheiden.',
  'people.entity.same-name.confirm': 'Trotzdem verwenden',
  'people.entity.company': 'Firmenname',
  'people.entity.url': 'URL der Organisation',
  'people.entity.url.example': 'https://example.com',
  'people.entity.logo': 'Logo der Organisation',
  'people.entity.icon': 'Symbol der Organisation',
  'people.entity.status.help':
    'Benutzer einer deaktivierten Organisation können sich nicht anmelden. Ihre Geräte können weiter Daten senden.',
  'people.entity.status.active': 'Aktiv',
  'people.entity.status.disabled': 'Deaktiviert',
  'people.entity.viewers': 'Betrachter dürfen Dashboards, Ereignisse und berechnete Datenquellen bearbeiten',
  'people.entity.viewers.help':
    'Wenn dies ausgeschaltet ist, dürfen das nur Administratoren. Bei einem Gerät mehrerer Organisationen müssen alle es erlauben.',
  'people.entity.sensors': 'Betrachter dürfen Sensoren konfigurieren',
  'people.entity.sensors.help':
    'Wenn dies ausgeschaltet ist, können nur Administratoren die Konfiguration kabelgebundener und drahtloser Sensoren lesen und ändern. Bei einem Gerät mehrerer Organisationen müssen alle es erlauben.',
  'people.entity.measures': 'Maßeinheiten',
  'people.entity.measures.help': 'Für Benutzer, die in ihrem Profil keine anderen gewählt haben.',

  'people.users': 'Benutzer',
  'people.users.of': 'Benutzer von {name}',
  'people.users.add': '+ Benutzer hinzufügen',
  'people.users.failed': 'Die Benutzer konnten nicht geladen werden',
  'people.users.name': 'Name',
  'people.users.email': 'E-Mail',
  'people.users.role': 'Rolle',
  'people.users.status': 'Status',
  'people.users.role.of': 'Rolle von {name}',
  'people.users.status.of': 'Status von {name}',
  'people.users.role.admin': 'Administrator',
  'people.users.role.viewer': 'Betrachter',
  'people.users.role.active': 'aktiv',
  'people.users.role.disabled': 'deaktiviert',
  'people.users.status.active': 'Aktiv',
  'people.users.status.disabled': 'Deaktiviert',
  'people.users.status.invited': 'Eingeladen',
  'people.users.no-factor': 'Noch kein zweiter Faktor',
  'people.users.invite-again': 'Einladung erneut senden',
  'people.users.reset-factor': 'Zweiten Faktor zurücksetzen',
  'people.users.activity': 'Aktivität',
  'people.users.activity.of': 'Aktivität von {name}',
  'people.users.withdraw': 'Einladung zurückziehen',
  'people.users.delete': '{count, plural, one {Benutzer} other {# Benutzer}} löschen',

  'people.delete.title': '{name} löschen?',
  'people.delete.title.several': '{count, plural, one {# Benutzer} other {# Benutzer}} löschen?',
  'people.delete.text':
    '{count, plural, one {Dieser Benutzer wird} other {Diese Benutzer werden}} sofort abgemeldet und {count, plural, one {kann} other {können}} sich nicht mehr anmelden.',
  'people.delete.heir': 'Neuer Eigentümer der Alarme',
  'people.delete.heir.help': 'Aufgeführt sind nur Personen, die die Geräte der Alarme sehen.',
  'people.delete.heir.none': 'Administratoren der Organisation',
  'people.withdraw.title': 'Einladung von {name} zurückziehen?',
  'people.withdraw.text':
    'Der Link in der E-Mail funktioniert nicht mehr, und der Benutzer wird aus der Liste entfernt.',
  'people.withdraw.confirm': 'Zurückziehen',

  'people.reset.title': 'Zweiten Faktor von {name} zurücksetzen?',
  'people.reset.text':
    'Für Benutzer, die Telefon und Wiederherstellungscodes verloren haben. Vergewissern Sie sich, dass die Bitte wirklich von dieser Person kommt. Wir melden sie überall ab und informieren sie per E-Mail. Danach meldet sie sich mit dem Passwort an und richtet bei Bedarf einen neuen Faktor ein.',
  'people.reset.confirm': 'Zurücksetzen',

  'people.ask.admin.title': '{name} zum Administrator machen?',
  'people.ask.admin.text':
    'Administratoren können Geräte, Benutzer und Unterorganisationen ändern und anderen die Rolle entziehen.',
  'people.ask.admin.confirm': 'Zum Administrator machen',
  'people.ask.viewer.title': '{name} zum Betrachter machen?',
  'people.ask.viewer.text':
    'Was nur Administratoren dürfen, ist dann nicht mehr möglich. Das gilt sofort, auch auf geöffneten Seiten.',
  'people.ask.viewer.confirm': 'Zum Betrachter machen',
  'people.ask.active.title': '{name} aktivieren?',
  'people.ask.active.text': 'Dieser Benutzer kann sich wieder anmelden, mit derselben Rolle wie zuvor.',
  'people.ask.active.confirm': 'Aktivieren',
  'people.ask.disabled.title': '{name} deaktivieren?',
  'people.ask.disabled.text':
    'Dieser Benutzer wird sofort abgemeldet und kann sich erst wieder anmelden, wenn ein Administrator ihn aktiviert.',
  'people.ask.disabled.confirm': 'Deaktivieren',

  'people.user.new': 'Neuer Benutzer',
  'people.user.edit': 'Benutzer bearbeiten',
  'people.user.first-name': 'Vorname',
  'people.user.last-name': 'Nachname',
  'people.user.entity': 'Organisation',
  'people.user.entity.add': '+ Hinzufügen',
  'people.user.entity.choose': 'Wählen Sie eine Organisation.',
  'people.user.role.choose': 'Rolle wählen',
  'people.user.role.missing': 'Wählen Sie eine Rolle.',
  'people.user.sub-entities': 'Verwaltet Unterorganisationen',
  'people.user.sub-entities.help':
    'Sieht Geräte der Unterorganisationen, fügt Organisationen hinzu und verwaltet dort Betrachter.',
  'people.user.picture': 'Profilbild',
  'people.user.units': 'Geräte',
  'people.user.units.help':
    'Die Geräte, für die dieser Benutzer zuständig ist. „Meine Geräte“ im Dashboard zeigt nur diese.',
  'people.user.units.none': 'Keine',
}
