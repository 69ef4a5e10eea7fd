import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'not-sent.alert-deleted': 'L’alerte a été supprimée.',
  'not-sent.link-used': 'Le lien qu’il contient a été utilisé ou remplacé.',
  'not-sent.user-deleted': 'L’utilisateur a été supprimé.',
  'not-sent.user-disabled': 'L’utilisateur est désactivé.',
  'not-sent.unsubscribed': 'L’utilisateur s’est désabonné ou ne voit plus ces appareils.',
  'not-sent.out-of-reach': 'Le destinataire ne voit plus ces appareils.',
  'not-sent.switched-off': 'L’utilisateur a désactivé ces messages.',
  'not-sent.phone-missing': 'L’utilisateur n’a pas de numéro de téléphone vérifié.',
  'not-sent.phone-changed': 'Le numéro de téléphone n’est plus vérifié.',
  'not-sent.address-changed': 'L’adresse de l’utilisateur a changé.',
  'not-sent.sms-limit': 'L’entité a atteint sa limite de {limit, number} SMS par jour.',
  'not-sent.late': 'L’envoi n’a pas été possible en un jour.',
  'not-sent.expired': 'L’envoi n’a pas été possible à temps.',
  'not-sent.unwritten': 'Le message n’a pas pu être écrit. Une nouvelle tentative aura lieu.',
  'not-sent.channel-off': 'Ce portail n’envoie pas ce type de messages pour le moment.',
  'not-sent.report-removed': 'Le rapport a été retiré.',
  'not-sent.report-left': 'L’utilisateur ne reçoit plus ce rapport.',
  'not-sent.unit-out-of-reach': 'L’utilisateur ne voit pas cet appareil.',
  'not-sent.sources-of-admins': 'Seuls les administrateurs voient toutes les sources de ce rapport.',
  'not-sent.recipient': '{name} ne peut pas recevoir ce rapport. {reason}',
  'not-sent.too-many-reports': 'Cette personne a reçu 100 rapports en 24 heures.',
  'not-sent.no-recipients': 'Aucun destinataire n’avait accès à ce rapport.',
  'not-sent.too-long': 'Le fichier dépassait 10 Mo ; l’e-mail ne contient donc qu’un lien de téléchargement.',
  'not-sent.file-too-long': '{file} dépassait 10 Mo et n’est donc pas joint. Téléchargez-le dans le portail.',
  'not-sent.no-room':
    '{file} n’est pas joint, car les fichiers d’un e-mail peuvent avoir 14 Mo ensemble. Téléchargez-le dans le portail.',
  'not-sent.no-browser':
    'Le PDF n’est pas joint, car ce portail n’a pas de navigateur pour le dessiner. Son exploitant peut en installer un.',
  'not-sent.not-drawn':
    'Le PDF n’est pas joint, car il n’a pas pu être dessiné. Le journal du portail en donne la raison.',
  'not-sent.too-slow': 'L’écriture a duré plus de dix minutes. Choisissez des périodes plus courtes.',
  'not-sent.given-up': 'Après des heures de tentatives, le rapport n’a pas pu être écrit.',
  'not-sent.still-finding':
    'Les événements de ce tableau étaient encore en cours de recherche lors de l’écriture du fichier : certains peuvent manquer.',
  'not-sent.outside.timeout': 'Le destinataire n’a pas répondu en {count, plural, one {# seconde} other {# secondes}}.',
  'not-sent.outside.closed': 'Cette adresse n’est pas publique, et ce portail ne se connecte pas à d’autres adresses.',
  'not-sent.outside.https': 'Une adresse publique exige https ou mqtts.',
  'not-sent.outside.begins-https': 'L’adresse doit commencer par https.',
  'not-sent.outside.begins-mqtts': 'L’adresse doit commencer par mqtts.',
  'not-sent.outside.nowhere': 'Le nom d’hôte n’a pas d’adresse.',
  'not-sent.outside.no-name': 'Ce nom d’hôte n’existe pas.',
  'not-sent.outside.lookup': 'Le nom d’hôte n’a pas pu être résolu.',
  'not-sent.outside.refused': 'Le destinataire refuse la connexion.',
  'not-sent.outside.reset': 'Le destinataire a fermé la connexion sans répondre.',
  'not-sent.outside.unreachable': 'Le destinataire est injoignable.',
  'not-sent.outside.certificate-expired': 'Le certificat du destinataire a expiré.',
  'not-sent.outside.certificate-untrusted':
    'Le certificat du destinataire n’a pas été émis par une autorité de confiance.',
  'not-sent.outside.certificate-name': 'Le certificat du destinataire est établi pour un autre nom d’hôte.',
  'not-sent.outside.unknown': 'Le destinataire n’a pas pu être joint ({code}).',
  'not-sent.outside.redirect':
    'Le destinataire a répondu avec le statut HTTP {status} et une autre adresse. Les redirections ne sont pas suivies.',
  'not-sent.outside.status': 'Le destinataire a répondu avec le statut HTTP {status}.',
  'not-sent.outside.said': 'Le destinataire a répondu avec le statut HTTP {status} : {answer}',
}
