import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'changes.conflict': '{person} hat es inzwischen geändert.',
  'changes.conflict.at': '{person} hat es inzwischen geändert ({at}).',
  'changes.conflict.unknown': 'Jemand hat es inzwischen geändert.',
  'changes.conflict.unknown.at': 'Jemand hat es inzwischen geändert ({at}).',
  'changes.kept': 'Es wurde nichts überschrieben, und Ihre Eingaben sind noch da.',
  'changes.load': 'Neuere laden',
  'changes.compare': 'Vergleichen',
  'changes.same': 'Beide Versionen sind gleich.',
  'changes.yours': 'Ihre: {value}',
  'changes.theirs': 'Neuere: {value}',
  'changes.use-selected': 'Auswahl übernehmen',
  'changes.keep-theirs': 'Neuere behalten',
  'changes.yes': 'Ja',
  'changes.no': 'Nein',
  'changes.other.entity': 'Eine andere Organisation',
  'changes.other.template': 'Vorlage einer anderen Organisation',
  'changes.other.user': 'Benutzer einer anderen Organisation',
}
