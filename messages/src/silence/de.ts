import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'silence.not-silent': 'Das Gerät sendet wie üblich Daten.',
  'silence.deactivated': 'Das Gerät ist deaktiviert. Das Portal lehnt seine Daten ab.',
  'silence.paused': 'Alle Datensammlungen des Geräts sind pausiert, daher werden seine Daten nicht gespeichert.',
  'silence.sim-suspended': 'Seine SIM-Karte {iccid} ist gesperrt.',
  'silence.sim-inactive': 'Seine SIM-Karte {iccid} ist inaktiv.',
  'silence.sim-quota': 'Das Datenvolumen seiner SIM-Karte {iccid} ist für diesen Monat aufgebraucht.',
  'silence.sim-quota.session':
    'Das Datenvolumen seiner SIM-Karte {iccid} ist für diesen Monat aufgebraucht. Die letzte Sitzung war vor {time}.',
  'silence.token-replaced':
    'Sein Token wurde vor {time} ersetzt, und das Gerät hat seitdem nichts gesendet. Vielleicht verwendet es noch das alte Token.',
  'silence.refused': 'Das Portal lehnt seine Nachrichten ab, zuletzt vor {time}: {reason}',
  'silence.connected-silent':
    'Das Gerät ist verbunden, sendet aber nichts. Vielleicht sind seine Sensoren oder sein Programm ausgefallen.',
  'silence.never-connected': 'Das Gerät hat sich nicht verbunden, seit es vor {time} hinzugefügt wurde.',
  'silence.nothing-sent': 'Das Gerät hat seit {time} nichts gesendet. Vielleicht hat es keinen Strom oder kein Netz.',
  'silence.disconnected':
    'Das Gerät hat vor {time} die Verbindung verloren. Vielleicht hat es keinen Strom oder kein Netz.',
  'silence.moment': 'weniger als einer Minute',
  'silence.minutes': '{count, plural, one {# Minute} other {# Minuten}}',
  'silence.hours': '{count, plural, one {# Stunde} other {# Stunden}}',
  'silence.days': '{count, plural, one {# Tag} other {# Tagen}}',
}
