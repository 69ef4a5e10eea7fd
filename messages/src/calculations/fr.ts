import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'calculations.title': 'Sources calculées',
  'calculations.empty':
    'Aucune source calculée pour l’instant. Une équation la calcule à partir des valeurs de cet appareil. Vous pouvez ensuite l’afficher comme toute autre source.',
  'calculations.used': 'Depuis le {start}, utilisée par {sources}',
  'calculations.since': 'Depuis le {start}',
  'calculations.filling': 'Calcul de {name}',
  'calculations.filling.waiting': 'En attente de démarrage',
  'calculations.filling.records': 'Calcul : {done, number} sur {total, number} enregistrements',
  'calculations.failed.read': 'Impossible de récupérer les sources calculées.',
  'calculations.failed.values': 'Impossible de récupérer les valeurs de cet appareil.',
  'calculations.failed.create': 'Impossible de créer la source.',
  'calculations.failed.change': 'Impossible de modifier la source.',
  'calculations.failed.delete': 'Impossible de supprimer la source.',
  'calculations.failed.again': 'Veuillez réessayer.',
  'calculations.failed.equation': '{reason} Elle utilise : {equation}',
  'calculations.failed.name': '{reason} sous le nom : {name}',
  'calculations.again': 'Réessayer',
  'calculations.cancel': 'Annuler',
  'calculations.back': 'Retour',

  'calculations.create.title': 'Créer une source',
  'calculations.create': 'Créer',
  'calculations.save': 'Enregistrer',
  'calculations.saving': 'Enregistrement…',
  'calculations.edit': 'Modifier {name}',
  'calculations.edit.help':
    'Lors de l’enregistrement, tous les enregistrements de cette source et des sources calculées à partir d’elle sont recalculés.',
  'calculations.delete': 'Supprimer',
  'calculations.delete.one': 'Supprimer {name}',
  'calculations.delete.title': 'Supprimer {name} ?',
  'calculations.delete.help':
    'Tous ses enregistrements sont supprimés. Les valeurs à partir desquelles elle est calculée sont conservées.',
  'calculations.delete.used':
    'Vous ne pouvez pas la supprimer tant que d’autres sources sont calculées à partir d’elle : {sources}.',

  'calculations.name': 'Nom',
  'calculations.name.fixed': 'Impossible de la renommer : les graphiques et les tableaux utilisent ce nom.',
  'calculations.name.permanent': 'Les graphiques et les tableaux utilisent ce nom. Il ne pourra plus être modifié.',
  'calculations.name.result': 'Le nom sera {name}.',
  'calculations.values': 'Valeurs',
  'calculations.values.help': 'Les valeurs numériques utilisées par l’équation',
  'calculations.values.choose': 'Choisir des valeurs',
  'calculations.values.none': 'Cet appareil n’a pas encore envoyé de nombres.',
  'calculations.values.unknown': 'Aucun résultat',
  'calculations.equation': 'Équation',
  'calculations.equation.help':
    'Par exemple (tank.level - 1) * 2.5. Vous pouvez utiliser + - * / ^, des parenthèses, min, max, abs, round, sqrt, log, etc.',
  'calculations.equation.insert': 'Insérer dans l’équation',
  'calculations.measure': 'Unité',
  'calculations.measure.examples': 'm, °C, kWh',
  'calculations.start.date': 'Date de début',
  'calculations.start.time': 'Heure de début',
  'calculations.start.later': 'Le début est dans le futur. La source n’a aucun enregistrement avant le {start}.',
  'calculations.result': 'Dernier résultat',
  'calculations.result.failed': 'Impossible de récupérer les derniers enregistrements.',
  'calculations.result.none': 'Aucun : une valeur manque ou l’équation divise par zéro.',
}
