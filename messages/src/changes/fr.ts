import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'changes.conflict': '{person} l’a modifié entre-temps.',
  'changes.conflict.at': '{person} l’a modifié entre-temps ({at}).',
  'changes.conflict.unknown': 'Quelqu’un l’a modifié entre-temps.',
  'changes.conflict.unknown.at': 'Quelqu’un l’a modifié entre-temps ({at}).',
  'changes.kept': 'Rien n’a été remplacé et votre saisie est conservée.',
  'changes.load': 'Charger la plus récente',
  'changes.compare': 'Comparer les deux',
  'changes.same': 'Les deux versions sont identiques.',
  'changes.yours': 'La vôtre : {value}',
  'changes.theirs': 'La plus récente : {value}',
  'changes.use-selected': 'Utiliser la sélection',
  'changes.keep-theirs': 'Garder la plus récente',
  'changes.yes': 'Oui',
  'changes.no': 'Non',
  'changes.other.entity': 'Une autre entité',
  'changes.other.template': 'Un modèle d’une autre entité',
  'changes.other.user': 'Un utilisateur d’une autre entité',
}
