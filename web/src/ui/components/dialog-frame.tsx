import { Modal, type ModalProps } from '@mantine/core'
import { useIsTopDialog } from './dialog-stack.tsx'
import { ReturnFocus } from './return-focus.tsx'

/** A modal box that traps the focus and returns it. Escape closes the topmost one. For forms use `Dialog`. */
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
