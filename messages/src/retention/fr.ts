import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'retention.title': 'Durée de conservation des données',
  'retention.help':
    'Nombre de jours de conservation des enregistrements, et des résumés pour les graphiques sur de longues périodes. Une source sans nombre utilise celui de son entité, une entité sans nombre celui du portail. Les données plus anciennes sont définitivement supprimées.',
  'retention.rawDays': 'Enregistrements',
  'retention.summaryDays': 'Résumés',
  'retention.of': 'de {name}, en jours',
  'retention.days': '{days, plural, one {# jour} other {# jours}}',
  'retention.forever': 'sans limite',
  'retention.save': 'Enregistrer {name}',
  'retention.submit': 'Enregistrer',
  'retention.less.title': 'Conserver {name} moins longtemps ?',
  'retention.less': 'Conserver moins longtemps',
  'retention.removed.rawDays':
    'Les enregistrements de plus de {days, plural, one {# jour} other {# jours}} seront définitivement supprimés. Ils sont actuellement conservés {before, plural, one {# jour} other {# jours}}.',
  'retention.removed.rawDays.forever':
    'Les enregistrements de plus de {days, plural, one {# jour} other {# jours}} seront définitivement supprimés. Ils sont actuellement conservés sans limite.',
  'retention.removed.summaryDays':
    'Les résumés de plus de {days, plural, one {# jour} other {# jours}} seront définitivement supprimés. Ils sont actuellement conservés {before, plural, one {# jour} other {# jours}}.',
  'retention.removed.summaryDays.forever':
    'Les résumés de plus de {days, plural, one {# jour} other {# jours}} seront définitivement supprimés. Ils sont actuellement conservés sans limite.',
  'retention.new.both':
    'Une nouvelle source de cet appareil conserve ses enregistrements {rawDays, plural, one {# jour} other {# jours}} et ses résumés {summaryDays, plural, one {# jour} other {# jours}}.',
  'retention.new.records':
    'Une nouvelle source de cet appareil conserve ses enregistrements {days, plural, one {# jour} other {# jours}}.',
  'retention.new.summaries':
    'Une nouvelle source de cet appareil conserve ses résumés {days, plural, one {# jour} other {# jours}}.',
  'retention.help-entity':
    'Nombre de jours pendant lesquels les unités d’une entité conservent les enregistrements, et les résumés pour les graphiques sur de longues périodes. Sans nombre, c’est celui du portail qui compte ; une source qui a son propre nombre ne suit pas son entité. Les données plus anciennes sont définitivement supprimées.',
  'retention.choose': 'Entité',
  'retention.failed': 'La durée de conservation n’a pas pu être lue.',
  'retention.extent.failed': 'Les données n’ont pas pu être comptées. Vous pouvez enregistrer quand même.',
  'retention.held':
    '{units, plural, =0 {Aucune unité} one {# unité} other {# unités}} avec {records, plural, =0 {aucun enregistrement} one {# enregistrement} other {# enregistrements}}{oldest, select, none {} other {, le plus ancien du {oldest}}}.',
  'retention.removes.records':
    'Cela supprime d’ici un jour environ {records, plural, one {# enregistrement} other {# enregistrements}} de {units, plural, one {# unité} other {# unités}}, jusqu’au {oldest}.',
  'retention.removes.summaries':
    'Les résumés de {units, plural, one {# unité} other {# unités}}, jusqu’au {oldest}, sont supprimés d’ici un jour.',
  'retention.removes.nothing':
    'Rien n’est supprimé aujourd’hui : rien n’est assez ancien, ou les unités appartiennent aussi à des entités qui conservent les données plus longtemps.',
  'retention.of-entity': '{name} conserve les enregistrements {records} et les résumés {summaries}.',
  'retention.for-days': 'pendant {days, plural, one {# jour} other {# jours}}',
  'retention.change': 'Modifier pour toute l’entité',
  'retention.gone': 'Ceci n’existe plus.',
}
