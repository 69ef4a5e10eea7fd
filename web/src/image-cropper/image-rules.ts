/** Types that an image picker takes unless told otherwise (specification, document 1, section 5). */
export const IMAGE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** The file filter of entity and profile uploads. */
export const ANY_IMAGE: readonly string[] = ['image/*']

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

export interface ImageRules {
  /** MIME types; `image/*` stands for every image. */
  readonly accept: readonly string[]
  readonly maxBytes: number
}

/** Why a file may not be used, in the words of the specification (document 1, section 5); undefined when it may. */
export function imageProblem(file: Pick<File, 'type' | 'size'>, { accept, maxBytes }: ImageRules): string | undefined {
  if (!accept.some((pattern) => matchesType(file.type, pattern))) {
    const type = file.type === '' ? 'unknown' : file.type
    return `File type ${type} is not supported. Accepted types: ${accept.join(', ')}`
  }
  if (file.size > maxBytes) {
    return `File size ${fileSizeText(file.size)} exceeds maximum allowed size of ${fileSizeText(maxBytes)}`
  }
  return undefined
}

/** A number of bytes as people say it: `5 MB`, `312 KB`. */
export function fileSizeText(bytes: number): string {
  const { unit, size } = UNITS.find(({ size }) => bytes >= size) ?? BYTE
  // A file that is too large must not read as large as the limit.
  const rounded = Math.ceil((bytes / size) * 100) / 100
  return `${rounded} ${unit}`
}

const BYTE = { unit: 'B', size: 1 }

const UNITS = [
  { unit: 'MB', size: 1024 * 1024 },
  { unit: 'KB', size: 1024 },
]

function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}
