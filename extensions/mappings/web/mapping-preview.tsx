import { applyMapping } from '../contract/apply-mapping.ts'
import type { CapturedMessage, Mapping } from '../contract/mappings.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Text, Title } from '@mantine/core'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import classes from './mappings.module.css'
import { t } from './texts.ts'

interface MappingPreviewProps {
  /** Undefined while the form is incomplete. */
  mapping: Mapping | undefined
  messages: readonly CapturedMessage[]
}

const SHOWN_MESSAGES = 5

/** The records that a mapping makes of the newest captured messages. */
export function MappingPreview({ mapping, messages }: MappingPreviewProps) {
  return (
    <section aria-label={t('mappings.preview')}>
      <Title order={3} size="h5" mb="xs">
        {t('mappings.preview')}
      </Title>
      {mapping === undefined ? (
        <Text c="dimmed" size="sm">
          {t('mappings.preview.incomplete')}
        </Text>
      ) : (
        <ul className={classes['preview']}>
          {messages.slice(0, SHOWN_MESSAGES).map((message) => (
            <PreviewRows key={message.id} mapping={mapping} message={message} />
          ))}
        </ul>
      )}
    </section>
  )
}

function PreviewRows({ mapping, message }: { mapping: Mapping; message: CapturedMessage }) {
  const { timeFormat } = useMe()
  const arrivedAt = Date.parse(message.arrivedUTC)
  const result = applyMapping(mapping, { ...message, arrivedAt })
  if (result.kind !== 'records') {
    const reason = result.kind === 'refused' ? result.reason : 'other-topic'
    return (
      <li>
        {message.topic}: {t(`mappings.reason.${reason}`)}
      </li>
    )
  }
  return result.records.map(({ unit, source, at, fields }, place) => (
    <li key={`${place}/${source}`}>
      <Text size="sm" c="dimmed">
        <bdi>{unit ?? message.sender ?? t('mappings.preview.sender')}</bdi> · <bdi>{source}</bdi> ·{' '}
        {formatMoment(at ?? arrivedAt, timeFormat)}
      </Text>
      {fieldsText(fields, mapping, source)}
    </li>
  ))
}

function fieldsText(fields: Readonly<Record<string, unknown>>, { values }: Mapping, source: string): string {
  const units = new Map(values.filter((value) => value.source === source).map(({ field, unit }) => [field, unit]))
  return Object.entries(fields)
    .map(([name, value]) => [name, '=', String(value), units.get(name) ?? ''].join(' ').trim())
    .join(', ')
}
