import type { StoredMapping } from '../contract/mappings.ts'
import { Button, Group, Progress, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '@fieldwatch/web/ui/components/confirm-dialog.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { saveFile } from '@fieldwatch/web/shared/downloads/save-file.ts'
import { useRemoveMapping } from './mapping-queries.ts'
import settings from '@fieldwatch/web/features/settings/settings-page.module.css'
import { t } from './texts.ts'

interface MappingCardProps {
  mapping: StoredMapping
  onEdit: () => void
}

/** One mapping: its topic, how its replay is getting on, and what can be done. */
export function MappingCard({ mapping: { mappingID, name, mapping, replay }, onEdit }: MappingCardProps) {
  const [asked, ask] = useState(false)
  const remove = useRemoveMapping()
  const download = (): void => {
    const file = new Blob([JSON.stringify({ name, mapping }, null, 2)], { type: 'application/json' })
    saveFile(file, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`)
  }
  return (
    <section aria-label={name} className={settings['card']}>
      <Title order={3} size="h5" className={settings['name'] ?? ''}>
        {name}
      </Title>
      <Text size="sm" c="dimmed" className={settings['name'] ?? ''}>
        {mapping.topic}
      </Text>
      <Text size="sm" mb="xs" aria-live="polite">
        {replayText(replay)}
      </Text>
      {replay.state === 'running' ? (
        <Progress
          mb="xs"
          aria-label={t('mappings.captured')}
          value={replay.total === 0 ? 0 : (100 * replay.done) / replay.total}
        />
      ) : undefined}
      <Group gap="xs">
        <Button variant="default" onClick={onEdit}>
          {t('mappings.edit')}
        </Button>
        <Button variant="default" onClick={download}>
          {t('mappings.export')}
        </Button>
        <Button variant="default" onClick={() => ask(true)}>
          {t('mappings.remove')}
        </Button>
      </Group>
      {remove.error === null ? undefined : <FormFailure text={remove.error.message} />}
      {asked ? (
        <ConfirmDialog
          title={t('mappings.remove.title', { name })}
          confirm={t('mappings.remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ mappingID }, { onSettled: () => ask(false) })}
          onClose={() => ask(false)}
        >
          {t('mappings.remove.text')}
        </ConfirmDialog>
      ) : undefined}
    </section>
  )
}

function replayText({ state, done, total, stored }: StoredMapping['replay']): string {
  if (state === 'stopped') return t('mappings.replay.stopped')
  return state === 'running'
    ? t('mappings.replay.running', { done, total, stored })
    : t('mappings.replay.finished', { stored })
}
