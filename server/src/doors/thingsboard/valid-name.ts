import { isName } from '@fieldwatch/contract/api/ids'

const LONGEST = 64

/** The nearest valid name of a source or field: other characters become `_`, and a name begins with a letter or `_`. */
export function toName(text: string): string {
  if (isName(text)) return text
  const plain = text.trim().replaceAll(/[^A-Za-z0-9_-]+/g, '_')
  return (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, LONGEST)
}

/** As `toName`, but not one of the names that are taken: those get a number. */
export function toFreeName(text: string, isTaken: (name: string) => boolean): string {
  const name = toName(text)
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = name.slice(0, LONGEST - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}
