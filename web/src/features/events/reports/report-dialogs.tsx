import type { EventTable } from '@fieldwatch/contract/events'
import type { EventSpan } from '../event-span.ts'
import { RemoveReport } from './remove-report.tsx'
import { ReportDialog } from './report-dialog.tsx'

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
