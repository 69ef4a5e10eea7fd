interface Named {
  readonly friendlyName: string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Order of units as a person expects it: `Pump 2` before `Pump 10`, capitals or not. */
export function byName(left: Named, right: Named): number {
  return collator.compare(left.friendlyName, right.friendlyName)
}
