import { Modal, type ModalProps } from '@mantine/core'
import { useIsTopDialog } from './dialog-stack.tsx'
import { ReturnFocus } from './return-focus.tsx'

/** A box over the page that holds the focus, and gives it back. Escape is for the one on top. Forms stand in a `Dialog`. */
export function DialogFrame({ children, returnFocus = true, closeButtonProps, ...modal }: ModalProps) {
  const isTop = useIsTopDialog(modal.opened)
  return (
    <Modal
      {...modal}
      returnFocus={returnFocus}
      closeOnEscape={isTop}
      closeButtonProps={{ 'aria-label': 'Close', ...closeButtonProps }}
    >
      {returnFocus ? <ReturnFocus /> : undefined}
      {children}
    </Modal>
  )
}
