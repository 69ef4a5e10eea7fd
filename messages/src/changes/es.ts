import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'changes.conflict': '{person} lo cambió mientras tanto.',
  'changes.conflict.at': '{person} lo cambió mientras tanto ({at}).',
  'changes.conflict.unknown': 'Alguien lo cambió mientras tanto.',
  'changes.conflict.unknown.at': 'Alguien lo cambió mientras tanto ({at}).',
  'changes.kept': 'No se sobrescribió nada y lo que introdujo sigue aquí.',
  'changes.load': 'Cargar la más reciente',
  'changes.compare': 'Comparar ambas',
  'changes.same': 'Ambas versiones son iguales.',
  'changes.yours': 'La suya: {value}',
  'changes.theirs': 'La más reciente: {value}',
  'changes.use-selected': 'Usar lo seleccionado',
  'changes.keep-theirs': 'Conservar la más reciente',
  'changes.yes': 'Sí',
  'changes.no': 'No',
  'changes.other.entity': 'Otra entidad',
  'changes.other.template': 'Una plantilla de otra entidad',
  'changes.other.user': 'Un usuario de otra entidad',
}
