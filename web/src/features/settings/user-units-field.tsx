import type { EntityId } from '@fieldwatch/contract/ids'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { unitNamesQuery } from '#shared/units/unit-names-query.ts'
import { NEW_ENTITY } from './user-values.ts'

interface UserUnitsFieldProps {
  /** The entity of the user: its id, or `NEW_ENTITY`, which has no units yet. */
  entity: string
  value: readonly string[]
  error: ReactNode
  onChange: (units: readonly string[]) => void
}

/** The units that a user is responsible for. */
export function UserUnitsField({ entity, value, error, onChange }: UserUnitsFieldProps) {
  const isKnown = entity !== NEW_ENTITY && entity !== ''
  const units = useQuery({ ...unitNamesQuery(useApi(), entity as EntityId), enabled: isKnown })
  const names = new Map<string, string>(value.map((dataId) => [dataId, dataId]))
  for (const { id, friendlyName } of (isKnown ? units.data : undefined) ?? []) names.set(id, friendlyName)
  return (
    <MultiSelect
      label="Units"
      description="The units that this person looks after: “My units” on the dashboard shows only these."
      searchable
      hidePickedOptions
      limit={MOST_OFFERED}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      placeholder={value.length === 0 ? 'None' : ''}
      nothingFoundMessage="Nothing found"
      comboboxProps={{ keepMounted: false }}
      error={units.isError ? 'The units could not be read.' : error}
      value={[...value]}
      onChange={onChange}
    />
  )
}

/** More than a person reads; the rest is found by typing. */
const MOST_OFFERED = 100
