import type { EventTable } from '@fieldwatch/contract/events/events'
import type { EventSpan } from '../event-span.ts'
import { ReportDialog } from './report-dialog.tsx'
import { Stack, Text } from '@mantine/core'
import { ScopeChoice } from '#shared/widgets/settings/scope-choice.tsx'
import { TemplateFailure } from '#shared/widgets/settings/template-failure.tsx'
import { useTitleConsequences } from '#shared/templates/use-title-consequences.tsx'
import { useTemplateChange } from '#shared/widgets/settings/use-template-change.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { TemplateWarning } from '../template-warning.tsx'
import { withoutReport } from './template-reports.ts'
import { t } from '../texts.ts'

/** What is done with the reports of a template. */
export type ReportTask = { readonly kind: 'create' } | { readonly kind: 'edit' | 'remove'; readonly name: string }

interface ReportDialogsProps {
  task: ReportTask
  table: EventTable
  span: EventSpan
  /** It is done; `name` is the report that there is now. */
  onDone: (name?: string) => void
  onClose: () => void
}

/** The dialog of what a person does with reports. */
export function ReportDialogs({ task, ...about }: ReportDialogsProps) {
  if (task.kind === 'remove') return <RemoveReport name={task.name} onDone={about.onDone} onClose={about.onClose} />
  return <ReportDialog name={task.kind === 'edit' ? task.name : undefined} {...about} />
}

interface RemoveReportProps {
  name: string
  onDone: () => void
  onClose: () => void
}

/** Asks before a report is deleted. */
function RemoveReport({ name, onDone, onClose }: RemoveReportProps) {
  const change = useTemplateChange({ onSaved: onDone })
  const without = withoutReport(change.definition, name)
  const { ready, list } = useTitleConsequences(change.changedTo(without))
  return (
    <ConfirmDialog
      title={t('events.report.delete.title', { name })}
      confirm={t('events.report.delete.confirm')}
      busy={change.saving}
      disabled={!ready}
      onConfirm={() => change.save(without)}
      onClose={onClose}
    >
      <Stack>
        <Text>{t('events.report.delete.help')}</Text>
        <TemplateWarning change={change} />
        <ScopeChoice change={change} />
        {list}
        {change.error === null ? undefined : (
          <TemplateFailure
            error={change.error}
            kept={t('events.report.delete.kept')}
            newer={{ loading: change.loading, loadNewer: () => change.loadNewer() }}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
