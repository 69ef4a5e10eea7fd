import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { type AlertForm, numberOf } from './alert-form.ts'
import { latestText, nowText } from './latest-text.ts'
import { latestOfSourceQuery } from './wizard-queries.ts'
import classes from './wizard.module.css'

interface LatestValueProps {
  form: AlertForm
  /** Of measure. */
  unit: string | undefined
}

/** What the devices say now in the field that is chosen, and whether that satisfies the condition. */
export function LatestValue({ form, unit }: LatestValueProps) {
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
        ? latestText(latest.data, field, unit)
        : latest.isError
          ? 'The latest value could not be read.'
          : 'Latest: …'}
      {now === undefined ? '' : `. ${now}`}
    </Text>
  )
}
