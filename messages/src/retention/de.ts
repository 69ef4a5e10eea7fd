import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'retention.title': 'Wie lange Daten aufbewahrt werden',
  'retention.help':
    'Tage, die Datensätze aufbewahrt werden, und die Zusammenfassungen für Diagramme über lange Zeiträume. Ohne eigene Zahl gilt für eine Datenquelle die ihrer Organisation, für eine Organisation die des Portals. Ältere Daten werden endgültig gelöscht.',
  'retention.entity': 'Organisation {name}',
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
  'retention.gone': 'Das ist nicht mehr vorhanden.',
}
