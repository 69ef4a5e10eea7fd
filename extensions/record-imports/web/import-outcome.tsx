import type { RecordImport } from '../contract/record-imports.ts'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { PRESS_ONCE } from '@fieldwatch/web/ui/components/press-once.ts'
import { SuccessNote } from '@fieldwatch/web/ui/components/success-note.tsx'
import { useCancelImport, useDownloadRefusals } from './import-queries.ts'
import { countsText, doubledText, isUnderWay, readText, stateText } from './import-text.ts'
import { FormatMenu } from '@fieldwatch/web/shared/downloads/format-menu.tsx'
import { t } from './texts.ts'

interface ImportOutcomeProps {
  of: RecordImport
  onClose: () => void
}

/** How far an import is, and what became of its lines. It continues when the dialog is closed. */
export function ImportOutcome({ of, onClose }: ImportOutcomeProps) {
  const cancel = useCancelImport(of.dataID)
  const download = useDownloadRefusals()
  const failed = cancel.error ?? download.error
  const doubled = doubledText(of)
  return (
    <Stack gap="sm">
      {of.state === 'done' ? (
        <SuccessNote
          text={t('record-imports.outcome.done', { file: of.fileName, counts: countsText(of) })}
          {...(doubled && { advice: doubled })}
        />
      ) : of.state === 'failed' ? (
        <FailureNote text={stateText(of)} advice={t('record-imports.outcome.failed')} />
      ) : (
        <>
          <Text component="output">{stateText(of)}</Text>
          {isUnderWay(of) ? (
            <>
              <Progress
                value={of.state === 'undoing' ? 100 : of.progress * 100}
                striped
                animated
                aria-label={
                  of.state === 'undoing' ? t('record-imports.progress.undo') : t('record-imports.progress.file')
                }
              />
              {of.state === 'undoing' ? undefined : <Text c="dimmed">{readText(of)}</Text>}
            </>
          ) : undefined}
          {of.counts.lines === 0 ? undefined : <Text>{countsText(of)}</Text>}
        </>
      )}
      {failed === null ? undefined : <FailureNote text={failed.message} />}
      <Group justify="flex-end" gap="xs">
        {of.counts.refused + of.counts.emptied > 0 ? (
          <FormatMenu onChoose={(format) => download.mutate({ of, format })}>
            <Button variant="default" loading={download.isPending}>
              {t('record-imports.refused.download')}
            </Button>
          </FormatMenu>
        ) : undefined}
        {of.state === 'running' || of.state === 'checking' ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            {...PRESS_ONCE}
            onClick={() => cancel.mutate(of.importID)}
          >
            {t('record-imports.outcome.cancel')}
          </Button>
        ) : undefined}
        <Button onClick={onClose}>{t('record-imports.close')}</Button>
      </Group>
    </Stack>
  )
}
