import { useState } from 'react'
import { RecoveryCodes } from '#shared/second-step/recovery-codes.tsx'
import { Dialog, type LossQuestion } from '#ui/components/dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

const CODES_LOST: LossQuestion = {
  title: 'Close without the codes?',
  text: 'They are shown only now. Without them you need an admin when your phone is lost.',
  confirm: 'Close without them',
  cancel: 'Back to the codes',
}

/** Shows new recovery codes, once. It asks before it closes, until they were copied or saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      title="Your recovery codes"
      question={CODES_LOST}
      closeButtonProps={{ 'aria-label': 'Close the dialog' }}
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
