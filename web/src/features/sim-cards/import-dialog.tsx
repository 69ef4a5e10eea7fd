import { SIM_CSV_MAX } from '@fieldwatch/contract/sims'
import { Button, FileInput, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { IccidColumn, ImportColumns } from './import-columns.tsx'
import { ImportDecimals } from './import-decimals.tsx'
import { ImportVerdict } from './import-verdict.tsx'
import { useImport } from './use-import.ts'

interface ImportDialogProps {
  onClose: () => void
}

/** Imports a CSV file: a trial run shows what would become of each line, then the user decides. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const me = useMe()
  const { entity, file, tooLarge, trial, run, verdict, begin, ...choices } = useImport()
  const { chooseColumns, chooseDecimals, chooseEntity, chooseFile } = choices
  useUnsaved(file !== null && !run.isSuccess)
  const entities = Object.entries(me.entityData).map(([value, { name }]) => ({ value, label: name }))
  const importable = verdict === undefined ? 0 : verdict.counts.created + verdict.counts.updated
  return (
    <Dialog
      size="xl"
      title="Import SIM cards"
      closeButtonProps={{ 'aria-label': 'Close the dialog' }}
      busy={run.isPending}
      onClose={onClose}
    >
      <Stack>
        <Text>
          Choose a CSV file of your operator, best with headings in its first line, one of them the ICCID. Nothing is
          imported before you have seen what would become of each line.
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
        {tooLarge ? <FormFailure text={TOO_LARGE} /> : undefined}
        {trial.isPending ? <Working text="Reading the file…" size={file?.size} /> : undefined}
        {run.isPending ? <Working text={`${importingText(importable)}…`} size={file?.size} /> : undefined}
        {trial.isError ? (
          <>
            <FormFailure text={trial.error.message} />
            <IccidColumn error={trial.error} onChoose={chooseColumns} />
          </>
        ) : undefined}
        {verdict === undefined || run.isSuccess ? undefined : (
          <>
            <ImportColumns columns={verdict.columns} headed={verdict.headed} onChoose={chooseColumns} />
            <ImportDecimals decimals={verdict.decimals} onChoose={chooseDecimals} />
          </>
        )}
        {verdict === undefined ? undefined : <ImportVerdict verdict={verdict} />}
        {run.isError ? <FormFailure text={run.error.message} /> : undefined}
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
    </Dialog>
  )
}

const TOO_LARGE = `The file is larger than ${SIM_CSV_MAX / 1024 ** 2} MB. Import it in parts.`

/** Larger files take seconds to read, and get a progress bar. */
const LONG_FILE_BYTES = 256 * 1024

interface WorkingProps {
  text: string
  /** Of the file, in bytes. */
  size: number | undefined
}

/** Says that the portal works on a file. */
function Working({ text, size = 0 }: WorkingProps) {
  return (
    <Stack gap="xs">
      <Text component="output">{size < LONG_FILE_BYTES ? text : `${text} A long file takes some seconds.`}</Text>
      {size < LONG_FILE_BYTES ? undefined : <Progress value={100} striped animated size="sm" aria-label={text} />}
    </Stack>
  )
}

function importingText(importable: number): string {
  return `Importing ${importable.toLocaleString('en')} ${importable === 1 ? 'SIM card' : 'SIM cards'}`
}

function importText(importable: number, invalid: number): string {
  const cards = `${importable.toLocaleString('en')} ${importable === 1 ? 'SIM card' : 'SIM cards'}`
  if (invalid === 0) return `Import ${cards}`
  return importable === 1 ? 'Import the valid one' : `Import the ${importable.toLocaleString('en')} valid ones`
}
