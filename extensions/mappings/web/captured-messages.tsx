import { mappingsOfDiscovery } from '../contract/discovery.ts'
import type { CapturedMessage, MappingDraft } from '../contract/mappings.ts'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { Button, Group, Text, Title } from '@mantine/core'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import { draftFor, groupCaptured } from './captured-groups.ts'
import settings from '@fieldwatch/web/features/settings/settings-page.module.css'
import classes from './mappings.module.css'
import { t } from './texts.ts'

interface CapturedMessagesProps {
  messages: readonly CapturedMessage[]
  onMap: (draft: MappingDraft) => void
}

const CLOCK_MS = 10_000
const SHOWN_CHARACTERS = 400

/** What no mapping understood, by shape of topic. */
export function CapturedMessages({ messages, onMap }: CapturedMessagesProps) {
  const now = useNow(CLOCK_MS)
  const discovered = mappingsOfDiscovery(messages.toReversed())
  return (
    <>
      <Title order={2} size="h4">
        {t('mappings.captured')}
      </Title>
      {messages.length === 0 ? <Text>{t('mappings.captured.none')}</Text> : undefined}
      {discovered.length === 0 ? undefined : (
        <section aria-label={t('mappings.discovery.title')} className={settings['card']}>
          <Title order={3} size="h5">
            {t('mappings.discovery.title')}
          </Title>
          <Group gap="xs" mt="xs">
            {discovered.map((draft) => (
              <Button key={draft.mapping.topic} variant="default" onClick={() => onMap(draft)}>
                {draft.name}
              </Button>
            ))}
          </Group>
        </section>
      )}
      {groupCaptured(messages).map(({ topic, messages: [newest, ...others] }) =>
        newest === undefined ? undefined : (
          <section key={`${topic}/${newest.id}`} aria-label={topic} className={settings['card']}>
            <Title order={3} size="h5" className={settings['name'] ?? ''}>
              {topic}
            </Title>
            <Text size="sm">
              {t('mappings.captured.count', {
                count: others.length + 1,
                ago: formatAgo(Date.parse(newest.arrivedUTC), now),
              })}
            </Text>
            {newest.reason === null ? undefined : <Text size="sm">{t(`mappings.reason.${newest.reason}`)}</Text>}
            <pre className={classes['payload']}>{newest.payload.slice(0, SHOWN_CHARACTERS)}</pre>
            <Button onClick={() => onMap(draftFor(topic))}>{t('mappings.captured.map')}</Button>
          </section>
        ),
      )}
    </>
  )
}
