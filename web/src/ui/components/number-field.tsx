import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { NOT_A_NUMBER, numberOfText } from './number-text.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'error'> {
  /** An empty text is none; NaN: what is typed is no number. */
  value?: number | ''
  onChange: (value: number | '') => void
  error?: ReactNode
}

/** A field for a number. What is typed stays as it is, and is told to be no number where it is none. */
export function NumberField({ value = '', onChange, error, ...props }: NumberFieldProps) {
  const [text, setText] = useState(String(value))
  // Somebody else than the keyboard may set it.
  const shown = Object.is(numberOfText(text), value) ? text : Number.isNaN(value) ? text : String(value)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={shown}
      error={Number.isNaN(value) ? NOT_A_NUMBER : error}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        onChange(numberOfText(currentTarget.value))
      }}
    />
  )
}
