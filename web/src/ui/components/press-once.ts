import type { KeyboardEvent, MouseEvent } from 'react'

/**
 * For a control that means something else once it worked, such as Pause that becomes Resume: the second click of a double click and the
 * repetitions of a key that is held do nothing.
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
