import {
  fileTooLarge,
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
  IMAGE_TYPES,
  typeNotSupported,
} from '@fieldwatch/contract/api/files'
import sharp from 'sharp'
import { DomainError } from '#platform/errors/domain-error.ts'

/** What a picture is for, with the box in pixels that the stored one fits in. */
const IMAGE_KINDS = {
  profile: { width: 512, height: 512 },
  logo: { width: 1024, height: 512 },
  icon: { width: 256, height: 256 },
  unit: { width: 1600, height: 1200 },
  note: { width: 1600, height: 1600 },
  'note-small': { width: 320, height: 320 },
} as const

export type ImageKind = keyof typeof IMAGE_KINDS

export interface Picture {
  bytes: Buffer
  /** As the sender declared it. */
  type: string
}

const QUALITY = 86
const TIMEOUT_SECONDS = 20

// Blocks every loader but those of accepted types: no SVG, PDF or TIFF is ever opened.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Re-encodes a picture as WebP: upright, within the box of its kind, without metadata, and only the first frame of an animation.
 * @throws DomainError file/empty, file/too-large, file/type-unsupported, file/type-mismatch, file/too-many-pixels,
 * file/unreadable
 */
export async function encodeImage({ bytes, type }: Picture, kind: ImageKind): Promise<Buffer> {
  requireAccepted(bytes, type)
  try {
    // Reads no more than the head of the file.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > IMAGE_MAX_PIXELS) throw new DomainError('file/too-many-pixels')
    return await sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ ...IMAGE_KINDS[kind], fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('file/unreadable', { cause: error })
  }
}

function requireAccepted(bytes: Buffer, type: string): void {
  if (bytes.length === 0) throw new DomainError('file/empty')
  if (bytes.length > IMAGE_MAX_BYTES) throw new DomainError('file/too-large', { message: fileTooLarge(bytes.length) })
  const accepted = acceptedType(type)
  if (accepted === undefined) throw new DomainError('file/type-unsupported', { message: typeNotSupported(type) })
  if (typeOfBytes(bytes) !== accepted) throw new DomainError('file/type-mismatch')
}

type ImageType = (typeof IMAGE_TYPES)[number]

/** The accepted type that a declared one means. */
export function acceptedType(declared: string): ImageType | undefined {
  const type = declared.toLowerCase().split(';', 1)[0]?.trim()
  if (type === 'image/jpg' || type === 'image/pjpeg') return 'image/jpeg'
  return IMAGE_TYPES.find((accepted) => accepted === type)
}

/** The type of a file according to its first bytes. */
export function typeOfBytes(bytes: Buffer): ImageType | undefined {
  const begins = (text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text
  if (begins('\u00FF\u00D8\u00FF')) return 'image/jpeg'
  if (begins('\u0089PNG\r\n\u001A\n')) return 'image/png'
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif'
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp'
  return undefined
}
