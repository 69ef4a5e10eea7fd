import type { EntityId } from '@fieldwatch/contract/api/ids'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { foundUnitsQuery, labelOf, SETTLE_MS } from '#shared/units/unit-picker.tsx'
import { NEW_ENTITY } from './user-values.ts'
import { t } from './texts.ts'

interface UserUnitsFieldProps {
  /** The entity of the user: its id, or `NEW_ENTITY`, which has no units yet. */
  entity: string
  value: readonly string[]
  error: ReactNode
  onChange: (units: readonly string[]) => void
}

/** The units that a user is responsible for, found by a part of their name or dataID on the server. */
export function UserUnitsField({ entity, value, error, onChange }: UserUnitsFieldProps) {
  const api = useApi()
  const isKnown = entity !== NEW_ENTITY && entity !== ''
  const [asked, setAsked] = useState(false)
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), SETTLE_MS)
  // Units that the user has already are named by one question; what is chosen later was found.
  const [before] = useState(value)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const named = useQuery({ ...namesOfQuery(api, before), enabled: before.length > 0 })
  const found = useQuery({
    ...foundUnitsQuery(api, { search: settled, entity: entity as EntityId }),
    enabled: asked && isKnown,
  })
  const offered = isKnown ? (found.data ?? []) : []
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
      label={t('people.user.units')}
      description={t('people.user.units.help')}
      searchable
      hidePickedOptions
      data={data}
      // The server has searched.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      onFocus={() => setAsked(true)}
      placeholder={value.length === 0 ? t('people.user.units.none') : ''}
      nothingFoundMessage={found.isFetching ? t('people.user.units.searching') : t('people.user.units.nothing')}
      comboboxProps={{ keepMounted: false }}
      error={found.isError ? t('people.user.units.failed') : error}
      value={[...value]}
      onChange={(next) => {
        setChosen(names)
        onChange(next)
      }}
    />
  )
}

function namesOfQuery(api: Api, dataIds: readonly string[]) {
  const only = dataIds.slice(0, MOST_NAMED).join(',')
  return queryOptions({
    queryKey: ['unit-names', 'only', only] as const,
    queryFn: async ({ signal }) => (await api.call(listUnitNames, { query: { only } }, { signal })).details,
  })
}

/** Further ones are shown by their dataID. */
const MOST_NAMED = 100
