import sharp from 'sharp'

/** A picture as a person uploads it, one colour all over. */
export async function buildPicture({
  width = 40,
  height = 30,
  format = 'png' as 'png' | 'jpeg' | 'webp' | 'gif',
  type = `image/${format}`,
} = {}): Promise<File> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
  const bytes = await drawn.toFormat(format).toBuffer()
  return new File([new Uint8Array(bytes)], `picture.${format}`, { type })
}
