import { DECIMAL_MARKS, type DecimalMark, SIZE_UNITS, type SizeUnit } from '@fieldwatch/contract/units/sims'
import { NativeSelect } from '@mantine/core'
import type { SimImported } from './sim-mutations.ts'

interface ImportSizesProps {
  verdict: Pick<SimImported, 'decimals' | 'sizeUnit'>
  onChoose: (choice: { decimals: DecimalMark } | { sizeUnit: SizeUnit }) => void
}

const MARK_TEXT: Readonly<Record<DecimalMark, string>> = {
  point: '1,234.5 with a decimal point',
  comma: '1.234,5 with a decimal comma',
}

/** Shows how the sizes of a file are read, to change it; nothing where the file itself says it. */
export function ImportSizes({ verdict: { decimals, sizeUnit }, onChoose }: ImportSizesProps) {
  return (
    <>
      <ReadingSelect
        label="Numbers in this file are written like"
        unclear="They may be read in two ways. Choose one."
        choices={DECIMAL_MARKS}
        textOf={(mark) => MARK_TEXT[mark]}
        value={decimals}
        onChoose={(mark) => onChoose({ decimals: mark })}
      />
      <ReadingSelect
        label="Data sizes without a unit are in"
        unclear="This file has sizes without a unit. Choose the one that your operator uses."
        choices={SIZE_UNITS}
        textOf={(unit) => unit}
        value={sizeUnit}
        onChoose={(unit) => onChoose({ sizeUnit: unit })}
      />
    </>
  )
}

interface ReadingSelectProps<Choice extends string> {
  label: string
  /** What is said while nothing is chosen. */
  unclear: string
  choices: readonly Choice[]
  textOf: (choice: Choice) => string
  /** Null where it makes no difference. */
  value: Choice | 'unclear' | null
  onChoose: (choice: Choice) => void
}

function ReadingSelect<Choice extends string>(props: ReadingSelectProps<Choice>) {
  const { label, unclear, choices, textOf, value, onChoose } = props
  if (value === null) return undefined
  const isUnclear = value === 'unclear'
  return (
    <NativeSelect
      label={label}
      error={isUnclear ? unclear : undefined}
      data={[
        ...(isUnclear ? [{ value: '', label: 'Choose', disabled: true }] : []),
        ...choices.map((choice) => ({ value: choice, label: textOf(choice) })),
      ]}
      value={isUnclear ? '' : value}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((one) => one === currentTarget.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    />
  )
}
