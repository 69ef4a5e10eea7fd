import { EntitySelect } from '#shared/users/entity-select.tsx'
import type { ReactNode } from 'react'
import {
  UNIT_CSV_MAX,
  UNIT_IMPORT_MAX,
  type UnitImportLine,
  type UnitRowField,
} from '@fieldwatch/contract/units/unit-imports'
import type { UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { Anchor, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'
import { saveCsv } from '#shared/downloads/save-csv.ts'
import { ImportColumns } from '#shared/imports/import-columns.tsx'
import { ImportFile } from '#shared/imports/import-file.tsx'
import { ImportVerdict } from '#shared/imports/import-verdict.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { jobTitle } from '../jobs/job-text.ts'
import { useUnitImport } from './use-unit-import.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { ownImportsQuery } from '../jobs/job-queries.ts'
import { t } from '../jobs/texts.ts'

interface ImportUnitsDialogProps {
  onBegun: (job: UnitJob) => void
  onClose: () => void
}

function fieldNames(): Readonly<Record<UnitRowField, string>> {
  return {
    dataID: t('many-units.column.dataID'),
    friendlyName: t('many-units.field.name'),
    description: t('many-units.field.description'),
    size: t('many-units.field.size'),
    service: t('many-units.field.service'),
    entities: t('many-units.entities'),
    template: t('many-units.template'),
    active: t('many-units.field.active'),
    labels: t('many-units.field.labels'),
    rawDays: t('many-units.retention.records'),
    summaryDays: t('many-units.retention.summaries'),
  }
}

const EXAMPLE =
  'dataID,name,description,entities,template,active,labels,recordDays,summaryDays\r\n' +
  'pump-001,North pump,By the lake,,,yes,,90,3650\r\npump-002,South pump,,,,yes,,entity,entity\r\n'

/** Adds and changes units from a CSV file: a check shows what would become of each line, then a person decides (admin). */
export function ImportUnitsDialog({ onBegun, onClose }: ImportUnitsDialogProps) {
  const { choice, file, check, checked, run, ...act } = useUnitImport(onBegun)
  useUnsaved(file !== null && !run.isSuccess)
  const toDo = checked === undefined ? 0 : checked.counts.created + checked.counts.updated
  return (
    <Dialog
      size="xl"
      title={t('many-units.import.title')}
      closeButtonProps={{ 'aria-label': t('many-units.close-dialog') }}
      busy={run.isPending}
      onClose={onClose}
    >
      <Stack>
        <Text>{t.rich('many-units.import.help', { most: UNIT_IMPORT_MAX, example })}</Text>
        <EntitySelect
          label={t('many-units.import.entity')}
          description={t('many-units.import.entity.help')}
          value={choice.entity}
          onChange={(entity) => act.choose({ entity })}
        />
        <Radio.Group
          label={t('many-units.import.existing')}
          value={choice.existing ?? 'keep'}
          onChange={(value) => act.choose({ existing: value === 'update' ? 'update' : 'keep' })}
        >
          <Group gap="md" mt="xs">
            <Radio value="keep" label={t('many-units.import.existing.keep')} />
            <Radio value="update" label={t('many-units.import.existing.update')} />
          </Group>
        </Radio.Group>
        <ImportFile
          file={file}
          sizeMax={UNIT_CSV_MAX}
          reading={check.isPending}
          error={check.error}
          keyColumn={{ field: 'dataID', label: t('many-units.import.key') }}
          onChoose={(chosen) => void act.chooseFile(chosen)}
          onColumns={act.chooseColumns}
        />
        {file === null ? <OwnImports onOpen={onBegun} /> : undefined}
        {checked === undefined ? undefined : (
          <>
            <ImportColumns
              columns={checked.columns}
              fields={fieldNames()}
              unheaded={undefined}
              onChoose={act.chooseColumns}
            />
            <ImportVerdict
              verdict={checked}
              applied={false}
              keyColumn={{
                id: 'dataID',
                heading: t('many-units.column.dataID'),
                of: ({ dataID }: UnitImportLine) => dataID,
              }}
              fileName="unit-import-verdicts"
            />
          </>
        )}
        {run.isError ? <FormFailure text={run.error.message} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={run.isPending} onClick={onClose}>
            {t('many-units.cancel')}
          </Button>
          <Button loading={run.isPending} disabled={toDo === 0 || check.isPending} onClick={act.begin}>
            {toDo === 0 ? t('many-units.import') : t('many-units.import.count', { count: toDo })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function example(words: ReactNode) {
  return (
    <Anchor
      key="example"
      component="button"
      type="button"
      onClick={() => saveCsv(new Blob([EXAMPLE]), 'units-example.csv')}
    >
      {words}
    </Anchor>
  )
}

/** The last imports of the caller: their results are shown again, and they can be undone there. */
function OwnImports({ onOpen }: { onOpen: (job: UnitJob) => void }) {
  const { timeFormat } = useMe()
  const { data: imports = [] } = useQuery(ownImportsQuery(useApi()))
  if (imports.length === 0) return undefined
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={550}>{t('many-units.imports')}</Text>
      {imports.map((job) => (
        <Button key={job.jobID} variant="subtle" size="compact-sm" onClick={() => onOpen(job)}>
          {t('many-units.imports.one', {
            job: jobTitle(job),
            at: formatMoment(Date.parse(job.createdUTC), timeFormat),
          })}
        </Button>
      ))}
    </Stack>
  )
}
