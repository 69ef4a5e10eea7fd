import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'unit-setup.add': 'Gerät hinzufügen',
  'unit-setup.name': 'Name',
  'unit-setup.dataID': 'dataID',
  'unit-setup.dataID.help': 'Das Gerät meldet sich damit an.',
  'unit-setup.entities': 'Organisationen',
  'unit-setup.entities.help': 'Ihre Benutzer sehen das Gerät',
  'unit-setup.entities.required': 'Wählen Sie eine Organisation.',
  'unit-setup.template': 'Vorlage',
  'unit-setup.template.help': 'Bestimmt, was sein Dashboard zeigt',
  'unit-setup.template.none': 'Noch keine',
  'unit-setup.description': 'Beschreibung',

  'unit-setup.connect.title': 'Gerät verbinden',
  'unit-setup.connect.token.help':
    'Dies ist das Token von <unit>{dataId}</unit>. Es wird nur einmal angezeigt: Kopieren Sie es auf das Gerät. Sie können es in der Verwaltung des Geräts ersetzen.',
  'unit-setup.connect.token': 'Token',
  'unit-setup.connect.kept': 'Ich habe das Token gespeichert',
  'unit-setup.close': 'Dialog schließen',
  'unit-setup.close.title': 'Ohne das Token schließen?',
  'unit-setup.close.help':
    'Es wird nur einmal angezeigt. Ohne Token kann sich das Gerät nicht anmelden und braucht ein neues.',
  'unit-setup.close.confirm': 'Ohne Token schließen',
  'unit-setup.close.cancel': 'Zurück zum Token',

  'unit-setup.arrival.waiting': 'Warten auf den ersten Datensatz. Er erscheint hier, sobald er eintrifft.',
  'unit-setup.arrival.done': 'In der Datenquelle {source} ist ein Datensatz eingetroffen.',
  'unit-setup.arrival.newest': 'Neuester Datensatz von {source}',
  'unit-setup.arrival.time': '{at} ({ago})',
  'unit-setup.arrival.values': 'Erste Werte von {field}',
  'unit-setup.arrival.one': 'Mit dem zweiten Datensatz erscheint eine Linie.',
  'unit-setup.arrival.open': 'Gerät öffnen',
  'unit-setup.arrival.chart': 'In einem Diagramm anzeigen',

  'unit-setup.door.address': 'Adresse',
  'unit-setup.door.token': 'Token',
  'unit-setup.door.user': 'Benutzername',
  'unit-setup.door.password': 'Passwort',
  'unit-setup.door.command': 'Befehl zum Ausprobieren',
  'unit-setup.door.guide': '<guide>Was unterstützt wird</guide>',
  'unit-setup.door.mqtt': 'MQTT-Server',
  'unit-setup.door.header': 'Header „Authorization“',
  'unit-setup.program': 'Was sendet',
  'unit-setup.program.terminal': 'Ein Computer mit Terminal, zum Ausprobieren',
  'unit-setup.program.terminal.help': 'Senden Sie einen ersten Datensatz mit einem dieser Befehle:',
  'unit-setup.program.mqtt': 'MQTT',
  'unit-setup.program.http': 'HTTP',
  'unit-setup.program.esp32': 'ESP32 (Arduino)',
  'unit-setup.program.esp32.help':
    'Ein Sketch, der per HTTP sendet und 900 Datensätze im Speicher hält, solange kein Netz da ist.',
  'unit-setup.program.raspberry-pi': 'Raspberry Pi (Python)',
  'unit-setup.program.raspberry-pi.help':
    'Ein Programm, das per MQTT sendet und Datensätze auf dem Datenträger hält, bis sie gespeichert sind.',
  'unit-setup.program.gateway': 'Linux-Gateway (Mosquitto)',
  'unit-setup.program.gateway.help':
    'Eine Datei für Mosquitto. Sie leitet weiter, was Sensoren auf dem Gateway veröffentlichen, und hält es, solange die Verbindung unterbrochen ist.',
  'unit-setup.program.node-red': 'Node-RED',
  'unit-setup.program.node-red.help':
    'Ein Flow zum Importieren. Er sendet per HTTP und hält Datensätze auf dem Datenträger, bis sie gespeichert sind.',
  'unit-setup.program.filled':
    'Die Adresse des Portals, die dataID und das Token sind eingetragen. <guide>Anleitung zur Einrichtung</guide>',
  'unit-setup.program.download': '{file} herunterladen',
  'unit-setup.copy': 'Kopieren',
  'unit-setup.copied': 'Kopiert',
  'unit-setup.copy.label': 'Kopieren: {label}',
}
