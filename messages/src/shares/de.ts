import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'shares.share': 'Teilen',
  'shares.share.name': '{name} teilen',
  'shares.title': 'Per Link teilen',
  'shares.what.overview':
    'Alle, die den Link haben, sehen die Übersicht von {unit}, wie sie gerade ist, und sonst nichts aus dem Portal.',
  'shares.what.chart':
    'Alle, die den Link haben, sehen das Diagramm {chart} von {unit} und sonst nichts aus dem Portal.',
  'shares.range': 'Zeitraum',
  'shares.range.last': 'Live: {hours, plural, one {die letzte Stunde} other {die letzten # Stunden}}',
  'shares.range.minutes': 'Live: {minutes, plural, one {die letzte Minute} other {die letzten # Minuten}}',
  'shares.range.days': 'Live: {days, plural, one {der letzte Tag} other {die letzten # Tage}}',
  'shares.range.between': 'Fest: {from} bis {to}',
  'shares.expires': 'Läuft ab',
  'shares.expires.never': 'Nie',
  'shares.expires.days': '{days, plural, one {In einem Tag} other {In # Tagen}}',
  'shares.expires.year': 'In einem Jahr',
  'shares.password': 'Passwort',
  'shares.password.help': 'Optional. Senden Sie es auf einem anderen Weg als den Link.',
  'shares.origins': 'Webseiten, die ihn einbetten dürfen',
  'shares.origins.help':
    'Optional. Eine Herkunft je Zeile, zum Beispiel https://www.example.com. Keine andere Seite kann den Link in einem Rahmen zeigen.',
  'shares.create': 'Link erstellen',
  'shares.link': 'Link',
  'shares.link.help':
    'Er wird nur jetzt angezeigt. Sie können ihn jederzeit in den Einstellungen unter Geteilte Links zurückziehen.',
  'shares.link.copy': 'Link kopieren',
  'shares.copied': 'Kopiert',
  'shares.embed': 'HTML zum Einbetten',
  'shares.embed.copy': 'HTML kopieren',
  'shares.kept': 'Ich habe den Link gespeichert',
  'shares.ask': 'Ohne den Link schließen?',
  'shares.ask.text':
    'Er wird nur jetzt angezeigt. Ohne ihn müssen Sie den Link in den Einstellungen zurückziehen und einen neuen erstellen.',
  'shares.ask.close': 'Ohne ihn schließen',
  'shares.ask.back': 'Zurück zum Link',
  'shares.list': 'Geteilte Links',
  'shares.list.help':
    'Links, über die Personen ohne Konto eine Ansicht sehen. Ein Link zeigt nur, was die Person sehen kann, die ihn erstellt hat, und endet, wenn sie den Zugriff verliert.',
  'shares.none':
    'Noch keine geteilten Links. Öffnen Sie eine Übersicht, ein Diagramm, eine Ereignistabelle, einen Vorfall oder die Karte, und wählen Sie „Teilen“.',
  'shares.failed': 'Die geteilten Links wurden nicht geladen',
  'shares.overview': 'Übersicht von {unit}',
  'shares.chart': '{chart}, Diagramm von {unit}',
  'shares.unit.gone': 'einem nicht zugänglichen Gerät',
  'shares.state.open': 'Offen',
  'shares.state.expired': 'Abgelaufen',
  'shares.state.creator': 'Beendet: Die Person, die ihn erstellt hat, darf nicht mehr teilen',
  'shares.state.unit':
    'Beendet: Das Gerät wurde gelöscht oder ist für die Person, die ihn erstellt hat, nicht mehr erreichbar',
  'shares.state.screen': 'Beendet: Die Ansicht zeigt es nicht mehr',
  'shares.fact.by': 'Erstellt {created} von {name}.',
  'shares.fact.created': 'Erstellt {created}.',
  'shares.fact.expires': 'Läuft ab {expires}.',
  'shares.fact.expired': 'Abgelaufen {expires}.',
  'shares.fact.never': 'Läuft nicht ab.',
  'shares.fact.password': 'Mit einem Passwort geschützt.',
  'shares.fact.origins': 'Eingebettet von {origins}.',
  'shares.fact.opened':
    '{count, plural, =0 {Nie geöffnet.} one {Einmal geöffnet, {last}.} other {#-mal geöffnet, zuletzt {last}.}}',
  'shares.withdraw': 'Zurückziehen',
  'shares.withdraw.one': 'Den Link zu {name} zurückziehen',
  'shares.withdraw.title': 'Den Link zurückziehen?',
  'shares.withdraw.text':
    'Seiten, die {name} über diesen Link zeigen, werden sofort leer. Sie können das nicht rückgängig machen.',
  'shares.withdraw.failed': 'Der Link wurde nicht zurückgezogen.',
  'shares.what.events':
    'Alle, die den Link haben, sehen die Ereignistabelle {title} von {unit} mit den Spalten, die sie jetzt zeigt, und sonst nichts aus dem Portal.',
  'shares.what.events.filter': 'Nur Ereignisse, die dem Filter entsprechen, werden geteilt.',
  'shares.what.incident':
    'Alle, die den Link haben, sehen den Vorfall {title} so, wie er dann ist, ohne Personen, Anfragen und Konfigurationen, und sonst nichts aus dem Portal.',
  'shares.what.map':
    '{count, plural, one {Alle, die den Link haben, sehen eine Karte mit einem Gerät, seinem Namen und seiner Aktivität, und sonst nichts aus dem Portal.} other {Alle, die den Link haben, sehen eine Karte mit # Geräten, ihren Namen und ihrer Aktivität, und sonst nichts aus dem Portal.}}',
  'shares.map.title': 'Titel',
  'shares.map.standard': 'Karte',
  'shares.map.when': 'Positionen',
  'shares.map.live': 'Live',
  'shares.map.now': 'Wie sie jetzt sind',
  'shares.map.at': 'Wie sie am {when} waren',
  'shares.map.open': 'Als Karte teilen…',
  'shares.map.most': 'Höchstens {most, number} Geräte',
  'shares.events': '{title}, Ereignisse von {unit}',
  'shares.events.gone': 'Ereignisse von {unit}',
  'shares.incident': 'Vorfall {title}',
  'shares.incident.gone': 'Ein gelöschter oder nicht zugänglicher Vorfall',
  'shares.map': '{count, plural, one {{title}, Karte mit einem Gerät} other {{title}, Karte mit # Geräten}}',
  'shares.state.inactive': 'Beendet: Das Gerät ist deaktiviert',
  'shares.state.source': 'Beendet: Seine Datenquelle wurde gelöscht',
  'shares.state.table': 'Beendet: Die Ereignistabelle wurde gelöscht',
  'shares.state.incident':
    'Beendet: Der Vorfall wurde gelöscht oder ist für die Person, die den Link erstellt hat, nicht mehr erreichbar',
  'shares.fact.at': 'Positionen vom {when}.',
}
