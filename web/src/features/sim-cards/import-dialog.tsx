import { SIM_CSV_MAX } from '@fieldwatch/contract/sims'
import { Button, FileInput, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FailureNote } from '#components/failure-note.tsx'
import { useMe } from '#session/me-queries.ts'
import { decodeText } from './decode-text.ts'
import { ImportVerdict } from './import-verdict.tsx'
import { useImportSims } from './sim-mutations.ts'

interface ImportDialogProps {
  onClose: () => void
}

/** Imports a CSV file: first it tells what would become of each line, then a person decides. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const me = useMe()
  const [entity, setEntity] = useState<string>(me.entityViewing[0] ?? me.entity)
  const [file, setFile] = useState<File | null>(null)
  const [csv, setCsv] = useState<string>()
  const [tooLarge, setTooLarge] = useState(false)
  const trial = useImportSims()
  const run = useImportSims()
  const entities = Object.entries(me.entityData).map(([value, { name }]) => ({ value, label: name }))

  async function choose(chosen: File | null): Promise<void> {
    setFile(chosen)
    trial.reset()
    run.reset()
    setTooLarge(chosen !== null && chosen.size > SIM_CSV_MAX)
    if (chosen === null || chosen.size > SIM_CSV_MAX) return
    const text = decodeText(new Uint8Array(await chosen.arrayBuffer()))
    setCsv(text)
    trial.mutate({ entity, csv: text, dryRun: true })
  }

  function chooseEntity(next: string): void {
    setEntity(next)
    if (csv !== undefined && file !== null) trial.mutate({ entity: next, csv, dryRun: true })
  }

  const verdict = run.data ?? trial.data
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
          onChange={(chosen) => void choose(chosen)}
        />
        {tooLarge ? <FailureNote text="The file is larger than 8 MB. Import it in parts." /> : undefined}
        {trial.isPending ? <Text component="output">Reading the file…</Text> : undefined}
        {trial.isError ? <FailureNote text={trial.error.message} /> : undefined}
        {verdict === undefined ? undefined : <ImportVerdict verdict={verdict} />}
        {run.isError ? <FailureNote text={run.error.message} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={run.isPending} onClick={onClose}>
            {run.isSuccess ? 'Close' : 'Cancel'}
          </Button>
          {run.isSuccess ? undefined : (
            <Button
              loading={run.isPending}
              disabled={importable === 0}
              onClick={() => {
                if (csv !== undefined) run.mutate({ entity, csv, skipInvalid: (verdict?.counts.invalid ?? 0) > 0 })
              }}
            >
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
