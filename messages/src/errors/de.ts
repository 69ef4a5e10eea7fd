import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'errors.auth/invalid-credential': 'E-Mail oder Passwort ist ungültig.',
  'errors.auth/too-many-requests': 'Zu viele Versuche. Bitte später erneut versuchen.',
  'errors.auth/missing-token': 'Melden Sie sich dafür an.',
  'errors.auth/invalid-token': 'Ihre Anmeldung ist ungültig. Melden Sie sich erneut an.',
  'errors.auth/expired-token': 'Ihre Anmeldung ist abgelaufen.',
  'errors.auth/session-ended': 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
  'errors.auth/reset-link-invalid':
    'Dieser Link ist abgelaufen oder wurde schon verwendet. Fordern Sie einen neuen an.',
  'errors.auth/wrong-password': 'Falsches Passwort.',
  'errors.auth/second-factor-needed': 'Das Passwort stimmt. Weiter mit Ihrem zweiten Faktor.',
  'errors.auth/second-factor-to-set-up':
    'Das Passwort stimmt. Ihre Organisation verlangt einen zweiten Faktor: Richten Sie einen ein, um fortzufahren.',
  'errors.auth/second-factor-required':
    'Ihre Organisation verlangt jetzt einen zweiten Faktor. Melden Sie sich erneut an, um einen einzurichten.',
  'errors.auth/step-expired': 'Diese Anmeldung hat zu lange gedauert. Beginnen Sie erneut mit Ihrem Passwort.',
  'errors.auth/wrong-code': 'Dieser Code ist falsch oder wurde schon verwendet.',
  'errors.auth/step-up-needed':
    'Bestätigen Sie Ihre Identität: Geben Sie Ihr Passwort oder Ihren zweiten Faktor erneut ein.',
  'errors.auth/passkey-refused': 'Dieser Passkey ist unbekannt oder konnte nicht geprüft werden.',
  'errors.auth/weak-password': 'Verwenden Sie mindestens 10 Zeichen und keines der häufigsten Passwörter.',
  'errors.auth/provider-away':
    'Der Anbieter ist nicht erreichbar. Melden Sie sich mit Ihrem Passwort an oder versuchen Sie es gleich noch einmal.',
  'errors.auth/provider-refused':
    'Der Anbieter hat Sie nicht angemeldet, oder es hat zu lange gedauert. Versuchen Sie es erneut.',
  'errors.auth/provider-unknown':
    'Kein Benutzer hat die E-Mail-Adresse, die der Anbieter gesendet hat. Bitten Sie einen Administrator Ihrer Organisation, Sie hinzuzufügen.',
  'errors.auth/provider-unverified':
    'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie zuerst dort.',
  'errors.auth/program-token-invalid':
    'Dieses Token ist unbekannt, abgelaufen oder widerrufen, oder sein Eigentümer ist deaktiviert. Erstellen Sie in den Einstellungen ein neues.',
  'errors.access/forbidden': 'Dafür fehlt Ihnen die Berechtigung.',
  'errors.access/only-admins-edit':
    'Nur Administratoren können dies ändern: Eine der Organisationen erlaubt Betrachtern nicht, Dashboards, Ereignisse und berechnete Datenquellen zu bearbeiten.',
  'errors.access/scope-missing': 'Dem Token fehlt die Berechtigung dafür.',
  'errors.access/not-for-programs': 'Tokens können das nicht. Melden Sie sich als Person an.',
  'errors.request/invalid': 'Die Anfrage ist ungültig.',
  'errors.request/malformed-json': 'Der Inhalt ist kein gültiges JSON.',
  'errors.request/too-large': 'Der Inhalt ist größer, als diese Adresse annimmt.',
  'errors.request/head-too-large': 'Die Header der Anfrage sind länger als 16 KiB.',
  'errors.request/timeout':
    'Die Anfrage kam nicht rechtzeitig an: Header innerhalb von 20 Sekunden, die ganze Anfrage innerhalb von fünf Minuten.',
  'errors.request/incomplete': 'Die Verbindung endete, bevor der Inhalt vollständig war.',
  'errors.request/unsupported-media-type': 'Diese Adresse nimmt diesen Inhaltstyp nicht an.',
  'errors.request/rate-limited': 'Zu viele Anfragen. Bitte später erneut versuchen.',
  'errors.request/cancelled': 'Die Verbindung endete, bevor die Antwort bereit war.',
  'errors.request/needs-https':
    'Dieses Portal nimmt dies nur über HTTPS an. Verwenden Sie die Adresse, die mit https beginnt.',
  'errors.request/unknown-host':
    'Das ist nicht die Adresse dieses Portals. Verwenden Sie einen Namen aus seinem Zertifikat.',
  'errors.request/not-found': 'Unter dieser Adresse gibt es nichts.',
  'errors.request/method-not-allowed': 'Diese Adresse unterstützt diese Methode nicht.',
  'errors.request/key-reused':
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Senden Sie diese mit einem neuen Schlüssel.',
  'errors.request/in-progress': 'Dieselbe Anfrage wird noch bearbeitet. Bitte gleich noch einmal versuchen.',
  'errors.request/outcome-unknown':
    'Diese Anfrage wurde schon begonnen, ihr Ergebnis ist unbekannt. Prüfen Sie das, bevor Sie sie mit einem neuen Schlüssel senden.',
  'errors.user/not-found': 'Benutzer nicht gefunden.',
  'errors.user/email-taken': 'Diese E-Mail-Adresse wird schon verwendet.',
  'errors.user/self-delete': 'Sie können sich nicht selbst löschen.',
  'errors.user/own-rights':
    'Sie können Ihre eigene Rolle oder Berechtigungen nicht ändern, sich nicht deaktivieren und nicht in eine andere Organisation verschieben.',
  'errors.user/last-admin':
    'Eine Organisation braucht mindestens einen aktiven Administrator. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
  'errors.user/phone-missing': 'SMS-Benachrichtigungen brauchen eine bestätigte Telefonnummer.',
  'errors.user/too-many':
    'Diese Organisation hat die Höchstzahl an Benutzern erreicht. Löschen Sie einige oder bitten Sie den Betreiber des Portals um mehr.',
  'errors.user/too-many-invitations': 'Von hier wurden zu viele Einladungen gesendet. Versuchen Sie es später erneut.',
  'errors.user/disabled': 'Dieser Benutzer ist deaktiviert.',
  'errors.user/has-password': 'Dieser Benutzer hat schon ein Passwort.',
  'errors.user/changed':
    'Dieser Benutzer wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.second-factor/too-late': 'Das Einrichten hat zu lange gedauert. Beginnen Sie von vorn.',
  'errors.second-factor/none': 'Es gibt keinen zweiten Faktor.',
  'errors.second-factor/required':
    'Ihre Organisation verlangt einen zweiten Faktor. Richten Sie einen anderen ein, bevor Sie diesen entfernen.',
  'errors.second-factor/own-first': 'Richten Sie zuerst in Ihrem Profil Ihren eigenen zweiten Faktor ein.',
  'errors.second-factor/too-many': 'Sie haben die Höchstzahl an Passkeys. Entfernen Sie zuerst einen.',
  'errors.phone/code-invalid': 'Ungültiger Code, versuchen Sie es erneut',
  'errors.phone/verification-not-found': 'Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.',
  'errors.phone/too-many-codes': 'Zu viele Codes gesendet. Bitte später erneut versuchen.',
  'errors.token/not-found': 'Token nicht gefunden.',
  'errors.token/too-many':
    'Die Höchstzahl an Tokens ist erreicht. Widerrufen Sie eines, das nicht mehr verwendet wird.',
  'errors.entity/not-found': 'Organisation nicht gefunden.',
  'errors.entity/too-many':
    'Die Höchstzahl an Unterorganisationen ist erreicht, oder heute wurden zu viele hinzugefügt. Bitten Sie den Betreiber des Portals um mehr.',
  'errors.entity/name-taken':
    'Eine andere Organisation hat diesen Namen schon. Wählen Sie einen anderen, oder bestätigen Sie, dass beide gleich heißen.',
  'errors.entity/own-status': 'Sie können Ihre eigene Organisation nicht deaktivieren.',
  'errors.entity/own-deletion': 'Sie können Ihre eigene Organisation nicht löschen.',
  'errors.entity/changed':
    'Diese Organisation wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.file/not-found': 'Datei nicht gefunden.',
  'errors.file/missing': 'Wählen Sie eine Datei.',
  'errors.file/empty': 'Die Datei ist leer.',
  'errors.file/too-large': 'Die Datei ist zu groß.',
  'errors.file/type-unsupported': 'Dateien dieses Typs werden nicht unterstützt.',
  'errors.file/type-mismatch': 'Der Inhalt der Datei passt nicht zu ihrem Typ.',
  'errors.file/too-many-pixels': 'Das Bild hat mehr als 50 Millionen Pixel.',
  'errors.file/unreadable': 'Das Bild ist beschädigt und nicht lesbar.',
  'errors.file/store-away':
    'Bilder können gerade weder gespeichert noch gelesen werden. Versuchen Sie es später noch einmal; das Protokoll des Portals nennt den Grund.',
  'errors.unit/not-found': 'Gerät nicht gefunden',
  'errors.unit/shared':
    'Dieses Gerät gehört auch anderen Organisationen. Nur ein Administrator aller dieser Organisationen kann das.',
  'errors.unit/id-missing': 'DataID ist erforderlich',
  'errors.unit/exists': 'Ein Gerät mit dieser dataID gibt es schon.',
  'errors.unit/id-unavailable': 'Diese dataID ist nicht verfügbar. Wählen Sie eine andere.',
  'errors.unit/invalid-token': 'Das Token des Geräts ist ungültig.',
  'errors.unit/deactivated':
    'Dieses Gerät ist deaktiviert. Ein Administrator kann es auf der Seite „Verwaltung“ aktivieren.',
  'errors.unit/import-unreadable': 'Die Datei ist nicht als CSV mit einer dataID-Spalte lesbar.',
  'errors.unit/too-many-jobs':
    'Höchstens 5 Ihrer Importe und Sammeländerungen können gleichzeitig laufen. Warten Sie, bis eine endet.',
  'errors.unit/job-not-found': 'Import oder Sammeländerung nicht gefunden.',
  'errors.unit/job-running': 'Dieser Import läuft noch. Erstellen Sie die Tokens, wenn er beendet ist.',
  'errors.unit/tokens-taken':
    'Die Tokens dieses Imports wurden schon erstellt und werden nur einmal gezeigt. Erstellen Sie auf der Verwaltungsseite des Geräts ein neues.',
  'errors.unit/changed':
    'Dieses Gerät wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.retention/changed':
    'Diese Aufbewahrung wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.sim/not-found': 'SIM-Karte nicht gefunden.',
  'errors.sim/exists': 'Diese SIM-Karte steht schon in der Liste der Organisation.',
  'errors.sim/changed':
    'Diese SIM-Karte wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.sim/import-running':
    'SIM-Karten dieser Organisation werden gerade importiert. Versuchen Sie es gleich noch einmal.',
  'errors.sim/import-unreadable': 'Die Datei ist nicht als CSV mit einer ICCID-Spalte lesbar.',
  'errors.sim/import-invalid': 'Einige dieser SIM-Karten sind ungültig, daher wurde keine importiert.',
  'errors.app/not-found': 'App nicht gefunden.',
  'errors.template/not-found': 'Vorlage nicht gefunden.',
  'errors.template/not-yours':
    'Diese Vorlage gehört einer anderen Organisation. Sie können Ihrem Gerät eine eigene Kopie geben.',
  'errors.template/changed':
    'Diese Vorlage wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.template/none-shared': 'Dieses Gerät hat keine gemeinsame Vorlage, zu der es zurückkehren kann.',
  'errors.template/exists': 'Eine Vorlage mit diesem Namen gibt es schon. Wählen Sie einen anderen Namen.',
  'errors.template/in-use': 'Geräte verwenden diese Vorlage. Geben Sie ihnen zuerst eine andere.',
  'errors.template/own-copy': 'Dieses Gerät hat eine eigene Vorlage. Setzen Sie es zuerst auf die gemeinsame zurück.',
  'errors.template/no-trial': 'Dieses Gerät testet keine Vorlage.',
  'errors.template/version-not-found': 'Diese Version der Vorlage ist nicht mehr vorhanden.',
  'errors.template/too-many':
    'Eine Organisation kann höchstens 500 Vorlagen haben. Löschen Sie einige, die kein Gerät verwendet.',
  'errors.data/not-found': 'Daten nicht gefunden',
  'errors.data/field-not-found': 'Die Datenquelle hat dieses Feld nicht.',
  'errors.data/cursor-invalid':
    'Diese Seite lässt sich nicht mehr fortsetzen. Beginnen Sie wieder bei der ersten Seite.',
  'errors.data/too-many-values':
    'Eine Rohdatenreihe hat höchstens 2.000.000 Werte. Wählen Sie einen kürzeren Zeitraum oder weniger Felder.',
  'errors.data/too-many-reads':
    'Zu viele Ihrer Abfragen von Datensätzen laufen gleichzeitig. Warten Sie, bis einige fertig sind.',
  'errors.data/read-too-long': 'Diese Abfrage dauerte zu lange und wurde beendet. Wählen Sie einen kürzeren Zeitraum.',
  'errors.data/state-too-large':
    'Der Zustand dieser Geräte ist zu groß für eine Antwort. Fragen Sie weniger Geräte ab.',
  'errors.data/damaged':
    'Einige dieser Datensätze sind auf der Festplatte beschädigt. Wählen Sie andere Felder oder einen anderen Zeitraum.',
  'errors.data/history-away':
    'So alte Datensätze liegen im Objektspeicher, der nicht erreichbar ist. Neuere Datensätze und Diagramme langer Zeiträume funktionieren weiter. Versuchen Sie es später noch einmal.',
  'errors.map/no-streets': 'Dieses Portal hat keine eigene Straßenkarte.',
  'errors.map/not-built': 'Die Weltkarte ist noch nicht erstellt. Führen Sie `npm run build` aus.',
  'errors.map/no-town-near': 'In der Nähe dieser Position ist kein Ort bekannt.',
  'errors.calculation/not-found': 'Berechnete Datenquelle nicht gefunden.',
  'errors.calculation/source-exists': 'Das Gerät sendet schon eine Datenquelle',
  'errors.calculation/name-taken': 'Eine berechnete Datenquelle mit diesem Namen gibt es schon.',
  'errors.calculation/circle': 'Eine Datenquelle kann nicht aus sich selbst berechnet werden.',
  'errors.calculation/in-use': 'Andere berechnete Datenquellen verwenden diese.',
  'errors.calculation/too-many': 'Ein Gerät kann höchstens 100 berechnete Datenquellen haben.',
  'errors.calculation/changed':
    'Diese berechnete Datenquelle wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.event/not-found': 'Ereignistabelle nicht gefunden.',
  'errors.event/name-taken': 'Eine Ereignistabelle mit diesem Namen gibt es schon.',
  'errors.event/too-many': 'Ein Gerät kann höchstens 100 Ereignistabellen haben.',
  'errors.event/ended': 'Diese Ereignistabelle ist beendet. Löschen Sie sie oder erstellen Sie eine neue.',
  'errors.event/changed':
    'Diese Ereignistabelle wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.event/occurrence-not-found': 'Dieses Ereignis gibt es nicht mehr.',
  'errors.event/report-not-found': 'Bericht nicht gefunden.',
  'errors.schedule/not-found': 'Geplanter Bericht nicht gefunden.',
  'errors.schedule/chart-not-found': 'Das Gerät hat kein Diagramm mit diesem Titel oder mehr als eines.',
  'errors.schedule/too-many': 'Eine Organisation kann höchstens 200 geplante Berichte haben.',
  'errors.schedule/changed':
    'Dieser geplante Bericht wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.action/not-found': 'Anfrage nicht gefunden.',
  'errors.action/ended': 'Diese Anfrage ist beendet: Sie wurde beantwortet, ist abgelaufen oder wurde abgebrochen.',
  'errors.action/too-many':
    'Ein Gerät kann höchstens 100 offene Anfragen haben. Warten Sie auf Antworten oder brechen Sie einige ab.',
  'errors.action/configuration-not-found': 'Konfiguration nicht gefunden.',
  'errors.action/configuration-changed':
    'Diese Konfiguration wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.action/batch-not-found': 'Sammelanfrage nicht gefunden.',
  'errors.action/batch-ended': 'Diese Sammelanfrage ist beendet.',
  'errors.action/too-many-batches':
    'Höchstens 20 Ihrer Sammelanfragen können gleichzeitig laufen. Warten Sie, bis eine endet, oder stoppen Sie eine.',
  'errors.alert/not-found': 'Alarm nicht gefunden.',
  'errors.alert/too-many': 'Eine Organisation kann höchstens 1.000 Alarme haben.',
  'errors.alert/changed':
    'Dieser Alarm wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.alert/link-invalid':
    'Dieser Link ist unvollständig. Öffnen Sie ihn erneut aus der E-Mail, oder melden Sie sich an und bestellen Sie in den Einstellungen ab.',
  'errors.alert/no-maintenance': 'Wartungsfenster nicht gefunden.',
  'errors.note/not-found': 'Notiz nicht gefunden.',
  'errors.note/too-many': 'Ein Gerät kann höchstens 100.000 Notizen haben.',
  'errors.note/too-many-pictures':
    'Sie können Notizen innerhalb von 24 Stunden 200 MB Bilder hinzufügen. Versuchen Sie es später noch einmal, oder speichern Sie die Notiz ohne Bild.',
  'errors.note/pictures-full':
    'Die Notizen Ihrer Organisation haben 10 GB Bilder, mehr ist nicht möglich. Löschen Sie Bilder, die Sie nicht mehr brauchen, oder speichern Sie die Notiz ohne Bild.',
  'errors.note/changed':
    'Diese Notiz wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.place/not-found': 'Ort nicht gefunden.',
  'errors.place/too-many': 'Eine Organisation kann höchstens 1.000 Orte haben.',
  'errors.place/too-many-positions': 'Die Orte einer Organisation können zusammen höchstens 50.000 Positionen haben.',
  'errors.place/file-unreadable': 'Diese Datei ist nicht lesbar. Wählen Sie eine GeoJSON- oder KML-Datei.',
  'errors.place/changed':
    'Dieser Ort wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.share/not-found': 'Geteilter Link nicht gefunden.',
  'errors.share/not-yours':
    'Was dieser Link zeigt, sehen Sie selbst nicht. Darum können Sie ihn nicht übernehmen. Ziehen Sie ihn zurück, oder fragen Sie jemanden, der es sieht.',
  'errors.share/too-many':
    'Eine Organisation kann höchstens 200 geteilte Links haben. Ziehen Sie einen zurück, der nicht mehr gebraucht wird.',
  'errors.share/nothing-shown': 'In dieser Ansicht gibt es nichts zu teilen.',
  'errors.share/closed': 'Dieser Link lässt sich nicht öffnen. Er ist beendet oder braucht ein anderes Passwort.',
  'errors.label/not-found': 'Label nicht gefunden.',
  'errors.label/name-taken': 'Ein Label mit diesem Namen gibt es schon.',
  'errors.label/too-many': 'Eine Organisation kann höchstens 100 Labels haben.',
  'errors.label/too-many-on-unit': 'Ein Gerät kann höchstens 10 Labels einer Organisation haben.',
  'errors.label/changed':
    'Dieses Label wurde inzwischen geändert. Laden Sie die neuere Version und speichern Sie erneut.',
  'errors.activity/not-found': 'Eintrag nicht gefunden.',
  'errors.record/malformed-line': 'Die Zeile entspricht nicht dem Line Protocol.',
  'errors.record/malformed-json': 'Die Nachricht ist kein gültiges JSON.',
  'errors.record/not-an-object':
    'Ein Datensatz ist ein JSON-Objekt, eine Zahl, ein Text, true oder false. Eine Nachricht ist ein Datensatz oder eine Liste von Datensätzen.',
  'errors.record/source-name-invalid':
    'Der Name einer Datenquelle beginnt mit einem Buchstaben oder Unterstrich und hat höchstens 64 Buchstaben, Ziffern, Unterstriche oder Bindestriche.',
  'errors.record/field-name-invalid':
    'Ein Feldname beginnt mit einem Buchstaben oder Unterstrich und hat höchstens 64 Buchstaben, Ziffern, Unterstriche oder Bindestriche.',
  'errors.record/value-invalid': 'Ein Wert ist eine Zahl, ein Text, true, false, null oder ein Objekt daraus.',
  'errors.record/text-invalid': 'Ein Text enthält NUL oder ein halbes Surrogatpaar; das lässt sich nicht speichern.',
  'errors.record/too-many-fields': 'Ein Datensatz kann höchstens 256 Felder haben.',
  'errors.record/too-large': 'Ein Datensatz kann höchstens 64 KiB haben.',
  'errors.record/time-invalid':
    'messageUTC ist ISO 8601 oder eine Zahl von Sekunden oder Millisekunden seit 1970, in einem Jahr von 1970 bis 9999 (UTC).',
  'errors.record/time-in-future': 'messageUTC liegt mehr als 24 Stunden in der Zukunft.',
  'errors.record/topic-not-allowed': 'Ein Gerät darf nur seine eigenen Topics verwenden.',
  'errors.record/too-many-sources':
    'Das Gerät hat die Höchstzahl an Datenquellen, daher wird diese neue nicht gespeichert.',
  'errors.record/codec-failed': 'Der Codec der Vorlage konnte die Nutzdaten nicht dekodieren.',
  'errors.record/source-calculated': 'Das Portal berechnet diese Datenquelle: Geräte können sie nicht senden.',
  'errors.record/packet-invalid': 'Die Nachricht eines Geräts lässt sich nicht lesen.',
  'errors.server/unavailable':
    'Der Dienst ist ausgelastet oder seine Datenbank nicht erreichbar. Bitte gleich noch einmal versuchen.',
  'errors.server/stopping': 'Dieser Server wird beendet. Bitte gleich noch einmal versuchen.',
  'errors.server/no-room':
    'Die Festplatte des Portals ist voll, nichts kann gespeichert werden. Es geht weiter, sobald der Betreiber Platz schafft.',
  'errors.server/internal': 'Bei uns ist etwas schiefgelaufen.',
}
