import { Alert } from '@mantine/core'
import type { TemplateChangeState } from '#shared/widgets/settings/use-template-change.ts'
import { mayChooseScope } from '#shared/widgets/settings/use-template-change.ts'
import { IconAlertTriangle } from '#ui/icons/icons.ts'
import { t } from './texts.ts'

/** Warns that the template is shared, with the words of the specification, and says what a copy for one unit means. */
export function TemplateWarning({ change: { base, scope } }: { change: TemplateChangeState }) {
  if (!mayChooseScope(base)) return undefined
  return (
    <Alert variant="outline" color="yellow" role="note" icon={<IconAlertTriangle />} p="sm">
      {scope === 'everyone' ? t('events.scope.everyone') : t('events.scope.unit')}
    </Alert>
  )
}
