import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { notANumber, numberOfText, textOfNumber } from './number-text.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'error'> {
  /** Empty text: no number; NaN: the text is not a number. */
  value?: number | ''
  onChange: (value: number | '') => void
  error?: ReactNode
}

/** A field for a number. Typed text stays as it is, and is reported when it is not a number. */
export function NumberField({ value = '', onChange, error, ...props }: NumberFieldProps) {
  const [text, setText] = useState(textOfNumber(value))
  // The value may change without typing.
  const shown = Object.is(numberOfText(text), value) ? text : Number.isNaN(value) ? text : textOfNumber(value)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={shown}
      error={Number.isNaN(value) ? notANumber() : error}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        onChange(numberOfText(currentTarget.value))
      }}
    />
  )
}
