import { IMAGE_TYPES } from '@fieldwatch/contract/files'

export type ImageType = (typeof IMAGE_TYPES)[number]

/** The accepted type that a declared one means. */
export function acceptedType(declared: string): ImageType | undefined {
  const type = declared.toLowerCase().split(';', 1)[0]?.trim()
  if (type === 'image/jpg' || type === 'image/pjpeg') return 'image/jpeg'
  return IMAGE_TYPES.find((accepted) => accepted === type)
}

/** The type that the first bytes of a file tell. */
export function typeOfBytes(bytes: Buffer): ImageType | undefined {
  const begins = (text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text
  if (begins('\u00FF\u00D8\u00FF')) return 'image/jpeg'
  if (begins('\u0089PNG\r\n\u001A\n')) return 'image/png'
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif'
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp'
  return undefined
}
