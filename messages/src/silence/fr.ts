import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'silence.not-silent': 'L’appareil envoie des données normalement.',
  'silence.deactivated': 'L’appareil est désactivé. Le portail refuse ses données.',
  'silence.paused': 'Toutes les collectes de données de l’appareil sont en pause : ses données ne sont pas conservées.',
  'silence.sim-suspended': 'Sa carte SIM {iccid} est suspendue.',
  'silence.sim-inactive': 'Sa carte SIM {iccid} est inactive.',
  'silence.sim-quota': 'Sa carte SIM {iccid} a épuisé ses données pour ce mois-ci.',
  'silence.sim-quota.session':
    'Sa carte SIM {iccid} a épuisé ses données pour ce mois-ci. Sa dernière session remonte à {time}.',
  'silence.token-replaced':
    'Son jeton a été remplacé il y a {time}, et l’appareil n’a rien envoyé depuis. Il utilise peut-être encore l’ancien jeton.',
  'silence.refused': 'Le portail refuse ses messages, le dernier il y a {time} : {reason}',
  'silence.connected-silent':
    'L’appareil est connecté mais n’envoie rien. Ses capteurs ou son programme se sont peut-être arrêtés.',
  'silence.never-connected': 'L’appareil ne s’est pas connecté depuis son ajout il y a {time}.',
  'silence.nothing-sent': 'L’appareil n’a rien envoyé depuis {time}. Il n’a peut-être ni courant ni réseau.',
  'silence.disconnected': 'L’appareil s’est déconnecté il y a {time}. Il n’a peut-être ni courant ni réseau.',
  'silence.moment': 'moins d’une minute',
  'silence.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'silence.hours': '{count, plural, one {# heure} other {# heures}}',
  'silence.days': '{count, plural, one {# jour} other {# jours}}',
}
