import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

interface SubmitButtonProps {
  busy: boolean
  /** What it reads while busy. */
  busyText: string
  children: ReactNode
}

/** The button that sends a form. While busy it keeps the focus and its place but cannot be pressed again. */
export function SubmitButton({ busy, busyText, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      fullWidth
      aria-disabled={busy}
      {...(busy ? { 'data-disabled': true } : {})}
      onClick={(event) => {
        if (busy) event.preventDefault()
      }}
    >
      {busy ? busyText : children}
    </Button>
  )
}
