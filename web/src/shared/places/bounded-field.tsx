import { useState } from 'react'
import { NumberField } from '#ui/components/number-field.tsx'
import { t } from './texts.ts'

interface BoundedFieldProps {
  label: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
}

/** A field for a number between two others. What is typed stays; it counts once it is such a number. */
export function BoundedField({ label, value, least, most, onChange }: BoundedFieldProps) {
  const [typed, setTyped] = useState<number | ''>()
  const isWithin = (one: number | ''): one is number => one !== '' && one >= least && one <= most
  const isWrong = typed !== undefined && !Number.isNaN(typed) && !isWithin(typed)
  return (
    <NumberField
      label={label}
      value={typed ?? value}
      error={isWrong ? t('nearest-units.bounds', { least, most }) : undefined}
      onChange={(next) => {
        setTyped(next)
        if (isWithin(next)) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
