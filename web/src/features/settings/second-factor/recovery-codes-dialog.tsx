import { useState } from 'react'
import { RecoveryCodes } from '#shared/second-step/recovery-codes.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { t } from './texts.ts'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

/** Shows new recovery codes, once. It asks before it closes, until they were copied or saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      title={t('second-factor.codes.title')}
      question={{
        title: t('second-factor.codes.lost.title'),
        text: t('second-factor.codes.lost.text'),
        confirm: t('second-factor.codes.lost.confirm'),
        cancel: t('second-factor.codes.lost.cancel'),
      }}
      closeButtonProps={{ 'aria-label': t('second-factor.codes.close') }}
      onClose={onClose}
    >
      <Codes codes={codes} onClose={onClose} />
    </Dialog>
  )
}

function Codes({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isKept, setKept] = useState(false)
  useUnsaved(!isKept)
  return <RecoveryCodes codes={codes} onKept={() => setKept(true)} onDone={onClose} />
}
