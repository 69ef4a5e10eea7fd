import { Dialog, type LossQuestion } from '#ui/components/dialog.tsx'
import { ConnectUnit, type ConnectUnitProps } from './connect-unit.tsx'

/** Without the token the unit needs another one, which ends its connections. */
const TOKEN_LOST: LossQuestion = {
  title: 'Close without the token?',
  text: 'It is shown only now. Without it the unit cannot sign in, and needs a new token.',
  confirm: 'Close without it',
  cancel: 'Back to the token',
}

/** Shows the token of a unit. It asks before it closes, until the token was copied or the unit has used it. */
export function ConnectDialog(props: ConnectUnitProps) {
  return (
    <Dialog
      size="lg"
      title="Connect the unit"
      question={TOKEN_LOST}
      closeButtonProps={{ 'aria-label': 'Close the dialog' }}
      onClose={props.onClose}
    >
      <ConnectUnit {...props} />
    </Dialog>
  )
}
