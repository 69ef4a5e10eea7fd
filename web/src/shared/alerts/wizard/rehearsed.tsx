import type { DataId } from '@fieldwatch/contract/api/ids'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { RehearsalPanel } from '../rehearsal/rehearsal-panel.tsx'
import { type AskedRehearsal, useRehearsal } from '../rehearsal/rehearsal-queries.ts'
import { rehearsedMessagesText } from '../rehearsal/rehearsal-text.ts'
import { type AlertForm, rehearsalOf } from './alert-form.ts'
import { isComplete } from './alert-steps.ts'
import { unitNamesQuery } from '#shared/units/unit-names-query.ts'

/** What the condition would have done, below it. */
export function Rehearsed({ form }: { form: AlertForm }) {
  const { data: devices } = useQuery(unitNamesQuery(useApi(), form.entity))
  const names = useMemo(() => new Map((devices ?? []).map(({ id, friendlyName }) => [id, friendlyName])), [devices])
  return (
    <RehearsalPanel
      asked={askedOf(form)}
      devices={form.devices}
      nameOf={(dataId: DataId) => names.get(dataId) ?? dataId}
    />
  )
}

/** How many messages that would have been with the interval that is chosen. */
export function RehearsedMessages({ form }: { form: AlertForm }) {
  const { data, isOld } = useRehearsal(isComplete(3, form) ? askedOf(form) : undefined)
  return (
    <Text component="output" aria-busy={isOld}>
      {data === undefined || isOld ? '' : rehearsedMessagesText(data.rehearsal)}
    </Text>
  )
}

function askedOf(form: AlertForm): AskedRehearsal | undefined {
  if (!isComplete(2, form)) return undefined
  const asked = rehearsalOf(form)
  return asked && { ...asked, interval: isComplete(3, form) ? (asked.interval ?? 0) : 0 }
}
