import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'measures.system.sent': 'Como las envían los dispositivos',
  'measures.system.metric': 'Métricas',
  'measures.system.US': 'Estadounidenses',
  'measures.by-dimension': 'Elegir por magnitud',
  'measures.choice.as-above': 'Como arriba',
  'measures.choice.as-sent': 'Como se envía',
  'measures.dimension.temperature': 'Temperatura',
  'measures.dimension.pressure': 'Presión',
  'measures.dimension.length': 'Longitud',
  'measures.dimension.area': 'Superficie',
  'measures.dimension.volume': 'Volumen',
  'measures.dimension.mass': 'Masa',
  'measures.dimension.volume-flow': 'Caudal volumétrico',
  'measures.dimension.mass-flow': 'Caudal másico',
  'measures.dimension.speed': 'Velocidad',
  'measures.dimension.energy': 'Energía',
  'measures.dimension.power': 'Potencia',
}
