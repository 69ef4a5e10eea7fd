import { croppedName, placement, type Crop, type Size, type View } from './crop-geometry.ts'

/** A file that the browser can draw. */
export interface Picture extends Size {
  readonly file: File
  readonly image: HTMLImageElement
  /** Addresses the file until `close`. */
  readonly url: string
  readonly close: () => void
}

const PNG_QUALITY = 0.9

/** @throws when the browser cannot read the file as a picture */
export async function openPicture(file: File): Promise<Picture> {
  const url = URL.createObjectURL(file)
  const close = () => URL.revokeObjectURL(url)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    if (image.naturalWidth === 0) throw new Error('the picture has no size')
  } catch (error) {
    close()
    throw error
  }
  return { file, image, url, width: image.naturalWidth, height: image.naturalHeight, close }
}

/** What the frame shows, as a PNG of the frame's size; where there is no picture it is transparent. */
export async function cropPicture(picture: Picture, view: View, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = crop.frame.width
  canvas.height = crop.frame.height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('this browser has no canvas')
  pen.imageSmoothingQuality = 'high'
  const { x, y, width, height } = placement(view, crop)
  pen.drawImage(picture.image, x, y, width, height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png', PNG_QUALITY)
  })
  if (blob === null) throw new Error('the picture could not be written')
  return new File([blob], croppedName(picture.file.name), { type: 'image/png' })
}
