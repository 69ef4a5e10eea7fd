import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'calibration.title': 'Étalonnage avec deux solutions étalons',
  'calibration.sheet': 'Feuille d’étalonnage',
  'calibration.sensor': 'Capteur',
  'calibration.live': 'Le capteur indique {value}',
  'calibration.live.none': 'Aucune mesure. Saisissez ce que le capteur affiche.',
  'calibration.step.first': 'Premier étalon',
  'calibration.step.second': 'Second étalon',
  'calibration.step.help': 'Rincez la sonde, plongez-la dans l’étalon et attendez que la mesure soit stable.',
  'calibration.standard': 'Valeur de l’étalon',
  'calibration.reading': 'Mesure',
  'calibration.take': 'Utiliser la mesure actuelle',
  'calibration.number': 'Ce n’est pas un nombre. Écrivez-le comme 12 ou {example, number}.',
  'calibration.result': 'Résultat',
  'calibration.result.none': 'Le résultat apparaît quand les deux nombres de chaque étalon sont saisis.',
  'calibration.result.same': 'Les deux mesures sont identiques. Utilisez deux étalons plus éloignés l’un de l’autre.',
  'calibration.result.line': 'Pente {slope}, décalage {offset}. Saisissez les deux sur le capteur.',
  'calibration.result.now': 'Mesure corrigée actuelle : {value}.',
  'calibration.doubt.wrong-way':
    'Les mesures vont dans le mauvais sens. Vérifiez que chaque étalon a sa propre mesure.',
  'calibration.doubt.far':
    'La pente est loin de 1. Vérifiez les étalons ; l’électrode doit peut-être être nettoyée ou remplacée.',
}
