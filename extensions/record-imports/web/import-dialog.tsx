import type { DataId } from '@fieldwatch/contract/api/ids'
import { IMPORT_FILE_MAX, type RecordImport } from '../contract/record-imports.ts'
import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useAction } from '@fieldwatch/web/platform/api/use-action.ts'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { importsQuery, uploadFile } from './import-queries.ts'
import { t } from './texts.ts'

interface ImportDialogProps {
  dataId: DataId
  /** One that was begun before. */
  importId: number | undefined
  onClose: () => void
}

/** Imports records from a file: it is sent, its columns are chosen with the first lines in sight, and then it is read. */
export function ImportDialog({ dataId, importId, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState(importId)
  const { data } = useQuery(importsQuery(useApi(), dataId))
  const of = data?.find(({ importID }) => importID === chosen)
  return (
    <Dialog
      size="xl"
      title={t('record-imports.title')}
      closeButtonProps={{ 'aria-label': t('record-imports.close-dialog') }}
      onClose={onClose}
    >
      {of === undefined || of.state === 'uploading' ? (
        <ChooseFile dataId={dataId} onUploaded={(upload) => setChosen(upload.importID)} onClose={onClose} />
      ) : of.state === 'ready' ? (
        <ImportForm key={of.importID} of={of} onClose={onClose} />
      ) : (
        <ImportOutcome of={of} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface ChooseFileProps {
  dataId: DataId
  onUploaded: (upload: RecordImport) => void
  onClose: () => void
}

function ChooseFile({ dataId, onUploaded, onClose }: ChooseFileProps) {
  const api = useApi()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const upload = useAction({
    mutationFn: (of: File) => uploadFile(api, dataId, of, { onPart: setShare, signal: leaving.current.signal }),
    onSuccess: async (done) => {
      await client.invalidateQueries({ queryKey: ['imports', dataId] })
      onUploaded(done)
    },
  })
  const tooLarge = file !== null && file.size > IMPORT_FILE_MAX
  return (
    <Stack gap="sm">
      <Text>{t('record-imports.file.help')}</Text>
      <FileInput
        label={t('record-imports.file')}
        placeholder={t('record-imports.file.choose')}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        value={file}
        disabled={upload.isPending}
        error={tooLarge ? t('record-imports.file.too-large', { size: '1 GB' }) : undefined}
        onChange={(chosen) => {
          setFile(chosen)
          setShare(0)
          upload.reset()
        }}
      />
      {upload.isPending ? (
        <Stack gap="xs">
          <Text component="output">{t('record-imports.file.sending', { percent: Math.floor(share * 100) })}</Text>
          <Progress value={share * 100} aria-label={t('record-imports.file.progress')} />
        </Stack>
      ) : undefined}
      {upload.isError ? <FailureNote text={upload.error.message} /> : undefined}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('record-imports.cancel')}
        </Button>
        <Button
          loading={upload.isPending}
          disabled={file === null || file.size === 0 || tooLarge}
          onClick={() => {
            if (file !== null) upload.mutate(file)
          }}
        >
          {t('record-imports.continue')}
        </Button>
      </Group>
    </Stack>
  )
}
