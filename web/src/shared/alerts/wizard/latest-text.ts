import { formatCount } from '@fieldwatch/contract/number-text'
import { boundOf, type AlertOperator } from '@fieldwatch/contract/alert-conditions'
import { satisfies } from '@fieldwatch/contract/conditions'
import type { FieldValue, LatestRecord } from '@fieldwatch/contract/data'
import { readingText } from '#shared/charts/value-text.ts'

/** What the devices say now in a field: one number, or from which to which. */
export function latestText(latest: readonly LatestRecord[], field: string, unit: string | undefined): string {
  const values = numbersOf(latest, field)
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0) return 'No number in the latest record.'
  const text =
    least === greatest ? readingText(least, unit) : `${readingText(least, undefined)} to ${readingText(greatest, unit)}`
  return values.length === 1 ? `Latest: ${text}` : `Latest of ${formatCount(values.length)} devices: ${text}`
}

interface Limit {
  operator: AlertOperator
  constant: number
}

/** Whether that satisfies the condition; undefined when there is nothing to say. */
export function nowText(latest: readonly LatestRecord[], field: string, limit: Limit): string | undefined {
  const values = numbersOf(latest, field)
  const count = values.filter((value) => satisfies(boundOf(limit), value)).length
  if (values.length === 0) return undefined
  if (values.length === 1) return count === 1 ? 'This is so now.' : 'This is not so now.'
  return count === 0
    ? 'This is so on none of them now.'
    : `This is so on ${formatCount(count)} of ${formatCount(values.length)} devices now.`
}

function numbersOf(latest: readonly LatestRecord[], field: string): number[] {
  return latest.flatMap(({ record }) => {
    // Fields of a record may have any name; what it does not have is undefined.
    const value = (record as Readonly<Record<string, FieldValue | undefined>>)[field]
    if (typeof value === 'boolean') return [Number(value)]
    return typeof value === 'number' ? [value] : []
  })
}
