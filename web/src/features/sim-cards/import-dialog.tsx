import { formatCount } from '@fieldwatch/contract/text/number-text'
import { SIM_CSV_MAX, type SimImportLine, type SimRowField } from '@fieldwatch/contract/units/sims'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ImportColumns } from '#shared/imports/import-columns.tsx'
import { ImportFile } from '#shared/imports/import-file.tsx'
import { ImportVerdict } from '#shared/imports/import-verdict.tsx'
import { Working } from '#shared/imports/working.tsx'
import { dataText } from '#shared/sims/sim-text.ts'
import { ImportSizes } from './import-sizes.tsx'
import { useImport } from './use-import.ts'

/** The labels of the fields of a SIM card. */
const FIELD_TEXT: Readonly<Record<SimRowField, string>> = {
  iccid: 'ICCID',
  imsi: 'IMSI',
  msisdn: 'MSISDN (phone number)',
  imei: 'IMEI',
  label: 'Label',
  operator: 'Operator',
  status: 'Status',
  dataID: 'Unit (dataID)',
  ip: 'IP address',
  dataUsed: 'Data used this month',
  dataLimit: 'Data limit a month',
  lastSessionUTC: 'Last session',
}

interface ImportDialogProps {
  onClose: () => void
}

/** Imports a CSV file: a trial run shows what would become of each line, then the user decides. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const me = useMe()
  const { entity, file, trial, run, verdict, begin, ...choices } = useImport()
  const { chooseColumns, chooseEntity, chooseFile, chooseSizes } = choices
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
        <ImportFile
          file={file}
          sizeMax={SIM_CSV_MAX}
          reading={trial.isPending}
          error={trial.error}
          keyColumn={{ field: 'iccid', label: 'Column with the ICCID' }}
          onChoose={(chosen) => void chooseFile(chosen)}
          onColumns={chooseColumns}
        />
        {run.isPending ? <Working text={`${importingText(importable)}…`} size={file?.size} /> : undefined}
        {verdict === undefined || run.isSuccess ? undefined : (
          <>
            <ImportColumns
              columns={verdict.columns}
              fields={FIELD_TEXT}
              unheaded={verdict.headed ? undefined : UNHEADED}
              onChoose={chooseColumns}
            />
            <ImportSizes verdict={verdict} onChoose={chooseSizes} />
          </>
        )}
        {verdict === undefined ? undefined : (
          <ImportVerdict
            verdict={verdict}
            applied={verdict.applied}
            keyColumn={ICCID}
            readColumn={verdict.lines.some(({ sizes }) => sizes.length > 0) ? SIZES : undefined}
            fileName="sim-import-verdicts.csv"
          />
        )}
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

const UNHEADED = 'This file has no headings: its first line is a card, and is imported too. Say what each column is.'

/** Shows each size as written and as understood: `Data limit a month: 50 → 50 MB`. */
const SIZES = {
  id: 'sizes',
  heading: 'Data sizes as read',
  of: ({ sizes }: SimImportLine) =>
    sizes.map(({ field, written, bytes }) => `${FIELD_TEXT[field]}: ${written} → ${dataText(bytes)}`).join(', '),
}

const ICCID = { id: 'iccid', heading: 'ICCID', of: ({ iccid }: SimImportLine) => iccid }

function importingText(importable: number): string {
  return `Importing ${formatCount(importable)} ${importable === 1 ? 'SIM card' : 'SIM cards'}`
}

function importText(importable: number, invalid: number): string {
  const cards = `${formatCount(importable)} ${importable === 1 ? 'SIM card' : 'SIM cards'}`
  if (invalid === 0) return `Import ${cards}`
  return importable === 1 ? 'Import the valid one' : `Import the ${formatCount(importable)} valid ones`
}
