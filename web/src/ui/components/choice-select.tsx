import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface ChoiceSelectProps<Choice extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  choices: readonly Choice[]
  nameOf: (choice: Choice) => string
  value: Choice
  onChange: (choice: Choice) => void
}

/** A select of one of a closed set. */
export function ChoiceSelect<Choice extends string>(props: ChoiceSelectProps<Choice>) {
  const { choices, nameOf, onChange, ...select } = props
  return (
    <NativeSelect
      {...select}
      data={choices.map((choice) => ({ value: choice, label: nameOf(choice) }))}
      onChange={({ currentTarget: { value } }) => {
        const chosen = choices.find((choice) => choice === value)
        if (chosen !== undefined) onChange(chosen)
      }}
    />
  )
}

interface FilterSelectProps<Value extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  /** What is read where nothing is chosen. */
  all: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** A select by which a list is narrowed, or not. */
export function FilterSelect<Value extends string>({ all, options, onChange, ...props }: FilterSelectProps<Value>) {
  return (
    <NativeSelect
      {...props}
      data={[{ value: '', label: all }, ...options]}
      value={props.value ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(options.find((option) => option.value === value)?.value)}
    />
  )
}
