import { Modal, type ModalProps } from '@mantine/core'
import { useIsTopDialog } from './dialog-stack.tsx'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#platform/texts.ts'

/** A modal box that traps the focus and returns it. Escape closes the topmost one. For forms use `Dialog`. */
export function DialogFrame({ children, returnFocus = true, closeButtonProps, ...modal }: ModalProps) {
  const isTop = useIsTopDialog(modal.opened)
  return (
    <Modal
      {...modal}
      returnFocus={returnFocus}
      closeOnEscape={isTop}
      closeButtonProps={{ 'aria-label': t('ui.close'), ...closeButtonProps }}
    >
      {returnFocus ? <ReturnFocus /> : undefined}
      <FocusFirstField>{children}</FocusFirstField>
    </Modal>
  )
}

const FIELD = 'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled), select:not(:disabled)'

/** Starts the focus at the first field, unless something else in the dialog asks for it. */
function FocusFirstField({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const within = body.current
    if (within === null || within.querySelector('[data-autofocus]') !== null) return
    within.querySelector(FIELD)?.setAttribute('data-autofocus', 'true')
  }, [])
  return <div ref={body}>{children}</div>
}

/** Returns the focus to its former place when the dialog closes, unless something else has it. */
function ReturnFocus() {
  useEffect(() => {
    const opener = openerOf(document.activeElement)
    return () => {
      if (document.activeElement === null || document.activeElement === document.body) opener?.focus()
    }
  }, [])
  return undefined
}

/** The element to return to: for an entry of a menu, the button of the menu. */
function openerOf(active: Element | null): HTMLElement | SVGElement | undefined {
  const menu = active?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement || opener instanceof SVGElement ? opener : undefined
}
