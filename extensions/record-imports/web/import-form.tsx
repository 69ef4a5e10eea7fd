import { refusedFields } from '@fieldwatch/web/ui/components/field-failures.ts'
import type { ImportLayout, ImportSettings, RecordImport } from '../contract/record-imports.ts'
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportFindings } from './import-findings.tsx'
import { ImportPreviewTable } from './import-preview-table.tsx'
import { previewQuery, useDownloadRefusals, useStartImport } from './import-queries.ts'
import { ImportTableFields } from './import-table-fields.tsx'
import { checkText, doubledText, isLooked, layoutOf } from './import-text.ts'
import { ImportTimeFields } from './import-time-fields.tsx'
import { FormatMenu } from '@fieldwatch/web/shared/downloads/format-menu.tsx'
import { t } from './texts.ts'

interface ImportFormProps {
  of: RecordImport
  onClose: () => void
}

/** The preview waits until a name is typed. */
const TYPING_MS = 300

/** What a file is taken for, and how its lines become records, with the first of them in sight. */
export function ImportForm({ of, onClose }: ImportFormProps) {
  const [chosen, setChosen] = useState<ImportSettings | undefined>(of.settings ?? undefined)
  const [layout, setLayout] = useState<ImportLayout>()
  const [zone, setZone] = useState<string>()
  const [asked] = useDebouncedValue(chosen, TYPING_MS)
  const question = { settings: asked, layout, zone }
  const { data, error, isFetching, refetch } = useQuery(previewQuery(useApi(), of, question))
  // It stays while a choice cannot be read: the form needs its columns.
  const [preview, setPreview] = useState(data)
  if (data !== undefined && data !== preview) setPreview(data)
  const start = useStartImport(of.dataID)
  useUnsaved(chosen !== undefined && !start.isSuccess)
  if (preview === undefined) {
    return error === null ? (
      <Skeleton height="20rem" />
    ) : (
      <FailureNote text={error.message} onRetry={() => void refetch()} />
    )
  }
  // A preview follows its settings a moment later.
  const settings = chosen ?? preview.settings
  const change = (parts: Partial<ImportSettings>): void => setChosen({ ...settings, ...parts })
  // What the columns are is found again.
  const changeLayout = (parts: ImportLayout): void => {
    setLayout({ ...layoutOf(settings), ...parts })
    setZone(settings.time.zone)
    setChosen(undefined)
  }
  const failure = start.error ?? error
  const fields = refusedFields(failure)
  const send = (check: boolean): void => start.mutate({ importID: of.importID, settings, check })
  const isOrdered = settings.time.format !== null
  const isReady = isLooked(preview, settings) && isOrdered
  const part = { settings, preview, failures: fields, onChange: change, onLayout: changeLayout }
  return (
    <Stack gap="sm" aria-busy={isFetching}>
      <ImportFindings {...part} />
      <TextInput
        label={t('record-imports.source')}
        description={t('record-imports.source.help')}
        value={settings.source}
        error={fields['settings.source']}
        onChange={({ currentTarget: { value } }) => change({ source: value as ImportSettings['source'] })}
      />
      <ImportColumns {...part} />
      <ImportTimeFields {...part} />
      <ImportTableFields {...part} />
      {isOrdered ? <ImportPreviewTable preview={preview} /> : undefined}
      {of.checked ? <CheckNote of={of} /> : undefined}
      {failure === null ? undefined : <FormFailure text={failure.message} />}
      {isReady ? undefined : (
        <Text c="dimmed">{t(isOrdered ? 'record-imports.wait.reading' : 'record-imports.wait.order')}</Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('record-imports.close')}
        </Button>
        <Button variant="default" disabled={start.isPending || !isOrdered} onClick={() => send(true)}>
          {t('record-imports.check')}
        </Button>
        <Button loading={start.isPending} disabled={!isReady} onClick={() => send(false)}>
          {t('record-imports.import')}
        </Button>
      </Group>
    </Stack>
  )
}

/** What a check of the whole file found. */
function CheckNote({ of }: { of: RecordImport }) {
  const download = useDownloadRefusals()
  const doubled = doubledText(of)
  return (
    <Group gap="xs" justify="space-between">
      <Text component="output" fw={600}>
        {checkText(of)} {doubled}
      </Text>
      {of.counts.refused + of.counts.emptied === 0 ? undefined : (
        <FormatMenu onChoose={(format) => download.mutate({ of, format })}>
          <Button variant="default" size="xs" loading={download.isPending}>
            {t('record-imports.refused.download')}
          </Button>
        </FormatMenu>
      )}
    </Group>
  )
}
