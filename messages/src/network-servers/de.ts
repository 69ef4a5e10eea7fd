import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'network-servers.title': 'LoRaWAN-Netzwerkserver',
  'network-servers.help':
    'Anfragen an ein Gerät mit einer devEUI gehen als Downlinks an seinen Netzwerkserver. Eine Organisation hat höchstens {most, number}.',
  'network-servers.entity': 'Organisation',
  'network-servers.failed': 'Die Netzwerkserver konnten nicht geladen werden',
  'network-servers.none':
    'Noch keine Netzwerkserver. Uplinks per Webhook oder HTTP-Integration brauchen hier keinen Eintrag. Fügen Sie einen hinzu, um Anfragen an LoRaWAN-Geräte zu senden, verpasste Uplinks nachzulesen oder vom MQTT-Broker von ChirpStack zu empfangen.',
  'network-servers.add': 'Netzwerkserver hinzufügen',
  'network-servers.add.title': 'Netzwerkserver hinzufügen',
  'network-servers.add.submit': 'Hinzufügen',
  'network-servers.edit': 'Bearbeiten',
  'network-servers.edit.title': 'Netzwerkserver bearbeiten',
  'network-servers.save': 'Speichern',

  'network-servers.kind': 'Art',
  'network-servers.kind.things-stack': 'The Things Stack v3',
  'network-servers.kind.chirpstack': 'ChirpStack v4',
  'network-servers.name': 'Name',
  'network-servers.address': 'Adresse',
  'network-servers.address.things-stack': 'Die Adresse der Konsole, ohne Pfad',
  'network-servers.address.chirpstack': 'Die Adresse der REST-API von ChirpStack',
  'network-servers.key': 'API-Schlüssel',
  'network-servers.key.things-stack': 'Mit dem Recht, Downlinks der Anwendung zu schreiben',
  'network-servers.key.chirpstack': 'Ein API-Schlüssel des Mandanten',
  'network-servers.key.kept':
    'Lassen Sie das Feld leer, um den API-Schlüssel zu behalten. Eine andere Adresse braucht ihn erneut.',
  'network-servers.application': 'Anwendungs-ID',
  'network-servers.application.things-stack': 'Wie die Konsole sie zeigt',
  'network-servers.application.chirpstack': 'Darf leer sein',
  'network-servers.port': 'Port (FPort)',
  'network-servers.port.help': 'Gilt, wo weder der Codec noch die Anfrage einen anderen nennt',
  'network-servers.confirmed': 'Geräte bestätigen Downlinks',
  'network-servers.confirmed.help':
    'Eine Anfrage ist OK, sobald das Gerät sie bestätigt hat. Sonst gilt sie als übergeben, sobald ein Gateway sie gesendet hat.',
  'network-servers.catch-up': 'Verpasste Uplinks lesen',
  'network-servers.catch-up.help':
    'Aus der Storage Integration von The Things Stack, jede Stunde und nach einem Ausfall des Portals. Der API-Schlüssel braucht das Recht, Datenverkehr zu lesen.',
  'network-servers.catch-up.new': 'Verpasste Uplinks: noch nicht gelesen.',
  'network-servers.catch-up.good': 'Verpasste Uplinks: gelesen {ago}.',
  'network-servers.catch-up.failing': 'Verpasste Uplinks können nicht gelesen werden. {reason}',
  'network-servers.broker': 'MQTT-Broker',
  'network-servers.broker.help':
    'Das Portal empfängt vom Broker von ChirpStack, der aufbewahrt, was kommt, während das Portal nicht erreichbar ist. Setzen Sie qos=1 und json=true für die MQTT-Integration von ChirpStack. Leer: Das Portal verbindet sich nicht.',
  'network-servers.broker.user': 'Benutzername',
  'network-servers.broker.password': 'Passwort',
  'network-servers.broker.password.kept':
    'Leer lassen, um das Passwort zu behalten. Wenn Sie die Adresse ändern, geben Sie es erneut ein.',
  'network-servers.broker.connecting': 'MQTT: wird verbunden …',
  'network-servers.broker.failing': 'MQTT: nicht verbunden, wird erneut versucht. {reason}',
  'network-servers.broker.silent': 'MQTT: verbunden, noch keine Nachricht.',
  'network-servers.broker.good': 'MQTT: verbunden, letzte Nachricht {ago}.',

  'network-servers.card.port': 'Port {port}',
  'network-servers.state.off': 'Ausgeschaltet: Anfragen warten.',
  'network-servers.state.failing': 'Fehler seit {ago}. Anfragen warten und werden erneut gesendet.',
  'network-servers.state.new': 'Es wurde noch nichts gesendet.',
  'network-servers.state.good': 'Funktioniert: Downlink angenommen {ago}.',
  'network-servers.switch-on': 'Einschalten',
  'network-servers.off': 'Ausschalten',
  'network-servers.off.title': '{name} ausschalten?',
  'network-servers.off.text': 'Anfragen an seine Geräte warten, bis er wieder eingeschaltet ist, oder laufen ab.',
  'network-servers.remove': 'Entfernen',
  'network-servers.remove.title': '{name} entfernen?',
  'network-servers.remove.text':
    'Sein API-Schlüssel wird gelöscht. Anfragen, die auf ihn warten, bleiben bestehen, bis sie ablaufen.',
  'network-servers.newer': 'Es wurde nichts überschrieben. Die neuere Version wird angezeigt.',
  'network-servers.gone': 'Der Netzwerkserver existiert nicht mehr.',
}
