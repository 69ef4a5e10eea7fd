import { DECIMAL_MARKS, type DecimalMark } from '@fieldwatch/contract/sims'
import { NativeSelect } from '@mantine/core'
import type { SimImported } from './sim-mutations.ts'

interface ImportDecimalsProps {
  decimals: SimImported['decimals']
  onChoose: (mark: DecimalMark) => void
}

const MARK_TEXT: Readonly<Record<DecimalMark, string>> = {
  point: '1,234.5 with a decimal point',
  comma: '1.234,5 with a decimal comma',
}

/** Shows how the numbers of a file are read, to change it; nothing when it makes no difference. */
export function ImportDecimals({ decimals, onChoose }: ImportDecimalsProps) {
  if (decimals === null) return undefined
  const isUnclear = decimals === 'unclear'
  return (
    <NativeSelect
      label="Numbers in this file are written like"
      error={isUnclear ? 'They may be read in two ways. Choose one.' : undefined}
      data={[
        ...(isUnclear ? [{ value: '', label: 'Choose', disabled: true }] : []),
        ...DECIMAL_MARKS.map((mark) => ({ value: mark, label: MARK_TEXT[mark] })),
      ]}
      value={isUnclear ? '' : decimals}
      onChange={({ currentTarget: { value } }) => {
        const mark = DECIMAL_MARKS.find((one) => one === value)
        if (mark !== undefined) onChoose(mark)
      }}
    />
  )
}
