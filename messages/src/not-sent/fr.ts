import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'not-sent.alert-deleted': 'L’alerte a été supprimée.',
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
  'not-sent.webhook-removed': 'Le webhook a été retiré.',
  'not-sent.webhook-entity-disabled': 'L’entité du webhook est désactivée.',
  'not-sent.webhook-off': 'Le webhook est désactivé.',
  'not-sent.report-removed': 'Le rapport a été retiré.',
  'not-sent.report-left': 'L’utilisateur ne reçoit plus ce rapport.',
  'not-sent.unit-out-of-reach': 'L’utilisateur ne voit pas cet appareil.',
  'not-sent.sources-of-admins': 'Seuls les administrateurs voient toutes les sources de ce rapport.',
  'not-sent.recipient': '{name} ne peut pas recevoir ce rapport. {reason}',
  'not-sent.no-recipients': 'Aucun destinataire n’était autorisé à le recevoir.',
  'not-sent.too-long': 'Le fichier dépassait 10 Mo ; l’e-mail ne contient donc qu’un lien de téléchargement.',
  'not-sent.too-slow': 'L’écriture a duré plus de dix minutes. Choisissez des périodes plus courtes.',
  'not-sent.given-up': 'Après des heures de tentatives, le rapport n’a pas pu être écrit.',
  'not-sent.still-finding':
    'Les événements de ce tableau étaient encore en cours de recherche lors de l’écriture du fichier : certains peuvent manquer.',
}
