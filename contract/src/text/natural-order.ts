/** The order of texts that a person expects: `Pump 2` before `Pump 10`; capitals and accents make no difference. */
export const { compare: compareNaturally } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

interface Named {
  readonly friendlyName: string
}

/** The order of units in every list. */
export function byFriendlyName(one: Named, other: Named): number {
  return compareNaturally(one.friendlyName, other.friendlyName)
}
