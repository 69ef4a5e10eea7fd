import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'answers.calculation.uses': '{error} Usa: {equation}',
  'answers.calculation.under-name': '{error} con el nombre: {name}',
  'answers.calculation.circle': 'Una fuente no se puede calcular a partir de sí misma: {sources}.',
  'answers.calculation.not-numeric': '«{name}» no es un valor numérico de este dispositivo.',
  'answers.calculation.used-by': 'Otras fuentes se calculan a partir de esta. Elimine primero: {sources}.',
  'answers.import.cell': '{field}: {problem}',
}
