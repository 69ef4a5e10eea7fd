import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'unit-setup.add': 'Ajouter un appareil',
  'unit-setup.name': 'Nom',
  'unit-setup.dataID': 'dataID',
  'unit-setup.dataID.help': 'L’appareil s’identifie avec ce dataID.',
  'unit-setup.entities': 'Entités',
  'unit-setup.entities.help': 'Leurs utilisateurs voient l’appareil',
  'unit-setup.entities.required': 'Choisissez une entité.',
  'unit-setup.template': 'Modèle',
  'unit-setup.template.help': 'Définit ce que son tableau de bord affiche',
  'unit-setup.template.none': 'Aucun pour l’instant',
  'unit-setup.description': 'Description',

  'unit-setup.connect.title': 'Connecter l’appareil',
  'unit-setup.connect.token.help':
    'Voici le jeton de <unit>{dataId}</unit>. Il n’est affiché qu’une fois : copiez-le sur l’appareil. Vous pouvez le remplacer dans la gestion de l’appareil.',
  'unit-setup.connect.token': 'Jeton',
  'unit-setup.connect.kept': 'J’ai enregistré le jeton',
  'unit-setup.close': 'Fermer la boîte de dialogue',
  'unit-setup.close.title': 'Fermer sans le jeton ?',
  'unit-setup.close.help':
    'Il n’est affiché qu’une fois. Sans lui, l’appareil ne peut pas se connecter et il lui faut un nouveau jeton.',
  'unit-setup.close.confirm': 'Fermer sans le jeton',
  'unit-setup.close.cancel': 'Revenir au jeton',

  'unit-setup.arrival.waiting': 'En attente du premier enregistrement. Il apparaît ici dès son arrivée.',
  'unit-setup.arrival.done': 'Un enregistrement est arrivé dans la source {source}.',
  'unit-setup.arrival.newest': 'Dernier enregistrement de {source}',
  'unit-setup.arrival.time': '{at} ({ago})',
  'unit-setup.arrival.values': 'Premières valeurs de {field}',
  'unit-setup.arrival.one': 'Une courbe apparaît au deuxième enregistrement.',
  'unit-setup.arrival.open': 'Ouvrir l’appareil',
  'unit-setup.arrival.chart': 'Afficher dans un graphique',

  'unit-setup.door.address': 'Adresse',
  'unit-setup.door.token': 'Jeton',
  'unit-setup.door.user': 'Nom d’utilisateur',
  'unit-setup.door.password': 'Mot de passe',
  'unit-setup.door.command': 'Commande d’essai',
  'unit-setup.door.guide': '<guide>Ce qui est pris en charge</guide>',
  'unit-setup.door.mqtt': 'Serveur MQTT',
  'unit-setup.door.header': 'En-tête « Authorization »',
  'unit-setup.program': 'Ce qui envoie',
  'unit-setup.program.terminal': 'Un ordinateur avec un terminal, pour essayer',
  'unit-setup.program.terminal.help': 'Envoyez un premier enregistrement avec l’une de ces commandes :',
  'unit-setup.program.mqtt': 'MQTT',
  'unit-setup.program.http': 'HTTP',
  'unit-setup.program.esp32': 'ESP32 (Arduino)',
  'unit-setup.program.esp32.help':
    'Un sketch qui envoie par HTTP et garde 900 enregistrements en mémoire en l’absence de réseau.',
  'unit-setup.program.raspberry-pi': 'Raspberry Pi (Python)',
  'unit-setup.program.raspberry-pi.help':
    'Un programme qui envoie par MQTT et garde les enregistrements sur disque jusqu’à leur stockage.',
  'unit-setup.program.gateway': 'Passerelle Linux (Mosquitto)',
  'unit-setup.program.gateway.help':
    'Un fichier pour Mosquitto. Il transmet ce que les capteurs publient sur la passerelle et le garde tant que la connexion est coupée.',
  'unit-setup.program.node-red': 'Node-RED',
  'unit-setup.program.node-red.help':
    'Un flux à importer. Il envoie par HTTP et garde les enregistrements sur disque jusqu’à leur stockage.',
  'unit-setup.program.filled':
    'L’adresse du portail, le dataID et le jeton sont renseignés. <guide>Comment le configurer</guide>',
  'unit-setup.program.download': 'Télécharger {file}',
  'unit-setup.copy': 'Copier',
  'unit-setup.copied': 'Copié',
  'unit-setup.copy.label': 'Copier : {label}',
}
