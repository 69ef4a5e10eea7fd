import { isHiddenSource } from '@fieldwatch/contract/telemetry/data'
import { ListValue } from '@fieldwatch/contract/units/list-view'
import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { sharedOptionsQuery } from '#shared/units/shared-options-query.ts'
import type { ListedUnit } from '../listed-unit.ts'
import { nameOfValue } from './last-value.tsx'
import { t } from '../texts.ts'

interface ValueFieldProps {
  value: ListValue | undefined
  /** What the list shows: their fields are offered. */
  units: readonly ListedUnit[]
  onChange: (value: ListValue | undefined) => void
}

/** The most units whose fields are looked at. */
const LOOKED_AT = 1_000

/** Which field's last value the list shows. Fields of units that are not looked at can be typed. */
export function ValueField({ value, units, onChange }: ValueFieldProps) {
  const [dataIds] = useState(() => units.slice(0, LOOKED_AT).map(({ dataID }) => dataID))
  const [text, setText] = useState(value === undefined ? '' : nameOfValue(value))
  const { data = [] } = useQuery(sharedOptionsQuery(useApi(), dataIds))
  const names = data
    .filter(({ source }) => !isHiddenSource(source))
    .flatMap(({ source, fields }) => fields.map(({ name }) => `${source}.${name}`))
  const [isTyping, setTyping] = useState(false)

  function keep(next: string): void {
    const chosen = parseValue(next)
    if (chosen === 'unreadable') return
    if ((chosen && nameOfValue(chosen)) !== (value && nameOfValue(value))) onChange(chosen)
  }

  return (
    <Autocomplete
      label={t('fleet.value')}
      description={t('fleet.value.help')}
      placeholder={t('fleet.value.none')}
      data={names}
      limit={50}
      maxDropdownHeight="12rem"
      clearable
      clearButtonProps={{ 'aria-label': t('fleet.value.clear') }}
      comboboxProps={{ withinPortal: false, hideDetached: false }}
      error={!isTyping && parseValue(text) === 'unreadable' ? t('fleet.value.invalid') : undefined}
      value={text}
      onChange={(next) => {
        setText(next)
        setTyping(true)
        if (next === '') keep(next)
      }}
      onOptionSubmit={keep}
      onBlur={() => {
        setTyping(false)
        keep(text)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') keep(text)
      }}
    />
  )
}

/** Undefined: none. */
function parseValue(text: string): ListValue | undefined | 'unreadable' {
  if (text.trim() === '') return undefined
  const [source = '', ...field] = text.trim().split('.')
  return ListValue.safeParse({ source, field: field.join('.') }).data ?? 'unreadable'
}
