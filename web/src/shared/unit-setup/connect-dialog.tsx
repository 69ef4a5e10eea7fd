import { Dialog, type LossQuestion } from '#ui/components/dialog.tsx'
import { ConnectUnit, type ConnectUnitProps } from './connect-unit.tsx'
import { t } from './texts.ts'

/** Without the token the unit needs another one, which ends its connections. */
function questionOfLoss(): LossQuestion {
  return {
    title: t('unit-setup.close.title'),
    text: t('unit-setup.close.help'),
    confirm: t('unit-setup.close.confirm'),
    cancel: t('unit-setup.close.cancel'),
  }
}

/** Shows the token of a unit. It asks before it closes, until the token was copied or the unit has used it. */
export function ConnectDialog(props: ConnectUnitProps) {
  return (
    <Dialog
      size="lg"
      title={t('unit-setup.connect.title')}
      question={questionOfLoss()}
      closeButtonProps={{ 'aria-label': t('unit-setup.close') }}
      onClose={props.onClose}
    >
      <ConnectUnit {...props} />
    </Dialog>
  )
}
