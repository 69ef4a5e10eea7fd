import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'pictures.drop': 'Déposez une image ici ou parcourez',
  'pictures.file': 'Fichier image',
  'pictures.sizes': 'Taille cible : {width} × {height} px. Taille maximale : {most}.',
  'pictures.unreadable': 'Ce fichier n’est pas une image lisible. Choisissez-en un autre.',
  'pictures.type': 'Le type de fichier {type} n’est pas pris en charge. Types acceptés : {list}',
  'pictures.type.unknown': 'inconnu',
  'pictures.too-large': 'La taille du fichier ({size}) dépasse le maximum autorisé de {max}',
  'pictures.crop': 'Cadrage de {name}. Les flèches déplacent l’image, plus et moins zooment, 0 réinitialise.',
  'pictures.zoom-out': 'Zoom arrière',
  'pictures.zoom-in': 'Zoom avant',
  'pictures.reset': 'Réinitialiser',
  'pictures.change': 'Changer d’image',
  'pictures.apply': 'Appliquer le cadrage',
  'pictures.another.title': 'Choisir une autre image ?',
  'pictures.another.text': '{name} et son cadrage seront abandonnés.',
  'pictures.another.confirm': 'En choisir une autre',
  'pictures.choose': 'Choisir une image',
  'pictures.choose-another': 'Choisir une autre image',
  'pictures.clear': '{label} : abandonner ce choix',
  'pictures.keep.label': 'Conserver : {label}',
  'pictures.remove.label': 'Retirer : {label}',
  'pictures.keep': 'Conserver',
  'pictures.remove': 'Retirer',
  'pictures.removed': 'Sera retirée à l’enregistrement',
}
