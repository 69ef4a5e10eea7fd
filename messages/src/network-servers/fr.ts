import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'network-servers.title': 'Serveurs réseau LoRaWAN',
  'network-servers.help':
    'Les requêtes destinées à un appareil qui a un devEUI partent vers son serveur réseau comme messages descendants. Une entité en a au plus {most, number}.',
  'network-servers.entity': 'Entité',
  'network-servers.failed': 'Impossible de charger les serveurs réseau',
  'network-servers.none':
    'Aucun serveur réseau pour l’instant. Les messages reçus par webhook ou par intégration HTTP n’ont besoin d’aucune saisie ici. Ajoutez un serveur pour envoyer des requêtes aux appareils LoRaWAN, lire les messages manqués ou recevoir du broker MQTT de ChirpStack.',
  'network-servers.add': 'Ajouter un serveur réseau',
  'network-servers.add.title': 'Ajouter un serveur réseau',
  'network-servers.add.submit': 'Ajouter',
  'network-servers.edit': 'Modifier',
  'network-servers.edit.title': 'Modifier le serveur réseau',
  'network-servers.save': 'Enregistrer',

  'network-servers.kind': 'Type',
  'network-servers.kind.things-stack': 'The Things Stack v3',
  'network-servers.kind.chirpstack': 'ChirpStack v4',
  'network-servers.name': 'Nom',
  'network-servers.address': 'Adresse',
  'network-servers.address.things-stack': 'L’adresse de la console, sans chemin',
  'network-servers.address.chirpstack': 'L’adresse de l’API REST de ChirpStack',
  'network-servers.key': 'Clé d’API',
  'network-servers.key.things-stack': 'Avec le droit d’écrire le trafic descendant de l’application',
  'network-servers.key.chirpstack': 'Une clé d’API du tenant',
  'network-servers.key.kept':
    'Laissez vide pour conserver la clé d’API. Une autre adresse demande de la saisir de nouveau.',
  'network-servers.application': 'Identifiant de l’application',
  'network-servers.application.things-stack': 'Tel que la console l’affiche',
  'network-servers.application.chirpstack': 'Peut rester vide',
  'network-servers.port': 'Port (FPort)',
  'network-servers.port.help': 'Utilisé quand ni le codec ni la requête n’en indiquent un autre',
  'network-servers.confirmed': 'Les appareils confirment les messages descendants',
  'network-servers.confirmed.help':
    'Une requête est OK dès que l’appareil l’a confirmée. Sinon, elle compte comme remise dès qu’une passerelle l’a envoyée.',
  'network-servers.catch-up': 'Lire les messages montants manqués',
  'network-servers.catch-up.help':
    'Depuis la Storage Integration de The Things Stack, chaque heure et après une panne du portail. La clé d’API a besoin du droit de lire le trafic.',
  'network-servers.catch-up.new': 'Messages montants manqués : pas encore lus.',
  'network-servers.catch-up.good': 'Messages montants manqués : lus {ago}.',
  'network-servers.catch-up.failing': 'Impossible de lire les messages montants manqués. {reason}',
  'network-servers.broker': 'Broker MQTT',
  'network-servers.broker.help':
    'Le portail reçoit du broker de ChirpStack, qui conserve ce qui arrive pendant que le portail est indisponible. Réglez qos=1 et json=true pour l’intégration MQTT de ChirpStack. Vide : le portail ne se connecte pas.',
  'network-servers.broker.user': 'Nom d’utilisateur',
  'network-servers.broker.password': 'Mot de passe',
  'network-servers.broker.password.kept':
    'Laissez vide pour conserver le mot de passe. Si vous changez l’adresse, saisissez-le de nouveau.',
  'network-servers.broker.connecting': 'MQTT : connexion…',
  'network-servers.broker.failing': 'MQTT : non connecté, nouvel essai à venir. {reason}',
  'network-servers.broker.silent': 'MQTT : connecté, aucun message pour l’instant.',
  'network-servers.broker.good': 'MQTT : connecté, dernier message {ago}.',

  'network-servers.card.port': 'port {port}',
  'network-servers.state.off': 'Désactivé : les requêtes attendent.',
  'network-servers.state.failing': 'En échec depuis {ago}. Les requêtes attendent et sont renvoyées.',
  'network-servers.state.new': 'Rien ne lui a encore été envoyé.',
  'network-servers.state.good': 'Fonctionne : message descendant accepté {ago}.',
  'network-servers.switch-on': 'Activer',
  'network-servers.off': 'Désactiver',
  'network-servers.off.title': 'Désactiver {name} ?',
  'network-servers.off.text': 'Les requêtes destinées à ses appareils attendent qu’il soit réactivé, ou expirent.',
  'network-servers.remove': 'Retirer',
  'network-servers.remove.title': 'Retirer {name} ?',
  'network-servers.remove.text':
    'Sa clé d’API est supprimée. Les requêtes qui l’attendent restent jusqu’à leur expiration.',
  'network-servers.newer': 'Rien n’a été écrasé. La version plus récente est affichée.',
  'network-servers.gone': 'Le serveur réseau n’existe plus.',
}
