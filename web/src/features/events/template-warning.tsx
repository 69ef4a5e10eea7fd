import { Alert } from '@mantine/core'
import type { TemplateChangeState } from '#shared/widget-settings/use-template-change.ts'
import { mayChooseScope } from '#shared/widget-settings/use-template-change.ts'
import { IconAlertTriangle } from '#ui/icons/icons.ts'

/** Warns before a change of the template reaches other units. */
export function TemplateWarning({ change: { base, scope } }: { change: TemplateChangeState }) {
  if (!mayChooseScope(base) || scope !== 'everyone') return undefined
  return (
    <Alert variant="outline" color="yellow" role="note" icon={<IconAlertTriangle />} p="sm">
      This change affects all devices that share the same template.
    </Alert>
  )
}
