import type { Measure } from '@fieldwatch/contract/measures/measure'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { type AlertForm, numberOf } from './alert-form.ts'
import { latestOfSourceQuery } from './wizard-queries.ts'
import classes from './wizard.module.css'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { type AlertOperator, boundOf } from '@fieldwatch/contract/alerts/alert-conditions'
import { satisfies } from '@fieldwatch/contract/calculations/conditions'
import type { FieldValue, LatestRecord } from '@fieldwatch/contract/telemetry/data'
import { readingText, shownText } from '#shared/charts/value-text.ts'

interface LatestValueProps {
  form: AlertForm
  measure: Measure
}

/** What the devices say now in the field that is chosen, and whether that satisfies the condition. */
export function LatestValue({ form, measure }: LatestValueProps) {
  const { devices, source, field, operator, constant } = form
  const latest = useQuery(latestOfSourceQuery(useApi(), devices, field === '' ? '' : source))
  const limit = numberOf(constant)
  if (source === '' || field === '' || devices.length === 0) return undefined
  const now =
    latest.data === undefined || operator === '' || limit === undefined
      ? undefined
      : nowText(latest.data, field, { operator, constant: limit })
  return (
    <Text component="output" className={classes['latest'] ?? ''}>
      {latest.data !== undefined
        ? latestText(latest.data, field, measure)
        : latest.isError
          ? 'The latest value could not be read.'
          : 'Latest: …'}
      {now === undefined ? '' : `. ${now}`}
    </Text>
  )
}

/** What the devices say now in a field: one number, or from which to which. */
function latestText(latest: readonly LatestRecord[], field: string, measure: Measure): string {
  const values = numbersOf(latest, field)
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0) return 'No number in the latest record.'
  const text =
    least === greatest
      ? shownText(least, measure)
      : `${readingText(measure.value(least), undefined)} to ${shownText(greatest, measure)}`
  return values.length === 1 ? `Latest: ${text}` : `Latest of ${formatCount(values.length)} devices: ${text}`
}

interface Limit {
  operator: AlertOperator
  constant: number
}

/** Whether that satisfies the condition; undefined when there is nothing to say. */
function nowText(latest: readonly LatestRecord[], field: string, limit: Limit): string | undefined {
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
