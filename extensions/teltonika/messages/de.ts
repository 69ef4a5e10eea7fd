import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'teltonika.packet.counts': 'Die beiden Anzahlen im Paket stimmen nicht überein.',
  'teltonika.packet.codec': 'Das Paket ist nicht lesbar: Codec {codec} wird nicht unterstützt.',
  'teltonika.packet.longer': 'Das Paket ist nicht lesbar: Es ist länger als seine Datensätze.',
  'teltonika.packet.early': 'Das Paket ist nicht lesbar: Es endet zu früh.',
  'teltonika.help':
    'Speichern Sie die IMEI des Trackers und geben Sie den Rest im Teltonika Configurator ein: Server, Port und Protokoll unter GPRS, das Datenprotokoll unter System. Das Token wird nicht gebraucht.',
  'teltonika.tracker.imei': 'IMEI',
  'teltonika.tracker.imei.help': '15 Ziffern, auf dem Etikett des Trackers',
  'teltonika.tracker.required': 'Eine IMEI ist erforderlich.',
  'teltonika.tracker.save': 'IMEI speichern',
  'teltonika.tracker.connected': 'Der Tracker ist verbunden.',
  'teltonika.tracker.silent':
    'Kein Tracker mit dieser IMEI hat in der letzten Stunde versucht, sich zu verbinden. Prüfen Sie Domain, Port und den APN seiner SIM-Karte.',
  'teltonika.tracker.refused':
    'Ein Tracker mit dieser IMEI hat {ago} versucht, sich zu verbinden. Beim nächsten Versuch, meist innerhalb von Minuten, wird er angenommen.',
  'teltonika.domain': 'Domain',
  'teltonika.port': 'Port',
  'teltonika.protocol': 'Protokoll',
  'teltonika.codec': 'Datenprotokoll',
}
