import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'imports.file': 'Fichier CSV',
  'imports.file.choose': 'Choisir un fichier',
  'imports.file.too-large': 'Le fichier dépasse {size}. Importez-le en plusieurs parties.',
  'imports.file.reading': 'Lecture du fichier…',
  'imports.working.long': '{text} Un long fichier prend quelques secondes.',
  'imports.column.not-imported': 'Non importée',
  'imports.column.number': 'Colonne {number, number}',
  'imports.column.choose': 'Choisir une colonne',
  'imports.columns.ignored': 'Colonnes non importées : {columns}',
  'imports.columns.choose': 'Associer les colonnes',
  'imports.line': 'Ligne {line, number}',
  'imports.table.line': 'Ligne',
  'imports.table.verdict': 'Résultat',
  'imports.table.remarks': 'Remarques',
  'imports.table.errors': 'Erreurs',
  'imports.table.warnings': 'Avertissements',
  'imports.verdict.created': 'Nouveau',
  'imports.verdict.updated': 'Modifié',
  'imports.verdict.unchanged': 'Inchangé',
  'imports.verdict.invalid': 'Non valide',
  'imports.verdict.done':
    'Importé : {created, plural, one {# nouveau} other {# nouveaux}}, {updated, plural, one {# modifié} other {# modifiés}}, {unchanged, plural, one {# inchangé} other {# inchangés}}, {invalid, plural, one {# non valide} other {# non valides}}.',
  'imports.verdict.preview':
    'Ce fichier : {created, plural, one {# nouveau} other {# nouveaux}}, {updated, plural, one {# modifié} other {# modifiés}}, {unchanged, plural, one {# inchangé} other {# inchangés}}, {invalid, plural, one {# non valide} other {# non valides}}.',
  'imports.verdict.show-all': 'Afficher les {lines, number} lignes, pas seulement celles avec remarques',
  'imports.verdict.show-first': 'Afficher les {lines, number} premières lignes, pas seulement celles avec remarques',
  'imports.verdict.download': 'Télécharger les résultats',
  'imports.verdict.left-out':
    '{lines, number} lignes sont listées, celles avec remarques d’abord. {more, number} autres sont seulement comptées.',
  'imports.verdict.lines': 'Lignes du fichier',
  'imports.verdict.empty': 'Aucune ligne n’a de remarque.',
}
