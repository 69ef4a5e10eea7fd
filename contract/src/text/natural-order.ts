import { pageLocale } from './text-locale.ts'

const collators = new Map<string, Intl.Collator>()

/** The order of texts that a person expects: `Pump 2` before `Pump 10`; capitals and accents make no difference. */
export function compareNaturally(one: string, other: string): number {
  const locale = pageLocale()
  let collator = collators.get(locale)
  if (collator === undefined) {
    collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
    collators.set(locale, collator)
  }
  return collator.compare(one, other)
}

interface Named {
  readonly friendlyName: string
}

/** The order of units in every list. */
export function byFriendlyName(one: Named, other: Named): number {
  return compareNaturally(one.friendlyName, other.friendlyName)
}
