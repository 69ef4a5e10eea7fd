import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { MOST_INCIDENT_FIELDS } from '../contract/incident-facts.ts'
import type { IncidentField } from '../contract/incidents.ts'
import { isHiddenSource, readsAsNumber, type SharedSource } from '@fieldwatch/contract/telemetry/data'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { sharedOptionsQuery } from '@fieldwatch/web/shared/units/shared-options-query.ts'
import { t } from './texts.ts'

interface FieldsChoiceProps {
  dataIds: readonly DataId[]
  /** As `fieldKey` writes them. */
  value: readonly string[]
  onChange: (value: string[]) => void
}

const NO_SOURCES: readonly SharedSource[] = []

/** The fields of some units that are drawn as charts. */
export function FieldsChoice({ dataIds, value, onChange }: FieldsChoiceProps) {
  const { data: sources = NO_SOURCES } = useQuery(sharedOptionsQuery(useApi(), dataIds))
  const choices = useMemo(() => choicesOf(sources), [sources])
  const known = new Set(choices.map((choice) => choice.value))
  return (
    <MultiSelect
      label={t('incidents.form.fields')}
      description={t('incidents.form.fields.help', { most: MOST_INCIDENT_FIELDS })}
      data={[...choices, ...value.filter((key) => !known.has(key)).map((key) => ({ value: key, label: labelOf(key) }))]}
      value={[...value]}
      onChange={onChange}
      maxValues={MOST_INCIDENT_FIELDS}
      searchable
      hidePickedOptions
      maxDropdownHeight="12rem"
    />
  )
}

export function fieldKey({ source, field }: IncidentField): string {
  return `${source} ${field}`
}

export function fieldOfKey(key: string): IncidentField {
  const [source = '', field = ''] = key.split(' ')
  return { source: source as SourceName, field }
}

function labelOf(key: string): string {
  return key.replace(' ', ' · ')
}

function choicesOf(sources: readonly SharedSource[]) {
  return sources
    .filter(({ source }) => !isHiddenSource(source))
    .flatMap(({ source, fields }) =>
      fields.filter(({ type }) => readsAsNumber(type)).map(({ name: field }) => fieldKey({ source, field })),
    )
    .map((value) => ({ value, label: labelOf(value) }))
}
