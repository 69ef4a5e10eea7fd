import { z } from 'zod'
import { pageLocale, toNumberLocale } from '../text/text-locale.ts'
import { withUnit } from '../text/with-unit.ts'
import { API_BASE, defineEndpoint, envelope } from './endpoint.ts'

/** The types of pictures that can be uploaded. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export const IMAGE_MAX_BYTES = 5 * 1024 * 1024

/** The most bytes of pictures without a public address, as they are kept: those a person adds within a day, and those of an entity. */
export const MOST_PICTURE_BYTES = { ofPerson: 200_000_000, ofEntity: 10_000_000_000 } as const

/** More pixels than any camera of a phone takes. */
export const IMAGE_MAX_PIXELS = 50_000_000

/** An uploaded picture. The server checks its type and size, with the sentences below. */
export const Upload = z.file()

/** The address of a stored picture, from the root of the portal; empty for none. */
export const ImageUrl = z.string().max(300)

export const FOLDERS = ['profile'] as const
export const Folder = z.enum(FOLDERS)

export const uploadFile = defineEndpoint(`POST ${API_BASE}/files/:folder/:name`, {
  tag: 'files',
  summary: 'Upload a profile picture for a user (name: their id) or for a new one; answers its download URL',
  params: z.object({ folder: Folder, name: z.string().min(1).max(200) }),
  bodyFormat: 'multipart',
  body: z.object({ file: Upload }),
  reply: envelope(z.object({ url: z.string() })),
})

export const getFile = defineEndpoint(`GET ${API_BASE}/files/:file`, {
  access: 'public',
  tag: 'files',
  summary: 'A stored picture; its address cannot be guessed, so anyone who knows it may see it',
  format: 'image',
  params: z.object({ file: z.string().max(100) }),
  reply: z.string(),
})

/** A readable number of bytes, such as `5 MB` or `1.21 MB`; rounded up, so that a size over a limit shows it. */
export function formatFileSize(bytes: number, locale: string = pageLocale()): string {
  const units = ['bytes', 'KB', 'MB', 'GB'] as const
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = power === 0 ? bytes : Math.ceil((bytes / 1024 ** power) * 100) / 100
  const number = value.toLocaleString(toNumberLocale(locale), { useGrouping: false, maximumFractionDigits: 2 })
  return withUnit(number, units[power])
}

/** The sentence for a file of a type that is not accepted; `type` as reported by the browser. */
export function typeNotSupported(type: string, accepted: readonly string[] = IMAGE_TYPES): string {
  return `File type ${type === '' ? 'unknown' : type} is not supported. Accepted types: ${accepted.join(', ')}`
}

/** The sentence for a file with too many bytes. */
export function fileTooLarge(bytes: number, maxBytes = IMAGE_MAX_BYTES): string {
  return `File size ${formatFileSize(bytes)} exceeds maximum allowed size of ${formatFileSize(maxBytes)}`
}
