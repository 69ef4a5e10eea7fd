import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'answers.calculation.uses': '{error} Elle utilise : {equation}',
  'answers.calculation.under-name': '{error} sous le nom : {name}',
  'answers.calculation.circle': 'Une source ne peut pas être calculée à partir d’elle-même : {sources}.',
  'answers.calculation.not-numeric': '« {name} » n’est pas une valeur numérique de cet appareil.',
  'answers.calculation.used-by': 'D’autres sources sont calculées à partir de celle-ci. Supprimez d’abord : {sources}.',
  'answers.import.cell': '{field} : {problem}',
}
