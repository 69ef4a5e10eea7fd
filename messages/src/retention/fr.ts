import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'retention.title': 'Durée de conservation des données',
  'retention.help':
    'Nombre de jours de conservation des enregistrements, et des résumés pour les graphiques sur de longues périodes. Une source sans nombre utilise celui de son entité, une entité sans nombre celui du portail. Les données plus anciennes sont définitivement supprimées.',
  'retention.entity': 'Entité {name}',
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
  'retention.gone': 'Ceci n’existe plus.',
}
