import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'alert-messages.alarm':
    '{count, plural, =1 {Ausgelöst: {alert} für {unit}} one {Ausgelöst: {alert} für # Gerät} other {Ausgelöst: {alert} für # Geräte}}',
  'alert-messages.reminder':
    '{count, plural, =1 {Weiterhin ausgelöst: {alert} für {unit}} one {Weiterhin ausgelöst: {alert} für # Gerät} other {Weiterhin ausgelöst: {alert} für # Geräte}}',
  'alert-messages.all-clear':
    '{count, plural, =1 {Wieder OK: {alert} für {unit}} one {Wieder OK: {alert} für # Gerät} other {Wieder OK: {alert} für # Geräte}}',
  'alert-messages.ended':
    '{count, plural, =1 {Beendet: {alert} für {unit}} one {Beendet: {alert} für # Gerät} other {Beendet: {alert} für # Geräte}}',
  'alert-messages.summary': 'Mehrmals geändert: {alert} für {count, plural, one {# Gerät} other {# Geräte}}',
  'alert-messages.summary.triggered':
    '{changes, plural, one {Einmal geändert} other {#-mal geändert}}, jetzt ausgelöst: {alert} für {unit}',
  'alert-messages.summary.ok':
    '{changes, plural, one {Einmal geändert} other {#-mal geändert}}, jetzt OK: {alert} für {unit}',
  'alert-messages.several': '{state}: {names}',
  'alert-messages.several.more': '{state}: {names} und {more, number} weitere',
  'alert-messages.several.triggered': '{triggered, plural, one {# Alarm ausgelöst} other {# Alarme ausgelöst}}',
  'alert-messages.several.over': '{over, plural, one {# Alarm wieder OK} other {# Alarme wieder OK}}',
  'alert-messages.several.both':
    '{triggered, plural, one {# Alarm ausgelöst} other {# Alarme ausgelöst}}, {over, number} wieder OK',
  'alert-messages.more': 'und {count, number} weitere',

  'alert-messages.by-edit': '{line}. Wieder OK, weil der Alarm geändert wurde.',
  'alert-messages.unit-ended': '{unit}: {reason}',
  'alert-messages.event-triggered': '{unit}: Ereignistabelle {table}: Ein Ereignis dauert seit {at} ({timeZone}) an',
  'alert-messages.left-parked':
    '{unit}: Ereignistabelle {table}: hat den Ort am {at} ({timeZone}) im abgestellten Zustand verlassen',
  'alert-messages.event-ok': '{unit}: Ereignistabelle {table}: Das Ereignis endete am {at} ({timeZone})',
  'alert-messages.not-arrived': '{unit}: bis {at} nicht am Ort von {table} ({timeZone})',
  'alert-messages.arrived': '{unit}: seit {at} am Ort von {table} ({timeZone})',
  'alert-messages.unit-silent': '{unit}: keine Daten vom Gerät seit {at} ({timeZone})',
  'alert-messages.unit-sends': '{unit}: wieder Daten vom Gerät seit {at} ({timeZone})',
  'alert-messages.source-silent': '{unit}: keine Daten von {source} seit {at} ({timeZone})',
  'alert-messages.source-sends': '{unit}: wieder Daten von {source} seit {at} ({timeZone})',
  'alert-messages.value': '{unit}: {field} war {value} am {at} ({timeZone}) (Schwellenwert: {limit})',
  'alert-messages.value-now':
    '{unit}: {field} ist {value} am {at}, ausgelöst seit {since} ({timeZone}) (Schwellenwert: {limit})',
  'alert-messages.no-value': '{unit}: {field} am {at} ({timeZone}) (Schwellenwert: {limit})',

  'alert-messages.details': 'Alarm ansehen, bestätigen oder stummschalten',
  'alert-messages.view': 'Alarm ansehen',
  'alert-messages.unsubscribe': 'Benachrichtigungen zu diesem Alarm abbestellen',
  'alert-messages.why':
    'Sie erhalten diese E-Mail, weil der Alarm Ihnen gehört oder mit Ihnen geteilt wurde. Welche Benachrichtigungen Sie erhalten, legen Sie in den Einstellungen fest:',
  'alert-messages.open-unit': 'Gerät öffnen',
}
