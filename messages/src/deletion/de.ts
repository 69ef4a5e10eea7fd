import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'deletion.delete': 'Löschen',
  'deletion.type': 'Zur Bestätigung {text} eingeben',
  'deletion.failed': 'Abhängigkeiten konnten nicht geladen werden',
  'deletion.loading': 'Abhängigkeiten werden geladen',
  'deletion.none': 'Nichts hängt davon ab.',
  'deletion.line': '{count}: {names}',
  'deletion.more': '{count, number} weitere',

  'deletion.effect.blocks': 'Zuerst löschen oder ändern',
  'deletion.effect.deleted': 'Werden mit gelöscht',
  'deletion.effect.ended': 'Werden beendet, mit Begründung',
  'deletion.effect.paused': 'Werden pausiert, mit Begründung',
  'deletion.effect.handed-over': 'Erhalten einen neuen Eigentümer',
  'deletion.effect.changed': 'Laufen ohne es weiter',

  'deletion.kind.alert': '{total, plural, one {# Alarm} other {# Alarme}}',
  'deletion.kind.event-table': '{total, plural, one {# Ereignistabelle} other {# Ereignistabellen}}',
  'deletion.kind.scheduled-report': '{total, plural, one {# geplanter Bericht} other {# geplante Berichte}}',
  'deletion.kind.calculated-source':
    '{total, plural, one {# berechnete Datenquelle} other {# berechnete Datenquellen}}',
  'deletion.kind.chart': '{total, plural, one {# Diagramm} other {# Diagramme}}',
  'deletion.kind.unit': '{total, plural, one {# Gerät} other {# Geräte}}',
  'deletion.kind.source': '{total, plural, one {# Datenquelle} other {# Datenquellen}}',
  'deletion.kind.user': '{total, plural, one {# Benutzer} other {# Benutzer}}',
  'deletion.kind.sub-entity': '{total, plural, one {# Unterorganisation} other {# Unterorganisationen}}',
  'deletion.kind.template': '{total, plural, one {# Vorlage} other {# Vorlagen}}',
  'deletion.kind.label': '{total, plural, one {# Label} other {# Labels}}',
  'deletion.kind.place': '{total, plural, one {# Ort} other {# Orte}}',
  'deletion.kind.sim': '{total, plural, one {# SIM-Karte} other {# SIM-Karten}}',
  'deletion.kind.webhook': '{total, plural, one {# Webhook} other {# Webhooks}}',
  'deletion.kind.network-server': '{total, plural, one {# Netzwerkserver} other {# Netzwerkserver}}',
  'deletion.kind.token': '{total, plural, one {# Token} other {# Tokens}}',
  'deletion.kind.incident': '{total, plural, one {# Vorfall} other {# Vorfälle}}',
  'deletion.kind.shared-link': '{total, plural, one {# geteilter Link} other {# geteilte Links}}',
  'deletion.kind.wallboard': '{total, plural, one {# Wallboard} other {# Wallboards}}',
  'deletion.kind.request': '{total, plural, one {# Anfrage} other {# Anfragen}}',
}
