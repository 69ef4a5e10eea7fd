import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'not-sent.alert-deleted': 'Der Alarm wurde gelöscht.',
  'not-sent.link-used': 'Der Link darin wurde benutzt oder ersetzt.',
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
  'not-sent.channel-off': 'Dieses Portal versendet solche Nachrichten zurzeit nicht.',
  'not-sent.report-removed': 'Der Bericht wurde entfernt.',
  'not-sent.report-left': 'Der Benutzer erhält diesen Bericht nicht mehr.',
  'not-sent.unit-out-of-reach': 'Der Benutzer sieht dieses Gerät nicht.',
  'not-sent.sources-of-admins': 'Nur Administratoren sehen alle Datenquellen dieses Berichts.',
  'not-sent.recipient': '{name} kann diesen Bericht nicht erhalten. {reason}',
  'not-sent.too-many-reports': 'Diese Person hat innerhalb von 24 Stunden 100 Berichte bekommen.',
  'not-sent.no-recipients': 'Kein Empfänger hatte Zugriff auf diesen Bericht.',
  'not-sent.too-long': 'Die Datei war größer als 10 MB; die E-Mail enthält daher nur einen Link zum Herunterladen.',
  'not-sent.file-too-long':
    '{file} war größer als 10 MB und ist daher nicht angehängt. Laden Sie die Datei im Portal herunter.',
  'not-sent.no-room':
    '{file} ist nicht angehängt, da die Dateien einer E-Mail zusammen höchstens 14 MB haben dürfen. Laden Sie die Datei im Portal herunter.',
  'not-sent.no-browser':
    'Die PDF-Datei ist nicht angehängt, da dieses Portal keinen Browser hat, um sie zu zeichnen. Der Betreiber kann einen einrichten.',
  'not-sent.not-drawn':
    'Die PDF-Datei ist nicht angehängt, da sie nicht gezeichnet werden konnte. Das Protokoll des Portals nennt den Grund.',
  'not-sent.too-slow': 'Das Schreiben dauerte länger als zehn Minuten. Wählen Sie kürzere Zeiträume.',
  'not-sent.given-up': 'Es wurde stundenlang versucht; der Bericht konnte nicht geschrieben werden.',
  'not-sent.still-finding':
    'Die Ereignisse dieser Tabelle wurden noch ermittelt, als die Datei geschrieben wurde: Einige können fehlen.',
  'not-sent.outside.timeout':
    'Der Empfänger hat nicht innerhalb von {count, plural, one {# Sekunde} other {# Sekunden}} geantwortet.',
  'not-sent.outside.closed':
    'Diese Adresse ist nicht öffentlich, und dieses Portal verbindet sich nicht mit anderen Adressen.',
  'not-sent.outside.https': 'Eine öffentliche Adresse braucht https oder mqtts.',
  'not-sent.outside.begins-https': 'Die Adresse muss mit https beginnen.',
  'not-sent.outside.begins-mqtts': 'Die Adresse muss mit mqtts beginnen.',
  'not-sent.outside.nowhere': 'Der Hostname hat keine Adresse.',
  'not-sent.outside.no-name': 'Diesen Hostnamen gibt es nicht.',
  'not-sent.outside.lookup': 'Der Hostname konnte nicht aufgelöst werden.',
  'not-sent.outside.refused': 'Der Empfänger lehnt die Verbindung ab.',
  'not-sent.outside.reset': 'Der Empfänger hat die Verbindung ohne Antwort beendet.',
  'not-sent.outside.unreachable': 'Der Empfänger ist nicht erreichbar.',
  'not-sent.outside.certificate-expired': 'Das Zertifikat des Empfängers ist abgelaufen.',
  'not-sent.outside.certificate-untrusted':
    'Das Zertifikat des Empfängers stammt von keiner vertrauenswürdigen Stelle.',
  'not-sent.outside.certificate-name': 'Das Zertifikat des Empfängers gilt für einen anderen Hostnamen.',
  'not-sent.outside.unknown': 'Der Empfänger war nicht erreichbar ({code}).',
  'not-sent.outside.redirect':
    'Der Empfänger hat mit HTTP-Status {status} und einer anderen Adresse geantwortet. Weiterleitungen werden nicht befolgt.',
  'not-sent.outside.status': 'Der Empfänger hat mit HTTP-Status {status} geantwortet.',
  'not-sent.outside.said': 'Der Empfänger hat mit HTTP-Status {status} geantwortet: {answer}',
}
