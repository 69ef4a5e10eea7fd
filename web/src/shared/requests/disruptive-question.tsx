import { actionNameOf } from '@fieldwatch/contract/actions/action-options'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import type { Ask } from './request-queries.ts'
import { t } from './texts.ts'

interface DisruptiveQuestionProps {
  /** What is about to be sent; undefined while nothing is. */
  ask: Ask | undefined
  /** The name of the unit, or how many units there are. */
  to: string
  onConfirm: (ask: Ask) => void
  onClose: () => void
}

/** Asks before a request that interrupts the work of a unit. */
export function DisruptiveQuestion({ ask, to, onConfirm, onClose }: DisruptiveQuestionProps) {
  const name = ask === undefined ? '' : actionNameOf(ask.actionClass, ask.method, ask.payload)
  return (
    <ConfirmDialog
      opened={ask !== undefined}
      title={t('requests.send-title', { name, unit: to })}
      confirm={t('requests.send-name', { name })}
      busy={false}
      onConfirm={() => {
        if (ask !== undefined) onConfirm(ask)
      }}
      onClose={onClose}
    >
      {t('requests.disruptive', { name })}
    </ConfirmDialog>
  )
}
