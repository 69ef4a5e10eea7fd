import { hasCode } from '#platform/api/api-error.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { t } from './texts.ts'

interface SameNameQuestionProps {
  /** The action that saves the entity, or a user with it. */
  saving: { readonly error: Error | null; readonly reset: () => void }
  /** How the entity is to be called. */
  name: string
  onConfirm: () => void
}

/** Asks whether an entity is to have the name of another one, once the portal says that there is one. */
export function SameNameQuestion({ saving: { error, reset }, name, onConfirm }: SameNameQuestionProps) {
  if (!hasCode(error, 'entity/name-taken')) return undefined
  return (
    <ConfirmDialog
      title={t('people.entity.same-name.title', { name })}
      confirm={t('people.entity.same-name.confirm')}
      busy={false}
      onConfirm={onConfirm}
      onClose={reset}
    >
      {t('people.entity.same-name.text', { name })}
    </ConfirmDialog>
  )
}
