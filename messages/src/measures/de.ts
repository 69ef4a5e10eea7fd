import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'measures.system.sent': 'Wie von den Geräten gesendet',
  'measures.system.metric': 'Metrisch',
  'measures.system.US': 'US-amerikanisch',
  'measures.by-dimension': 'Nach Größe wählen',
  'measures.choice.as-above': 'Wie oben',
  'measures.choice.as-sent': 'Wie gesendet',
  'measures.dimension.temperature': 'Temperatur',
  'measures.dimension.pressure': 'Druck',
  'measures.dimension.length': 'Länge',
  'measures.dimension.area': 'Fläche',
  'measures.dimension.volume': 'Volumen',
  'measures.dimension.mass': 'Masse',
  'measures.dimension.volume-flow': 'Volumenstrom',
  'measures.dimension.mass-flow': 'Massenstrom',
  'measures.dimension.speed': 'Geschwindigkeit',
  'measures.dimension.energy': 'Energie',
  'measures.dimension.power': 'Leistung',
}
