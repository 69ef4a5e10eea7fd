import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'print.print': 'Imprimir o guardar como PDF',
  'print.until': 'Hasta el {end}',
}
