import sharp from 'sharp'

interface Wanted {
  width?: number
  height?: number
  format?: 'png' | 'jpeg' | 'webp' | 'gif'
  /** What it says that it is; the truth by default. */
  type?: string
}

/** A picture as a person uploads it, one colour all over. */
export async function buildPicture(wanted: Wanted = {}): Promise<File> {
  const { width = 40, height = 30, format = 'png', type = `image/${format}` } = wanted
  const drawn = sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
  const bytes = await drawn.toFormat(format).toBuffer()
  return new File([new Uint8Array(bytes)], `picture.${format}`, { type })
}
