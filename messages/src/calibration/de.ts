import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'calibration.title': 'Kalibrierung mit zwei Standards',
  'calibration.sheet': 'Kalibrierblatt',
  'calibration.sensor': 'Sensor',
  'calibration.live': 'Der Sensor misst {value}',
  'calibration.live.none': 'Kein Messwert. Geben Sie ein, was der Sensor anzeigt.',
  'calibration.step.first': 'Erster Standard',
  'calibration.step.second': 'Zweiter Standard',
  'calibration.step.help':
    'Spülen Sie die Sonde ab, tauchen Sie sie in den Standard und warten Sie, bis der Messwert stabil ist.',
  'calibration.standard': 'Wert des Standards',
  'calibration.reading': 'Messwert',
  'calibration.take': 'Aktuellen Messwert verwenden',
  'calibration.number': 'Das ist keine Zahl. Schreiben Sie sie wie 12 oder {example, number}.',
  'calibration.result': 'Ergebnis',
  'calibration.result.none': 'Das Ergebnis erscheint, sobald für beide Standards beide Zahlen eingegeben sind.',
  'calibration.result.same': 'Beide Messwerte sind gleich. Verwenden Sie zwei Standards, die weiter auseinanderliegen.',
  'calibration.result.line': 'Steigung {slope}, Offset {offset}. Geben Sie beides am Sensor ein.',
  'calibration.result.now': 'Korrigierter Messwert jetzt: {value}.',
  'calibration.doubt.wrong-way':
    'Die Messwerte verlaufen falsch herum. Prüfen Sie, ob jeder Standard seinen eigenen Messwert hat.',
  'calibration.doubt.far':
    'Die Steigung weicht stark von 1 ab. Prüfen Sie die Standards; vielleicht muss die Elektrode gereinigt oder ersetzt werden.',
}
