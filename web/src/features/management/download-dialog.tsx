import { useDownload } from '#shared/downloads/use-download.ts'
import { ChoiceSelect } from '#ui/components/choice-select.tsx'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { installedUnitNotes } from '#platform/extensions/web-extension.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import {
  DOWNLOAD_FORMATS,
  DOWNLOAD_PERIODS,
  type DownloadFormat,
  type DownloadPeriod,
  downloadRecords,
  type RecordsRequest,
} from './download-records.ts'
import { t as ui } from '#platform/texts.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { t } from './texts.ts'

interface DownloadDialogProps {
  dataId: DataId
  source: SourceName
  onClose: () => void
}

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The records of a source as a file: of which kind, and how far back. It ends with the dialog. */
export function DownloadDialog({ dataId, source, onClose }: DownloadDialogProps) {
  const [format, setFormat] = useState<DownloadFormat>('csv')
  const [period, setPeriod] = useState<DownloadPeriod>('all')
  const [withNotes, setWithNotes] = useState(false)
  const { isOn } = installedUnitNotes(useMe())
  const { start, cancel, isPending, bytes, error } = useDownload<RecordsRequest>(async (api, request, progress) => {
    await downloadRecords(api, request, progress)
    onClose()
  })
  return (
    <Dialog title={t('management.download.title', { source })} busy={false} onClose={onClose}>
      <Stack gap="sm">
        <ChoiceSelect
          label={t('management.download.format')}
          choices={DOWNLOAD_FORMATS}
          nameOf={(one) => t(`management.download.${one}`)}
          value={format}
          disabled={isPending}
          onChange={setFormat}
        />
        <ChoiceSelect
          label={t('management.download.period')}
          choices={DOWNLOAD_PERIODS}
          nameOf={(one) => t(`management.download.${one}`)}
          value={period}
          disabled={isPending}
          onChange={setPeriod}
        />
        {format === 'parquet' || !isOn ? undefined : (
          <Checkbox
            label={t('management.download.notes')}
            description={t(`management.download.notes.${format}`)}
            checked={withNotes}
            disabled={isPending}
            onChange={({ currentTarget }) => setWithNotes(currentTarget.checked)}
          />
        )}
        {format === 'xlsx' ? (
          <Text size="xs" c="dimmed">
            {t('management.download.zone', { zone: TIME_ZONE })}
          </Text>
        ) : undefined}
        {isPending ? (
          <Text component="output" size="sm" c="dimmed">
            {t('management.download.progress', { megabytes: Math.floor(bytes / 1_000_000) })}
          </Text>
        ) : undefined}
        {error === null ? undefined : (
          <FormFailure text={error instanceof ApiError ? error.message : t('management.download.failed')} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={isPending ? cancel : onClose}>
            {ui('ui.cancel')}
          </Button>
          <Button
            loading={isPending}
            onClick={() => start({ dataId, source, format, period, withNotes, timeZone: TIME_ZONE, now: portalNow() })}
          >
            {t('management.download.start')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
