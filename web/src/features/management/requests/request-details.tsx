import type { ActionRequest } from '@fieldwatch/contract/actions/actions'
import { Text } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'
import { placeText } from '#shared/requests/request-text.ts'
import { doorName } from '#shared/units/door-name.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { jsonText, readJson } from '#ui/json-editor/json-text.ts'
import type { HistoryRow } from './request-history.ts'
import classes from './requests.module.css'
import { t } from '#shared/requests/texts.ts'

interface RequestDetailsProps {
  row: HistoryRow
  place: ActionRequest | undefined
  /** Whether an MQTT session of the unit is up. */
  connected: boolean
  onClose: () => void
}

/** All of one request: what was sent, by whom, and what came back. */
export function RequestDetails({ row, place, connected, onClose }: RequestDetailsProps) {
  const { timeFormat } = useMe()
  return (
    <Dialog title={t('requests.request-id', { id: row.id })} size="lg" onClose={onClose}>
      <Text fw={600}>{row.status}</Text>
      {place === undefined ? undefined : (
        <Text c="dimmed">
          {placeText(place, { timeFormat, connected })}
          {place.createdBy === null ? '' : ` ${t('requests.sent-by', { name: place.createdBy })}`}
          {place.channel === null ? '' : ` ${t('requests.channel', { channel: doorName(place.channel) })}`}
        </Text>
      )}
      <Json title={t('requests.payload')} text={row.payload} />
      <Json title={t('requests.answer')} text={row.answer} />
    </Dialog>
  )
}

function Json({ title, text }: { title: string; text: string }) {
  if (text === '') return undefined
  const { value, problem } = { value: undefined, ...readJson(text) }
  return (
    <section aria-label={title}>
      <h3 className={classes['title']}>{title}</h3>
      <pre className={classes['whole']}>{problem === undefined ? jsonText(value) : text}</pre>
    </section>
  )
}
