import { formatCount } from '@fieldwatch/contract/number-text'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DataId } from '@fieldwatch/contract/ids'
import { useApi } from '#platform/api/api-context.tsx'
import { frequencySentence, triggerSentence } from './alert-sentence.ts'
import type { AlertForm } from './alert-form.ts'
import type { Device } from './device-search.ts'
import { unitNamesQuery } from '#shared/units/unit-names-query.ts'
import classes from './review.module.css'

/** What the alert will do, in plain words. */
export function Review({ form, timeZone }: { form: AlertForm; timeZone: string }) {
  const { data: devices } = useQuery(unitNamesQuery(useApi(), form.entity))
  const rows = [
    ['Name', form.name.trim()],
    ['Devices', devicesText(form.devices, devices ?? [])],
    ['When', triggerSentence(form)],
    ['Messages', frequencySentence(form)],
    ['Times', `In messages they are those of ${timeZone}.`],
  ] as const
  return (
    <div>
      <Text fw={500}>Review</Text>
      <dl className={classes['review']}>
        {rows.map(([name, text]) => (
          <div key={name} className={classes['row']}>
            <dt>{name}</dt>
            <dd>{text === undefined || text === '' ? '–' : text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const MOST_NAMES = 5

/** The names of the first devices, and how many more there are. */
function devicesText(chosen: readonly DataId[], devices: readonly Device[]): string {
  const names = new Map(devices.map(({ id, friendlyName }) => [id, friendlyName]))
  const first = chosen.slice(0, MOST_NAMES).map((id) => names.get(id) ?? id)
  const rest = chosen.length - first.length
  return rest === 0 ? first.join(', ') : `${first.join(', ')} and ${formatCount(rest)} more`
}
