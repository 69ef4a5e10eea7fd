import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'pictures.drop': 'Bild hier ablegen oder auswählen',
  'pictures.file': 'Bilddatei',
  'pictures.sizes': 'Zielgröße: {width} × {height} px. Höchstens {most}.',
  'pictures.unreadable': 'Diese Datei ist kein lesbares Bild. Wählen Sie eine andere.',
  'pictures.type': 'Der Dateityp {type} wird nicht unterstützt. Zulässige Typen: {list}',
  'pictures.type.unknown': 'unbekannt',
  'pictures.too-large': 'Die Datei ist mit {size} größer als die erlaubten {max}',
  'pictures.crop': 'Ausschnitt von {name}. Pfeiltasten verschieben das Bild, Plus und Minus zoomen, 0 setzt zurück.',
  'pictures.zoom-out': 'Verkleinern',
  'pictures.zoom-in': 'Vergrößern',
  'pictures.reset': 'Zurücksetzen',
  'pictures.change': 'Bild ändern',
  'pictures.apply': 'Zuschneiden',
  'pictures.another.title': 'Anderes Bild wählen?',
  'pictures.another.text': '{name} und der Ausschnitt werden verworfen.',
  'pictures.another.confirm': 'Anderes wählen',
  'pictures.choose': 'Bild auswählen',
  'pictures.choose-another': 'Anderes Bild auswählen',
  'pictures.clear': '{label}: Auswahl verwerfen',
  'pictures.keep.label': '{label} behalten',
  'pictures.remove.label': '{label} entfernen',
  'pictures.keep': 'Behalten',
  'pictures.remove': 'Entfernen',
  'pictures.removed': 'Wird beim Speichern entfernt',
}
