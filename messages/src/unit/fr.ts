import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'unit.tabs': 'Appareil',
  'unit.overview': 'Aperçu',
  'unit.time-series': 'Séries temporelles',
  'unit.events': 'Événements',
  'unit.management': 'Gestion',
  'unit.back': 'Retour à tous les appareils',
  'unit.more': 'Autres actions pour cette page',
  'unit.loading': 'Chargement de l’appareil',
  'unit.not-found': 'Appareil introuvable',
  'unit.not-found.help':
    'L’appareil {dataId} n’existe pas, ou vous n’avez pas accès à son entité. Vérifiez le dataID dans l’adresse.',
  'unit.not-found.all': 'Afficher tous les appareils',
  'unit.failed': 'Impossible de récupérer les données.',
  'unit.failed.help': 'Le portail n’a pas répondu. Vérifiez votre connexion.',
  'unit.retry': 'Réessayer',
  'unit.why': 'Pourquoi ?',
  'unit.why.silent': 'Pourquoi cet appareil est-il silencieux ?',
  'unit.deactivated': 'Désactivé',
  'unit.trial':
    'Cet appareil teste une modification du modèle « {title} » depuis le {at}. Les autres appareils ne l’affichent pas.',
  'unit.trial.by':
    'Cet appareil teste une modification du modèle « {title} » depuis le {at}, lancée par {by}. Les autres appareils ne l’affichent pas.',
  'unit.trial.use': '{count, plural, one {Appliquer à tous les appareils} other {Appliquer aux # appareils}}',
  'unit.trial.use.title':
    '{count, plural, one {Appliquer cette modification à tous les appareils ?} other {Appliquer cette modification aux # appareils ?}}',
  'unit.trial.use.confirm': 'Appliquer à tous',
  'unit.trial.use.help':
    '« {title} » devient ce que cet appareil affiche. Vous pouvez revenir à une version antérieure.',
  'unit.trial.discard': 'Abandonner',
  'unit.trial.discard.title': 'Abandonner la modification ?',
  'unit.trial.discard.help':
    'Cet appareil affiche de nouveau « {title} ». Les modifications faites ici sont supprimées.',
  'unit.trial.differences': 'Différences',
  'unit.trial.differences.failed': 'Impossible de charger les différences',
  'unit.trial.conflict': 'Rien n’a été écrasé. Vérifiez la version plus récente affichée ici, puis réessayez.',
}
