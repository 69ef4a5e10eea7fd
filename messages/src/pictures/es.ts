import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'pictures.drop': 'Suelte una imagen aquí o búsquela',
  'pictures.file': 'Archivo de imagen',
  'pictures.sizes': 'Tamaño final: {width} × {height} px. Máximo: {most}.',
  'pictures.unreadable': 'Este archivo no es una imagen legible. Elija otro.',
  'pictures.type': 'El tipo de archivo {type} no es compatible. Tipos admitidos: {list}',
  'pictures.type.unknown': 'desconocido',
  'pictures.too-large': 'El archivo ocupa {size} y supera el máximo permitido de {max}',
  'pictures.crop': 'Recorte de {name}. Las flechas mueven la imagen, más y menos cambian el zoom, 0 restablece.',
  'pictures.zoom-out': 'Alejar',
  'pictures.zoom-in': 'Acercar',
  'pictures.reset': 'Restablecer',
  'pictures.change': 'Cambiar imagen',
  'pictures.apply': 'Aplicar recorte',
  'pictures.another.title': '¿Elegir otra imagen?',
  'pictures.another.text': '{name} y su recorte se descartarán.',
  'pictures.another.confirm': 'Elegir otra',
  'pictures.choose': 'Elegir una imagen',
  'pictures.choose-another': 'Elegir otra imagen',
  'pictures.clear': '{label}: descartar la elección',
  'pictures.keep.label': 'Conservar: {label}',
  'pictures.remove.label': 'Quitar: {label}',
  'pictures.keep': 'Conservar',
  'pictures.remove': 'Quitar',
  'pictures.removed': 'Se quitará al guardar',
}
