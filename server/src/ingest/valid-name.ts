import { NAME_PATTERN } from '@fieldwatch/contract/ids'

/** Units use the same few names over and over; one that invents names makes no more of them. */
const MOST_REMEMBERED = 10_000
const valid = new Set<string>()

/** Whether a source or a field may have the name. */
export function isValidName(name: string): boolean {
  if (valid.has(name)) return true
  if (!NAME_PATTERN.test(name)) return false
  if (valid.size < MOST_REMEMBERED) valid.add(name)
  return true
}
