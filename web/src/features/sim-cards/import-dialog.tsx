import { Button, FileInput, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { FailureNote } from '#components/failure-note.tsx'
import { useMe } from '#session/me-queries.ts'
import { IccidColumn, ImportColumns } from './import-columns.tsx'
import { ImportVerdict } from './import-verdict.tsx'
import { useImport } from './use-import.ts'

interface ImportDialogProps {
  onClose: () => void
}

/** Imports a CSV file: first it tells what would become of each line, then a person decides. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const me = useMe()
  const { entity, file, tooLarge, trial, run, verdict, begin, chooseColumns, chooseEntity, chooseFile } = useImport()
  const entities = Object.entries(me.entityData).map(([value, { name }]) => ({ value, label: name }))
  const importable = verdict === undefined ? 0 : verdict.counts.created + verdict.counts.updated
  return (
    <Modal
      opened
      size="xl"
      title="Import SIM cards"
      closeButtonProps={{ 'aria-label': 'Close the dialog' }}
      onClose={run.isPending ? () => undefined : onClose}
    >
      <Stack>
        <Text>
          Choose a CSV file of your operator with headings in its first line, one of them the ICCID. Nothing is imported
          before you have seen what would become of each line.
        </Text>
        {entities.length > 1 ? (
          <NativeSelect
            label="Entity"
            data={entities}
            value={entity}
            disabled={run.isSuccess}
            onChange={({ currentTarget }) => chooseEntity(currentTarget.value)}
          />
        ) : undefined}
        <FileInput
          label="CSV file"
          placeholder="Choose a file"
          accept=".csv,.txt,text/csv,text/plain"
          value={file}
          onChange={(chosen) => void chooseFile(chosen)}
        />
        {tooLarge ? <FailureNote text="The file is larger than 8 MB. Import it in parts." /> : undefined}
        {trial.isPending ? <Text component="output">Reading the file…</Text> : undefined}
        {trial.isError ? (
          <>
            <FailureNote text={trial.error.message} />
            <IccidColumn error={trial.error} onChoose={chooseColumns} />
          </>
        ) : undefined}
        {verdict === undefined || run.isSuccess ? undefined : (
          <ImportColumns columns={verdict.columns} onChoose={chooseColumns} />
        )}
        {verdict === undefined ? undefined : <ImportVerdict verdict={verdict} />}
        {run.isError ? <FailureNote text={run.error.message} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={run.isPending} onClick={onClose}>
            {run.isSuccess ? 'Close' : 'Cancel'}
          </Button>
          {run.isSuccess ? undefined : (
            <Button loading={run.isPending} disabled={importable === 0 || trial.isPending} onClick={begin}>
              {importText(importable, verdict?.counts.invalid ?? 0)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function importText(importable: number, invalid: number): string {
  const cards = `${importable.toLocaleString('en')} ${importable === 1 ? 'SIM card' : 'SIM cards'}`
  if (invalid === 0) return `Import ${cards}`
  return importable === 1 ? 'Import the valid one' : `Import the ${importable.toLocaleString('en')} valid ones`
}
