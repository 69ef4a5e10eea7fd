import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'answers.calculation.uses': '{error} Sie verwendet: {equation}',
  'answers.calculation.under-name': '{error} unter dem Namen: {name}',
  'answers.calculation.circle': 'Eine Datenquelle kann nicht aus sich selbst berechnet werden: {sources}.',
  'answers.calculation.not-numeric': '„{name}“ ist kein Zahlenwert dieses Geräts.',
  'answers.calculation.used-by': 'Andere Datenquellen werden aus dieser berechnet. Löschen Sie zuerst: {sources}.',
  'answers.import.cell': '{field}: {problem}',
}
