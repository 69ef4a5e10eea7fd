import { ChoiceSelect } from '@fieldwatch/web/ui/components/choice-select.tsx'
import { IMPORT_DECIMALS, IMPORT_DELIMITERS, IMPORT_TITLES_MAX } from '../contract/record-imports.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DECIMALS_TEXT, DELIMITER_TEXT } from './import-text.ts'
import type { ImportPartProps } from './import-time-fields.tsx'
import classes from './imports.module.css'
import { t } from './texts.ts'

/** Where the table of a file is, and how its cells are written. */
export function ImportTableFields({ settings, preview: { columns }, onChange, onLayout }: ImportPartProps) {
  const { delimiter, decimals, headingLine, firstLine, seriesColumn, missing } = settings
  const options = columns.map(({ heading }, place) => ({ value: String(place), label: heading }))
  return (
    <div className={classes['fields']}>
      <ChoiceSelect
        label={t('record-imports.delimiter')}
        description={t('record-imports.delimiter.help')}
        choices={IMPORT_DELIMITERS}
        nameOf={(choice) => t(DELIMITER_TEXT[choice])}
        value={delimiter}
        onChange={(choice) => onLayout({ delimiter: choice, ...ANEW })}
      />
      <ChoiceSelect
        label={t('record-imports.decimals')}
        description={t('record-imports.decimals.help')}
        choices={IMPORT_DECIMALS}
        nameOf={(choice) => DECIMALS_TEXT[choice]}
        value={decimals}
        onChange={(choice) => onChange({ decimals: choice })}
      />
      <LineField
        label={t('record-imports.heading-line')}
        description={t('record-imports.heading-line.help')}
        line={headingLine}
        onChange={(line) => onLayout({ headingLine: line })}
      />
      <LineField
        label={t('record-imports.first-line')}
        description={t('record-imports.first-line.help')}
        line={firstLine}
        onChange={(line) => {
          if (line !== null) onLayout({ firstLine: line })
        }}
      />
      <NativeSelect
        label={t('record-imports.series-column')}
        description={t('record-imports.series-column.help')}
        data={[{ value: '', label: t('record-imports.series-column.none') }, ...options]}
        value={seriesColumn === null ? '' : String(seriesColumn)}
        onChange={({ currentTarget: { value } }) => onLayout({ seriesColumn: value === '' ? null : Number(value) })}
      />
      <MissingField missing={missing} onChange={(words) => onChange({ missing: words })} />
    </div>
  )
}

/** With another delimiter everything else is guessed again. */
const ANEW = {
  headingLine: undefined,
  firstLine: undefined,
  comment: undefined,
  seriesColumn: undefined,
  timeColumn: undefined,
  clockColumn: undefined,
}

interface LineFieldProps {
  label: string
  description: string
  line: number | null
  onChange: (line: number | null) => void
}

/** The number of a line, which counts when it is left. */
function LineField({ label, description, line, onChange }: LineFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      label={label}
      description={description}
      inputMode="numeric"
      value={typed ?? (line === null ? '' : String(line))}
      onChange={({ currentTarget: { value } }) => setTyped(value.replace(/\D/g, ''))}
      onBlur={() => {
        const asked = typed === undefined ? line : typed === '' || Number(typed) === 0 ? null : Number(typed)
        setTyped(undefined)
        if (asked !== line) onChange(asked === null ? null : Math.min(asked, IMPORT_TITLES_MAX))
      }}
    />
  )
}

function MissingField({ missing, onChange }: { missing: readonly string[]; onChange: (words: string[]) => void }) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      label={t('record-imports.missing')}
      description={t('record-imports.missing.help')}
      value={typed ?? missing.join(' ')}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={() => {
        const words = typed?.split(/\s+/).filter((word) => word !== '')
        setTyped(undefined)
        if (words !== undefined && words.join(' ') !== missing.join(' ')) onChange(words.slice(0, MOST_WORDS))
      }}
    />
  )
}
const MOST_WORDS = 20
