import { t } from './texts.ts'

import { formatFileSize, IMAGE_MAX_BYTES, IMAGE_TYPES } from '@fieldwatch/contract/api/files'

/** The file filter of entity and profile uploads (specification, document 1, section 5). */
export const ANY_IMAGE: readonly string[] = ['image/*']

export interface ImageRules {
  /** MIME types; `image/*` means every image. */
  readonly accept: readonly string[]
  readonly maxBytes: number
}

/** What an image picker takes by default, and what the server takes. */
export const DEFAULT_RULES: ImageRules = { accept: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES }

/** Why a file may not be used, in the words of the specification (document 1, section 5); undefined when it may. */
export function imageProblem(file: Pick<File, 'type' | 'size'>, rules = DEFAULT_RULES): string | undefined {
  const { accept, maxBytes } = rules
  if (!accept.some((pattern) => matchesType(file.type, pattern))) {
    const type = file.type === '' ? t('pictures.type.unknown') : file.type
    return t('pictures.type', { type, list: accept.join(', ') })
  }
  if (file.size <= maxBytes) return undefined
  return t('pictures.too-large', { size: formatFileSize(file.size), max: formatFileSize(maxBytes) })
}

function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}
