import { EntitySelect } from '#shared/users/entity-select.tsx'
import { SIM_CSV_MAX, type SimImportLine, type SimRowField } from '@fieldwatch/contract/units/sims'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { ImportColumns } from '#shared/imports/import-columns.tsx'
import { ImportFile } from '#shared/imports/import-file.tsx'
import { ImportVerdict } from '#shared/imports/import-verdict.tsx'
import { Working } from '#shared/imports/working.tsx'
import { dataText } from '#shared/sims/sim-text.ts'
import { t } from './texts.ts'
import { ImportSizes } from './import-sizes.tsx'
import { useImport } from './use-import.ts'

interface ImportDialogProps {
  onClose: () => void
}

/** Imports a CSV file: a trial run shows what would become of each line, then the user decides. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const { entity, file, trial, run, verdict, begin, ...choices } = useImport()
  const { chooseColumns, chooseEntity, chooseFile, chooseSizes } = choices
  useUnsaved(file !== null && !run.isSuccess)
  const fields = fieldLabels()
  const columns = verdictColumns(fields)
  const importable = verdict === undefined ? 0 : verdict.counts.created + verdict.counts.updated
  return (
    <Dialog
      size="xl"
      title={t('sim-cards.import.title')}
      closeButtonProps={{ 'aria-label': t('sim-cards.close-dialog') }}
      busy={run.isPending}
      onClose={onClose}
    >
      <Stack>
        <Text>{t('sim-cards.import.help')}</Text>
        <EntitySelect label={t('sim-cards.entity')} value={entity} disabled={run.isSuccess} onChange={chooseEntity} />
        <ImportFile
          file={file}
          sizeMax={SIM_CSV_MAX}
          reading={trial.isPending}
          error={trial.error}
          keyColumn={{ field: 'iccid', label: t('sim-cards.import.key') }}
          onChoose={(chosen) => void chooseFile(chosen)}
          onColumns={chooseColumns}
        />
        {run.isPending ? (
          <Working text={t('sim-cards.import.busy', { count: importable })} size={file?.size} />
        ) : undefined}
        {verdict === undefined || run.isSuccess ? undefined : (
          <>
            <ImportColumns
              columns={verdict.columns}
              fields={fields}
              unheaded={verdict.headed ? undefined : t('sim-cards.import.no-headings')}
              onChoose={chooseColumns}
            />
            <ImportSizes verdict={verdict} onChoose={chooseSizes} />
          </>
        )}
        {verdict === undefined ? undefined : (
          <ImportVerdict
            verdict={verdict}
            applied={verdict.applied}
            keyColumn={columns.iccid}
            readColumn={verdict.lines.some(({ sizes }) => sizes.length > 0) ? columns.sizes : undefined}
            fileName="sim-import-verdicts"
          />
        )}
        {run.isError ? <FormFailure text={run.error.message} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={run.isPending} onClick={onClose}>
            {run.isSuccess ? t('sim-cards.close') : t('sim-cards.cancel')}
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

/** The columns of the verdict that are about SIM cards. */
function verdictColumns(fields: SimFieldLabels) {
  return {
    iccid: { id: 'iccid', heading: fields.iccid, of: ({ iccid }: SimImportLine) => iccid },
    /** Shows each size as written and as understood: `Data limit a month: 50 → 50 MB`. */
    sizes: {
      id: 'sizes',
      heading: t('sim-cards.import.sizes'),
      of: ({ sizes }: SimImportLine) =>
        sizes
          .map(({ field, written, bytes }) =>
            t('sim-cards.import.size', { field: fields[field], written, read: dataText(bytes) }),
          )
          .join(', '),
    },
  }
}

type SimFieldLabels = Readonly<Record<SimRowField, string>>

function fieldLabels(): SimFieldLabels {
  return {
    iccid: t('sim-cards.field.iccid'),
    imsi: t('sim-cards.field.imsi'),
    msisdn: t('sim-cards.field.msisdn'),
    imei: t('sim-cards.field.imei'),
    label: t('sim-cards.field.label'),
    operator: t('sim-cards.field.operator'),
    status: t('sim-cards.field.status'),
    dataID: t('sim-cards.field.dataID'),
    ip: t('sim-cards.field.ip'),
    dataUsed: t('sim-cards.field.dataUsed'),
    dataLimit: t('sim-cards.field.dataLimit'),
    lastSessionUTC: t('sim-cards.field.lastSessionUTC'),
  }
}

function importText(importable: number, invalid: number): string {
  return invalid === 0
    ? t('sim-cards.import.all', { count: importable })
    : t('sim-cards.import.valid', { count: importable })
}
