import type { SubmitEvent } from 'react'
import { flushSync } from 'react-dom'

/** Submits a form, and focuses the first invalid field, which may be out of sight. */
export function focusInvalid(onSubmit: (event: SubmitEvent<HTMLFormElement>) => void) {
  return (event: SubmitEvent<HTMLFormElement>): void => {
    const form = event.currentTarget
    flushSync(() => onSubmit(event))
    focusFirstInvalid(form)
  }
}

/** Nothing happens where all fields are valid. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
