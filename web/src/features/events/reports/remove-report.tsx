import { Stack, Text } from '@mantine/core'
import { ScopeChoice } from '#shared/widget-settings/scope-choice.tsx'
import { TemplateFailure } from '#shared/widget-settings/template-failure.tsx'
import { useTemplateChange } from '#shared/widget-settings/use-template-change.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { TemplateWarning } from '../template-warning.tsx'
import { withoutReport } from './template-reports.ts'

interface RemoveReportProps {
  name: string
  onDone: () => void
  onClose: () => void
}

/** Asks before a report is deleted. */
export function RemoveReport({ name, onDone, onClose }: RemoveReportProps) {
  const change = useTemplateChange({ onSaved: onDone })
  return (
    <ConfirmDialog
      opened
      title={`Delete ${name}?`}
      confirm="Delete"
      busy={change.saving}
      onConfirm={() => change.save(withoutReport(change.definition, name))}
      onClose={onClose}
    >
      <Stack>
        <Text>The report cannot be downloaded any more. The events that it tells of are kept.</Text>
        <TemplateWarning change={change} />
        <ScopeChoice change={change} />
        {change.error === null ? undefined : (
          <TemplateFailure
            error={change.error}
            kept="Nothing was deleted."
            newer={{ loading: change.loading, loadNewer: () => void change.loadNewer().catch(() => undefined) }}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
