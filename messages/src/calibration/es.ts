import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'calibration.title': 'Calibración con dos patrones',
  'calibration.sheet': 'Hoja de calibración',
  'calibration.sensor': 'Sensor',
  'calibration.live': 'El sensor indica {value}',
  'calibration.live.none': 'No hay lectura. Introduzca lo que muestra el sensor.',
  'calibration.step.first': 'Primer patrón',
  'calibration.step.second': 'Segundo patrón',
  'calibration.step.help': 'Enjuague la sonda, sumérjala en el patrón y espere hasta que la lectura sea estable.',
  'calibration.standard': 'Valor del patrón',
  'calibration.reading': 'Lectura',
  'calibration.take': 'Usar la lectura actual',
  'calibration.number': 'Esto no es un número. Escríbalo como 12 o {example, number}.',
  'calibration.result': 'Resultado',
  'calibration.result.none': 'El resultado aparece cuando ambos patrones tienen los dos números.',
  'calibration.result.same': 'Ambas lecturas son iguales. Use dos patrones más separados.',
  'calibration.result.line': 'Pendiente {slope}, desfase {offset}. Introduzca ambos en el sensor.',
  'calibration.result.now': 'Lectura corregida actual: {value}.',
  'calibration.doubt.wrong-way':
    'Las lecturas van en sentido contrario. Compruebe que cada patrón tenga su propia lectura.',
  'calibration.doubt.far':
    'La pendiente está lejos de 1. Revise los patrones; puede que haya que limpiar o sustituir el electrodo.',
}
