import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { t } from './texts.ts'

/** So that not each key asks the server. */
export const SETTLE_MS = 250
const MOST_OFFERED = 20

interface UnitPickerProps extends Pick<
  SelectProps,
  'label' | 'placeholder' | 'description' | 'error' | 'clearable' | 'clearButtonProps' | 'required'
> {
  /** Empty: none. */
  value: string
  /** The name of the unit that was chosen before; otherwise its dataID is shown. */
  name?: string | undefined
  onChange: (value: DataId | '') => void
  /** Only units that show this shared template. */
  template?: TemplateId
}

/** A unit, found by a part of its name or dataID on the server. */
export function UnitPicker({ value, name, onChange, template, ...field }: UnitPickerProps) {
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState(false)
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const [settled] = useDebouncedValue(search.trim(), SETTLE_MS)
  // What is chosen is in the field, and is no search.
  const shown = value === chosen?.value ? chosen : { value, label: name ?? value }
  const wanted = settled === shown.label ? '' : settled
  const { data, error, isFetching } = useQuery({
    ...foundUnitsQuery(useApi(), { search: wanted, template }),
    enabled: asked,
  })
  const found = (data ?? []).map((unit) => ({ value: unit.id as string, label: labelOf(unit) }))
  const isKnown = value === '' || found.some((one) => one.value === value)
  return (
    <Select
      {...field}
      searchable
      nothingFoundMessage={
        error?.message ?? (isFetching || data === undefined ? t('units.picker.searching') : t('units.picker.none'))
      }
      data={isKnown ? found : [shown, ...found]}
      // The server has searched.
      filter={({ options }) => options}
      maxDropdownHeight="15rem"
      comboboxProps={{ keepMounted: false }}
      searchValue={search}
      onSearchChange={setSearch}
      onFocus={() => setAsked(true)}
      value={value === '' ? null : value}
      onChange={(next, option) => {
        setChosen({ value: next ?? '', label: option?.label ?? '' })
        onChange((next ?? '') as DataId | '')
      }}
    />
  )
}

interface FoundUnits {
  readonly search: string
  readonly template?: TemplateId | undefined
  readonly entity?: EntityId | undefined
}

/** The first units with a text in their name or dataID. */
export function foundUnitsQuery(api: Api, { search, template, entity }: FoundUnits) {
  const query = {
    limit: MOST_OFFERED,
    ...(entity === undefined ? {} : { entity }),
    ...(search === '' ? {} : { search }),
    ...(template === undefined ? {} : { template }),
  }
  return detailsQuery(api, listUnitNames, {
    queryKey: ['unit-names', 'found', query],
    query,
    placeholderData: keepPreviousData,
  })
}

export function labelOf({ id, friendlyName }: { id: DataId; friendlyName: string }): string {
  return `${friendlyName} (${id})`
}
