import type { KeyboardEvent, MouseEvent } from 'react'

/**
 * For a control that changes its meaning, such as Pause and Resume: ignores the second click of a double click and repeated keys.
 */
export const PRESS_ONCE = {
  onClickCapture: (event: MouseEvent): void => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  },
  onKeyDownCapture: (event: KeyboardEvent): void => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
  },
} as const
