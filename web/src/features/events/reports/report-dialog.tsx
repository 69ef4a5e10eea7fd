import type { EventTable } from '@fieldwatch/contract/events/events'
import type { ReportDefinition } from '@fieldwatch/contract/reports/reports'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import { ScopeChoice } from '#shared/widgets/settings/scope-choice.tsx'
import { TemplateFailure, withoutComparison } from '#shared/widgets/settings/template-failure.tsx'
import { definitionOf } from '#shared/widgets/settings/template-widgets.ts'
import { useAskedSave } from '#shared/widgets/settings/use-asked-save.tsx'
import { useTemplateChange } from '#shared/widgets/settings/use-template-change.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useIsPhone } from '#ui/components/use-is-phone.ts'
import type { EventSpan } from '../event-span.ts'
import { TemplateWarning } from '../template-warning.tsx'
import { ownTimeZone } from './download-report.ts'
import { ReportColumns } from './report-columns.tsx'
import { emptyReport, formOfReport, problemsOfReport, type ReportForm, reportOfForm } from './report-form.ts'
import { ReportPreview } from './report-preview.tsx'
import { firstOccurrencesQuery } from './report-queries.ts'
import classes from './reports.module.css'
import { withReport } from './template-reports.ts'
import { t } from '../texts.ts'

interface ReportDialogProps {
  /** The report that is changed; undefined: a new one. */
  name: string | undefined
  table: EventTable
  span: EventSpan
  onDone: (name: string) => void
  onClose: () => void
}

/** Makes a report, or changes one (specification, document 2, sections 2.1 and 5). */
export function ReportDialog({ name, table, span, onDone, onClose }: ReportDialogProps) {
  const api = useApi()
  const change = useTemplateChange({ onSaved: () => onDone(reportOfForm(form.getValues()).name) })
  const asked = useAskedSave(change)
  const { definition, unit } = change
  const taken = Object.keys(definition.reports ?? {}).filter((other) => other !== name)
  const edit = useChangeForm<OpenedReport, ReportForm>({
    thing: { template: change.base, report: name === undefined ? undefined : definition.reports?.[name] },
    valuesOf: ({ report }) => (report === undefined ? emptyReport() : formOfReport(report)),
    validate: (values) => problemsOfReport(values, taken),
    readNewer: async ({ report }) => {
      const template = await change.readNewer()
      const theirs = name === undefined ? undefined : definitionOf(template, unit.friendlyName).reports?.[name]
      // A report that is gone stays as it was, to be added again.
      return { template, report: theirs ?? report, state: name === undefined ? 'new' : stateOf(report, theirs) }
    },
    onNewer: ({ template }) => change.goOnFrom(template),
  })
  const { form } = edit
  const error = edit.loadError ?? asked.error
  const first = useQuery(firstOccurrencesQuery(api, { dataId: unit.dataID, name: table.name, span }))
  const options = useQuery(dataOptionsQuery(api, unit.dataID))
  const known = { table, template: definition, occurrences: first.data ?? [], sources: options.data ?? {} }
  const isPhone = useIsPhone()

  return (
    <FormDialog
      title={name === undefined ? t('events.report.create.title') : t('events.report.edit', { name })}
      submit={t('events.save')}
      size="xl"
      fullScreen={isPhone}
      busy={asked.saving}
      disabled={edit.loading}
      failure={
        error === null ? undefined : (
          <TemplateFailure error={error} newer={name === undefined ? withoutComparison(edit) : edit} />
        )
      }
      onSubmit={form.onSubmit((values) => asked.save(withReport(definition, reportOfForm(values), name)))}
      onClose={onClose}
    >
      <TemplateWarning change={change} />
      <TextInput label={t('events.report.name')} required data-autofocus {...form.getInputProps('name')} />
      <ReportColumns form={form} known={known} />
      <div className={classes['pair']}>
        <NativeSelect
          label={t('events.report.times')}
          description={
            form.values.times === 'local'
              ? t('events.report.times.yours', { zone: ownTimeZone() })
              : t('events.report.times.fixed')
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[
            { value: 'local', label: t('events.report.times.local') },
            { value: 'UTC', label: t('events.report.times.utc') },
          ]}
          {...form.getInputProps('times')}
        />
        <Checkbox
          className={classes['coordinates'] ?? ''}
          label={
            <>
              {t('events.report.coordinates')}{' '}
              <span className={classes['required']} aria-hidden="true">
                *
              </span>
            </>
          }
          description={t('events.report.coordinates.help')}
          {...form.getInputProps('includeCoordinates', { type: 'checkbox' })}
        />
      </div>
      <ReportPreview
        report={reportOfForm(form.values)}
        dataId={unit.dataID}
        occurrences={first.data}
        isFailed={first.isError}
      />
      <ScopeChoice change={change} />
      {asked.question}
      {edit.base.state === undefined ? undefined : (
        <Text component="output">{t(`events.report.newer.${edit.base.state}`)}</Text>
      )}
    </FormDialog>
  )
}

interface OpenedReport {
  readonly template: Template | null
  /** Undefined for a new one. */
  readonly report: ReportDefinition | undefined
  /** What a newer template means for what was entered. */
  readonly state?: Newer
}

type Newer = 'new' | 'unchanged' | 'changed' | 'gone'

function stateOf(before: ReportDefinition | undefined, theirs: ReportDefinition | undefined): Newer {
  if (theirs === undefined) return 'gone'
  return JSON.stringify(before) === JSON.stringify(theirs) ? 'unchanged' : 'changed'
}
