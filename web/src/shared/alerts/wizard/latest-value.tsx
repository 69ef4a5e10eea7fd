import type { Measure } from '@fieldwatch/contract/measures/measure'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { type AlertForm, numberOf } from './alert-form.ts'
import { latestOfSourceQuery } from './wizard-queries.ts'
import classes from './wizard.module.css'
import { type AlertOperator, boundOf } from '@fieldwatch/contract/alerts/alert-conditions'
import { satisfies } from '@fieldwatch/contract/calculations/conditions'
import type { FieldValue, LatestRecord } from '@fieldwatch/contract/telemetry/data'
import { readingText, shownText } from '#shared/charts/value-text.ts'
import { t } from '../texts.ts'

/** What the devices say now in the field that is chosen, and whether that satisfies the condition. */
export function LatestValue({ form, measure }: { form: AlertForm; measure: Measure }) {
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
          ? t('alerts.latest.failed')
          : t('alerts.latest.loading')}
      {now === undefined ? '' : `. ${now}`}
    </Text>
  )
}

/** What the devices say now in a field: one number, or from which to which. */
function latestText(latest: readonly LatestRecord[], field: string, measure: Measure): string {
  const values = numbersOf(latest, field)
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0) return t('alerts.latest.none')
  const text =
    least === greatest
      ? shownText(least, measure)
      : t('alerts.latest.range', {
          from: readingText(measure.value(least), undefined),
          to: shownText(greatest, measure),
        })
  return values.length === 1
    ? t('alerts.latest.one', { value: text })
    : t('alerts.latest.several', { count: values.length, value: text })
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
  if (values.length === 1) return count === 1 ? t('alerts.now.yes') : t('alerts.now.no')
  return count === 0 ? t('alerts.now.none') : t('alerts.now.some', { count, all: values.length })
}

function numbersOf(latest: readonly LatestRecord[], field: string): number[] {
  return latest.flatMap(({ record }) => {
    // Fields of a record may have any name; what it does not have is undefined.
    const value = (record as Readonly<Record<string, FieldValue | undefined>>)[field]
    if (typeof value === 'boolean') return [Number(value)]
    return typeof value === 'number' ? [value] : []
  })
}
