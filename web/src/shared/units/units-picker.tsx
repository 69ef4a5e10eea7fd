import type { EntityId } from '@fieldwatch/contract/api/ids'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { t } from './texts.ts'
import { foundUnitsQuery, labelOf, SETTLE_MS } from './unit-picker.tsx'

interface UnitsPickerProps extends Pick<MultiSelectProps, 'label' | 'description' | 'placeholder' | 'error'> {
  value: readonly string[]
  /** Only units of this entity. */
  entity?: EntityId | undefined
  /** No unit can be chosen yet. */
  isEmpty?: boolean
  onChange: (units: readonly string[]) => void
}

/** Several units, found by a part of their name or dataID on the server. */
export function UnitsPicker({ value, entity, isEmpty = false, error, onChange, ...field }: UnitsPickerProps) {
  const api = useApi()
  const [asked, setAsked] = useState(false)
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), SETTLE_MS)
  // Units that were chosen before are named by one question; what is chosen later was found.
  const [before] = useState(value)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const named = useQuery(unitNamesQuery(api, before))
  const found = useQuery({ ...foundUnitsQuery(api, { search: settled, entity }), enabled: asked && !isEmpty })
  const offered = isEmpty ? [] : (found.data ?? [])
  const names = new Map<string, string>([
    ...chosen,
    ...[...(named.data ?? []), ...offered].map((unit): [string, string] => [unit.id, labelOf(unit)]),
  ])
  const data = [...new Set<string>([...value, ...offered.map(({ id }) => id)])].map((id) => ({
    value: id,
    label: names.get(id) ?? id,
  }))
  return (
    <MultiSelect
      {...field}
      searchable
      hidePickedOptions
      data={data}
      // The server has searched.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      onFocus={() => setAsked(true)}
      nothingFoundMessage={found.isFetching ? t('units.picker.searching') : t('units.picker.none')}
      comboboxProps={{ keepMounted: false }}
      error={found.isError ? found.error.message : error}
      value={[...value]}
      onChange={(next) => {
        setChosen(names)
        onChange(next)
      }}
    />
  )
}

/** The names of units that are known by their dataIDs. */
export function unitNamesQuery(api: Api, dataIds: readonly string[]) {
  const only = dataIds.slice(0, MOST_NAMED).join(',')
  return detailsQuery(api, listUnitNames, {
    queryKey: ['unit-names', 'only', only],
    query: { only },
    enabled: dataIds.length > 0,
  })
}

/** Further ones are shown by their dataID. */
const MOST_NAMED = 100
