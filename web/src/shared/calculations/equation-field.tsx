import { Button, Textarea, type TextareaProps } from '@mantine/core'
import { useRef } from 'react'
import { variableOf } from './calculation-form.ts'
import classes from './calculations.module.css'
import { t } from './texts.ts'

interface EquationFieldProps {
  /** The chosen values as `source.field`. */
  values: readonly string[]
  input: TextareaProps
  /** Called with the equation once a value was inserted. */
  onInsert: (equation: string) => void
}

/** The equation, with a button for each chosen value that inserts it at the caret. */
export function EquationField({ values, input, onInsert }: EquationFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null)

  function insert(value: string): void {
    const { current } = textarea
    const { selectionStart: from = 0, selectionEnd: to = 0, value: before = '' } = current ?? {}
    const variable = variableOf(value)
    onInsert(before.slice(0, from) + variable + before.slice(to))
    current?.focus()
    requestAnimationFrame(() => current?.setSelectionRange(from + variable.length, from + variable.length))
  }

  return (
    <div className={classes['equation']}>
      <Textarea
        ref={textarea}
        label={t('calculations.equation')}
        description={t('calculations.equation.help')}
        required
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        {...input}
      />
      {values.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would draw a frame
        <div className={classes['variables']} role="group" aria-label={t('calculations.equation.insert')}>
          {values.map((value) => (
            <Button key={value} variant="light" size="compact-sm" onClick={() => insert(value)}>
              {variableOf(value)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
