import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'board-screen.pair': 'Diesen Bildschirm koppeln',
  'board-screen.pair.help':
    'Öffnen Sie im Portal Einstellungen, Wallboards, wählen Sie „Bildschirm koppeln“ und geben Sie diesen Code ein. Oder scannen Sie den QR-Code mit einem Handy, das angemeldet ist.',
  'board-screen.pair.code': 'Code dieses Bildschirms',
  'board-screen.pair.qr': 'QR-Code, der das Portal mit dem Code dieses Bildschirms öffnet',
  'board-screen.pair.expires': 'Der Code wechselt in {minutes, plural, one {einer Minute} other {# Minuten}}.',
  'board-screen.pair.away': 'Das Portal ist nicht erreichbar. Dieser Bildschirm versucht es automatisch erneut.',
  'board-screen.pair.lost': 'Verbindung verloren. Das Wallboard erscheint wieder, sobald das Portal antwortet.',
  'board-screen.pair.busy':
    'Zu viele Bildschirme fordern einen Code an. Dieser Bildschirm versucht es automatisch erneut.',
  'board-screen.no-editor':
    'Dieses Wallboard zeigt nichts: Wer es zuletzt gespeichert hat, ist hier kein Administrator mehr, oder seine Organisation ist deaktiviert. Öffnen Sie es unter Einstellungen, Wallboards, und speichern Sie es.',
  'board-screen.preview.ended': 'Diese Vorschau ist beendet. Öffnen Sie sie im Editor erneut.',
  'board-screen.updated': 'Zuletzt aktualisiert {time}',
  'board-screen.lost': 'Verbindung verloren ({ago}). Diese Werte sind nicht live.',
  'board-screen.page': 'Seite {page} von {count}',
  'board-screen.alerts': 'Ausgelöste Alarme',
  'board-screen.alerts.none': 'Keine ausgelösten Alarme',
  'board-screen.alerts.more': '{count, plural, one {Ein weiterer Alarm} other {# weitere Alarme}}',
  'board-screen.failed': 'Diese Kachel kann gerade nicht geladen werden.',
  'board-screen.map': 'Karte mit {count, plural, one {einem Gerät} other {# Geräten}}',
  'board-screen.map.none': 'Keines dieser Geräte hat bisher eine Position gesendet.',
  'board-screen.gone.unit':
    'Das Gerät wurde gelöscht, oder die Person, die dieses Wallboard gespeichert hat, kann es nicht mehr sehen.',
  'board-screen.gone.inactive': 'Das Gerät ist deaktiviert.',
  'board-screen.gone.source': 'Die Datenquelle wurde gelöscht.',
  'board-screen.gone.screen': 'Das Dashboard des Geräts zeigt dies nicht mehr.',
  'board-screen.empty': 'Diese Seite hat noch keine Kacheln.',
}
