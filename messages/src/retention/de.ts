import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'retention.title': 'Wie lange Daten aufbewahrt werden',
  'retention.help':
    'Tage, die Datensätze aufbewahrt werden, und die Zusammenfassungen für Diagramme über lange Zeiträume. Ohne eigene Zahl gilt für eine Datenquelle die ihrer Organisation, für eine Organisation die des Portals. Ältere Daten werden endgültig gelöscht.',
  'retention.rawDays': 'Datensätze',
  'retention.summaryDays': 'Zusammenfassungen',
  'retention.of': 'von {name}, in Tagen',
  'retention.days': '{days, plural, one {# Tag} other {# Tage}}',
  'retention.forever': 'unbegrenzt',
  'retention.save': '{name} speichern',
  'retention.submit': 'Speichern',
  'retention.less.title': '{name} kürzer aufbewahren?',
  'retention.less': 'Kürzer aufbewahren',
  'retention.removed.rawDays':
    'Datensätze, die älter als {days, plural, one {# Tag} other {# Tage}} sind, werden endgültig gelöscht. Bisher werden sie {before, plural, one {# Tag} other {# Tage}} aufbewahrt.',
  'retention.removed.rawDays.forever':
    'Datensätze, die älter als {days, plural, one {# Tag} other {# Tage}} sind, werden endgültig gelöscht. Bisher werden sie unbegrenzt aufbewahrt.',
  'retention.removed.summaryDays':
    'Zusammenfassungen, die älter als {days, plural, one {# Tag} other {# Tage}} sind, werden endgültig gelöscht. Bisher werden sie {before, plural, one {# Tag} other {# Tage}} aufbewahrt.',
  'retention.removed.summaryDays.forever':
    'Zusammenfassungen, die älter als {days, plural, one {# Tag} other {# Tage}} sind, werden endgültig gelöscht. Bisher werden sie unbegrenzt aufbewahrt.',
  'retention.new.both':
    'Eine neue Datenquelle dieses Geräts bewahrt Datensätze {rawDays, plural, one {# Tag} other {# Tage}} und Zusammenfassungen {summaryDays, plural, one {# Tag} other {# Tage}} auf.',
  'retention.new.records':
    'Eine neue Datenquelle dieses Geräts bewahrt Datensätze {days, plural, one {# Tag} other {# Tage}} auf.',
  'retention.new.summaries':
    'Eine neue Datenquelle dieses Geräts bewahrt Zusammenfassungen {days, plural, one {# Tag} other {# Tage}} auf.',
  'retention.help-entity':
    'Tage, die die Geräte einer Organisation Datensätze aufbewahren, und die Zusammenfassungen für Diagramme über lange Zeiträume. Ohne Zahl gilt die des Portals. Eine Datenquelle mit eigener Zahl folgt ihrer Organisation nicht. Ältere Daten werden endgültig gelöscht.',
  'retention.choose': 'Organisation',
  'retention.failed': 'Wie lange Daten aufbewahrt werden, konnte nicht gelesen werden.',
  'retention.extent.failed': 'Der Bestand konnte nicht gezählt werden. Sie können trotzdem speichern.',
  'retention.held':
    '{units, plural, =0 {Keine Geräte} one {# Gerät} other {# Geräte}} mit {records, plural, =0 {keinen Datensätzen} one {# Datensatz} other {# Datensätzen}}{oldest, select, none {} other {, der älteste vom {oldest}}}.',
  'retention.removes.records':
    'Damit werden innerhalb eines Tages etwa {records, plural, one {# Datensatz} other {# Datensätze}} von {units, plural, one {# Gerät} other {# Geräten}} gelöscht, zurück bis {oldest}.',
  'retention.removes.summaries':
    'Innerhalb eines Tages werden Zusammenfassungen von {units, plural, one {# Gerät} other {# Geräten}} gelöscht, zurück bis {oldest}.',
  'retention.removes.nothing':
    'Heute wird nichts gelöscht: Nichts ist alt genug, oder die Geräte gehören auch zu Organisationen, die länger aufbewahren.',
  'retention.of-entity': '{name} bewahrt Datensätze {records} und Zusammenfassungen {summaries} auf.',
  'retention.for-days': '{days, plural, one {# Tag} other {# Tage}}',
  'retention.change': 'Für die ganze Organisation ändern',
  'retention.gone': 'Das ist nicht mehr vorhanden.',
}
