import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'not-sent.alert-deleted': 'Der Alarm wurde gelöscht.',
  'not-sent.user-deleted': 'Der Benutzer wurde gelöscht.',
  'not-sent.user-disabled': 'Der Benutzer ist deaktiviert.',
  'not-sent.unsubscribed': 'Der Benutzer hat den Alarm abbestellt oder sieht diese Geräte nicht mehr.',
  'not-sent.out-of-reach': 'Der Empfänger sieht diese Geräte nicht mehr.',
  'not-sent.switched-off': 'Der Benutzer hat dies ausgeschaltet.',
  'not-sent.phone-missing': 'Der Benutzer hat keine bestätigte Telefonnummer.',
  'not-sent.phone-changed': 'Die Telefonnummer ist nicht mehr bestätigt.',
  'not-sent.address-changed': 'Die Adresse des Benutzers hat sich geändert.',
  'not-sent.sms-limit': 'Die Organisation hat ihr Limit von {limit, number} SMS pro Tag erreicht.',
  'not-sent.late': 'Der Versand war innerhalb eines Tages nicht möglich.',
  'not-sent.expired': 'Der rechtzeitige Versand war nicht möglich.',
  'not-sent.unwritten': 'Die Nachricht konnte nicht geschrieben werden. Es wird erneut versucht.',
  'not-sent.webhook-removed': 'Der Webhook wurde entfernt.',
  'not-sent.webhook-entity-disabled': 'Die Organisation des Webhooks ist deaktiviert.',
  'not-sent.webhook-off': 'Der Webhook ist ausgeschaltet.',
  'not-sent.report-removed': 'Der Bericht wurde entfernt.',
  'not-sent.report-left': 'Der Benutzer erhält diesen Bericht nicht mehr.',
  'not-sent.unit-out-of-reach': 'Der Benutzer sieht dieses Gerät nicht.',
  'not-sent.sources-of-admins': 'Nur Administratoren sehen alle Datenquellen dieses Berichts.',
  'not-sent.recipient': '{name} kann diesen Bericht nicht erhalten. {reason}',
  'not-sent.no-recipients': 'Es gab keinen Empfänger, der ihn erhalten darf.',
  'not-sent.too-long': 'Die Datei war größer als 10 MB; die E-Mail enthält daher nur einen Link zum Herunterladen.',
  'not-sent.too-slow': 'Das Schreiben dauerte länger als zehn Minuten. Wählen Sie kürzere Zeiträume.',
  'not-sent.given-up': 'Es wurde stundenlang versucht; der Bericht konnte nicht geschrieben werden.',
  'not-sent.still-finding':
    'Die Ereignisse dieser Tabelle wurden noch ermittelt, als die Datei geschrieben wurde: Einige können fehlen.',
}
