import { Text, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '#platform/texts.ts'
import classes from './copy-text.module.css'

interface CopyTextProps {
  text: string
  /** Called once the text is in the clipboard, however it got there. */
  onCopied?: (() => void) | undefined
  /** The button. */
  children: (button: { readonly copied: boolean; readonly copy: () => void }) => ReactNode
}

const MOST_ROWS = 6
/** How long a button says that it has copied. */
const SAID_MS = 2_000

/**
 * A button that copies a text. Browsers offer that on pages with HTTPS only, and may refuse it: then the text is shown selected, for the person to
 * copy, and it counts as copied when that is done.
 */
export function CopyText({ text, onCopied, children }: CopyTextProps) {
  const [copied, setCopied] = useState(false)
  const [byHand, setByHand] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // Each press selects the text again.
    if (byHand === 0) return
    field.current?.focus()
    field.current?.select()
  }, [byHand])
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])

  function succeed(): void {
    setCopied(true)
    onCopied?.()
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Without HTTPS there is no clipboard at all.
      setByHand((before) => before + 1)
      return
    }
    setByHand(0)
    succeed()
  }

  return (
    <>
      {children({ copied, copy: () => void copy() })}
      {byHand === 0 ? undefined : (
        <div className={classes['by-hand']}>
          <Text size="sm" role="alert">
            {t('ui.copy.by-hand')}
          </Text>
          <Textarea
            ref={field}
            aria-label={t('ui.copy.text')}
            value={text}
            readOnly
            rows={Math.min(MOST_ROWS, text.split('\n').length + 1)}
            onCopy={({ currentTarget: { selectionStart, selectionEnd } }) => {
              if (selectionEnd - selectionStart === text.length) succeed()
            }}
          />
        </div>
      )}
    </>
  )
}
