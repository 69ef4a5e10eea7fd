import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'alert-messages.alarm':
    '{count, plural, =1 {Déclenchée : {alert} sur {unit}} one {Déclenchée : {alert} sur # appareil} other {Déclenchée : {alert} sur # appareils}}',
  'alert-messages.reminder':
    '{count, plural, =1 {Toujours déclenchée : {alert} sur {unit}} one {Toujours déclenchée : {alert} sur # appareil} other {Toujours déclenchée : {alert} sur # appareils}}',
  'alert-messages.all-clear':
    '{count, plural, =1 {De nouveau OK : {alert} sur {unit}} one {De nouveau OK : {alert} sur # appareil} other {De nouveau OK : {alert} sur # appareils}}',
  'alert-messages.ended':
    '{count, plural, =1 {Terminée : {alert} sur {unit}} one {Terminée : {alert} sur # appareil} other {Terminée : {alert} sur # appareils}}',
  'alert-messages.summary':
    'A changé plusieurs fois : {alert} sur {count, plural, one {# appareil} other {# appareils}}',
  'alert-messages.summary.triggered':
    '{changes, plural, one {A changé une fois} other {A changé # fois}}, maintenant déclenchée : {alert} sur {unit}',
  'alert-messages.summary.ok':
    '{changes, plural, one {A changé une fois} other {A changé # fois}}, maintenant OK : {alert} sur {unit}',
  'alert-messages.several': '{state} : {names}',
  'alert-messages.several.more': '{state} : {names} et {more, number} de plus',
  'alert-messages.several.triggered': '{triggered, plural, one {# alerte déclenchée} other {# alertes déclenchées}}',
  'alert-messages.several.over': '{over, plural, one {# alerte de nouveau OK} other {# alertes de nouveau OK}}',
  'alert-messages.several.both':
    '{triggered, plural, one {# alerte déclenchée} other {# alertes déclenchées}}, {over, number} de nouveau OK',
  'alert-messages.more': 'et {count, number} de plus',

  'alert-messages.by-edit': '{line}. De nouveau OK, car l’alerte a été modifiée.',
  'alert-messages.unit-ended': '{unit} : {reason}',
  'alert-messages.event-triggered':
    '{unit} : tableau d’événements {table} : un événement est en cours depuis le {at} ({timeZone})',
  'alert-messages.left-parked':
    '{unit} : tableau d’événements {table} : lieu quitté en stationnement le {at} ({timeZone})',
  'alert-messages.event-ok': '{unit} : tableau d’événements {table} : l’événement a pris fin le {at} ({timeZone})',
  'alert-messages.not-arrived': '{unit} : pas dans le lieu de {table} à {at} ({timeZone})',
  'alert-messages.arrived': '{unit} : dans le lieu de {table} depuis {at} ({timeZone})',
  'alert-messages.unit-silent': '{unit} : aucune donnée de l’appareil depuis le {at} ({timeZone})',
  'alert-messages.unit-sends': '{unit} : l’appareil envoie de nouveau des données depuis le {at} ({timeZone})',
  'alert-messages.source-silent': '{unit} : aucune donnée de {source} depuis le {at} ({timeZone})',
  'alert-messages.source-sends': '{unit} : de nouveau des données de {source} depuis le {at} ({timeZone})',
  'alert-messages.value': '{unit} : {field} était à {value} le {at} ({timeZone}) (seuil : {limit})',
  'alert-messages.value-now':
    '{unit} : {field} est à {value} le {at}, déclenchée depuis {since} ({timeZone}) (seuil : {limit})',
  'alert-messages.no-value': '{unit} : {field} le {at} ({timeZone}) (seuil : {limit})',

  'alert-messages.details': 'Voir, acquitter ou mettre en veille l’alerte',
  'alert-messages.view': 'Voir l’alerte',
  'alert-messages.unsubscribe': 'Se désabonner des notifications de cette alerte',
  'alert-messages.why':
    'Vous recevez cet e-mail parce que cette alerte vous appartient ou qu’elle a été partagée avec vous. Choisissez les notifications que vous recevez dans les paramètres :',
  'alert-messages.open-unit': 'Ouvrir l’appareil',
}
