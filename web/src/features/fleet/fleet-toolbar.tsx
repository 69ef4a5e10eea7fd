import { ChoiceSelect } from '#ui/components/choice-select.tsx'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { Checkbox, CloseButton, Group, Kbd, Text, TextInput, Title, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '#ui/icons/icons.ts'
import { type ReactNode, useRef } from 'react'
import { AddUnitButton } from '#shared/unit-setup/add-unit-button.tsx'
import { UNIT_FILTERS, type UnitFilter } from './unit-filter.ts'
import classes from './fleet-toolbar.module.css'
import { t } from './texts.ts'

interface FleetToolbarProps {
  /** How many units of the search each filter shows; undefined while they are loading. */
  counts: Record<UnitFilter, number> | undefined
  /** How many the list shows now. */
  shown: number
  /** How many there are. */
  all: number
  filter: UnitFilter
  onFilter: (filter: UnitFilter) => void
  /** Whether only the units that are assigned to the person show; undefined where there are none. */
  mine: boolean | undefined
  onMine: (mine: boolean) => void
  search: string
  onSearch: (search: string) => void
  /** The list shows the past, in which no unit can be added. */
  isPast: boolean
  /** All in one row. */
  low: boolean
  /** Shown beside the search. */
  tools?: ReactNode
  /** Shown beside the button that adds a unit. */
  adding?: ReactNode
}

/** Heading, search and filters above the list. */
export function FleetToolbar({
  counts,
  shown,
  all,
  filter,
  onFilter,
  mine,
  onMine,
  isPast,
  low,
  tools,
  adding,
  ...search
}: FleetToolbarProps) {
  return (
    <div className={classes['toolbar']} data-low={low}>
      <div className={classes['head']}>
        <Title order={1} size="h4" className={classes['title'] ?? ''}>
          {t('fleet.title')}{' '}
          <Text component="span" inherit c="dimmed" fw={450} aria-live="polite">
            {counts === undefined ? '' : t(shown === all ? 'fleet.shown' : 'fleet.shown-of', { shown, all })}
          </Text>
        </Title>
        {low || isPast ? undefined : (
          <Group gap="xs">
            {adding}
            <AddUnitButton />
          </Group>
        )}
      </div>
      <div className={classes['find']}>
        <SearchBox {...search} />
        {low ? <FilterSelect counts={counts} filter={filter} onFilter={onFilter} /> : undefined}
        {tools}
        {low ? adding : undefined}
        {low && !isPast ? <AddUnitButton compact /> : undefined}
      </div>
      {low ? undefined : <FilterButtons counts={counts} filter={filter} onFilter={onFilter} />}
      {mine === undefined ? undefined : (
        <Checkbox
          label={t('fleet.mine')}
          checked={mine}
          onChange={({ currentTarget }) => onMine(currentTarget.checked)}
        />
      )}
    </div>
  )
}

type FilterProps = Pick<FleetToolbarProps, 'counts' | 'filter' | 'onFilter'>

function FilterButtons({ counts, filter, onFilter }: FilterProps) {
  return (
    <fieldset aria-label={t('fleet.filter')} className={classes['filters']}>
      {UNIT_FILTERS.map((name) => (
        <UnstyledButton
          key={name}
          className={classes['filter'] ?? ''}
          aria-pressed={name === filter}
          aria-description={counts === undefined ? undefined : t('fleet.count', { count: counts[name] })}
          onClick={() => onFilter(name)}
        >
          <span>{t(`fleet.filter.${name}`)}</span>
          <span aria-hidden="true" className={classes['count']}>
            {counts === undefined ? '' : formatCount(counts[name])}
          </span>
        </UnstyledButton>
      ))}
    </fieldset>
  )
}

function FilterSelect({ counts, filter, onFilter }: FilterProps) {
  return (
    <ChoiceSelect
      aria-label={t('fleet.filter')}
      className={classes['select'] ?? ''}
      choices={UNIT_FILTERS}
      nameOf={(one) => filterText(one, counts?.[one])}
      value={filter}
      onChange={onFilter}
    />
  )
}

function filterText(filter: UnitFilter, count: number | undefined): string {
  const name = t(`fleet.filter.${filter}`)
  return count === undefined ? name : t('fleet.filter.count', { name, count })
}

function SearchBox({ search, onSearch }: Pick<FleetToolbarProps, 'search' | 'onSearch'>) {
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => input.current?.focus()]])
  const clear = () => {
    onSearch('')
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes['search'] ?? ''}
      aria-label={t('fleet.search')}
      placeholder={t('fleet.search.placeholder')}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onSearch('')
      }}
      leftSection={<IconSearch size="1rem" aria-hidden="true" />}
      rightSection={
        search === '' ? (
          <Kbd size="xs" aria-hidden="true" className={classes['key'] ?? ''}>
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label={t('fleet.search.clear')} onClick={clear} />
        )
      }
    />
  )
}
