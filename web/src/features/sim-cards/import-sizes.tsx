import { DecimalMark, SizeUnit } from '@fieldwatch/contract/units/sims'
import { NativeSelect } from '@mantine/core'
import { t } from './texts.ts'
import type { SimImported } from './sim-mutations.ts'

interface ImportSizesProps {
  verdict: Pick<SimImported, 'decimals' | 'sizeUnit'>
  onChoose: (choice: { decimals: DecimalMark } | { sizeUnit: SizeUnit }) => void
}

/** Shows how the sizes of a file are read, to change it; nothing where the file itself says it. */
export function ImportSizes({ verdict: { decimals, sizeUnit }, onChoose }: ImportSizesProps) {
  return (
    <>
      <ReadingSelect
        label={t('sim-cards.import.decimals')}
        unclear={t('sim-cards.import.decimals.unclear')}
        choices={DecimalMark.options}
        textOf={(mark) => t(`sim-cards.import.decimals.${mark}`)}
        value={decimals}
        onChoose={(mark) => onChoose({ decimals: mark })}
      />
      <ReadingSelect
        label={t('sim-cards.import.unit')}
        unclear={t('sim-cards.import.unit.unclear')}
        choices={SizeUnit.options}
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
        ...(isUnclear ? [{ value: '', label: t('sim-cards.import.choose'), disabled: true }] : []),
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
