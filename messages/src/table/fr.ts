import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'table.empty': 'Aucune donnée disponible',
  'table.select.page': 'Sélectionner cette page',
  'table.select.rows': 'Sélectionner toutes les lignes de cette page',
  'table.select.all': 'Tout sélectionner ({count, number})',
  'table.select.none': 'Tout désélectionner',
  'table.select.row': 'Sélectionner {row}',
  'table.actions.row': 'Actions pour {row}',
  'table.actions': 'Actions',
  'table.sort': 'Trier par',
  'table.sort.none': 'Sans tri',
  'table.sort.by': 'Par {column}',
  'table.sort.ascending': 'Trier par ordre croissant',
  'table.sort.descending': 'Trier par ordre décroissant',
  'table.rows': 'Lignes par page',
  'table.range':
    '{count, plural, =0 {0 sur 0} one {{first, number}–{last, number} sur #} other {{first, number}–{last, number} sur #}}',
  'table.range.selected': '{range}, {selected, plural, one {# sélectionné} other {# sélectionnés}}',
  'table.pages': 'Pages de {label}',
  'table.previous': 'Précédent',
  'table.next': 'Suivant',
  'table.page': 'Page {number}',
  'table.last': 'Dernière page',
  'table.jump': 'Aller à une page de {label}',
  'table.jump.page': 'Page, de 1 à {last, number}',
  'table.jump.of': 'sur {last, number}',
  'table.jump.go': 'Aller',
}
