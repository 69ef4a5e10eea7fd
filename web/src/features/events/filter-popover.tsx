import { given } from '#platform/given.ts'
import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button, Group, Popover, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { NumberField } from '#ui/components/number-field.tsx'
import { tagsQuery } from './event-queries.ts'
import classes from './events.module.css'
import { filterText } from './filter-text.ts'
import { NO_FILTER } from './occurrence-filter.ts'
import { t } from './texts.ts'

interface FilterPopoverProps {
  dataId: DataId
  name: string
  /** The title of the event table. */
  title: string
  filter: OccurrenceFilter
  onFilter: (filter: OccurrenceFilter) => void
}

/** Which of the events are listed: by their tag, a text and how long they took. */
export function FilterPopover({ dataId, name, title, filter, onFilter }: FilterPopoverProps) {
  const [open, setOpen] = useState(false)
  const active = filterText(filter)
  const apply = (next: OccurrenceFilter): void => {
    setOpen(false)
    onFilter(next)
  }
  return (
    <>
      {active === '' ? undefined : (
        <Text size="sm" c="dimmed">
          {t('events.filter.active', { filters: active })}
        </Text>
      )}
      <Popover opened={open} onChange={setOpen} position="bottom-end" width="20rem" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <Button
            variant={active === '' ? 'default' : 'light'}
            size="xs"
            aria-label={t('events.filter.label', { title })}
            onClick={() => setOpen(!open)}
          >
            {t('events.filter')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterForm dataId={dataId} name={name} filter={filter} onApply={apply} />
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

const ANY = 'any'
const NONE = 'none'
/** Before a tag, so that one with the name of another choice is distinguished from it. */
const TAGGED = 'tag:'

interface FilterFormProps extends Pick<FilterPopoverProps, 'dataId' | 'name' | 'filter'> {
  onApply: (filter: OccurrenceFilter) => void
}

function FilterForm({ dataId, name, filter, onApply }: FilterFormProps) {
  const known = useQuery(tagsQuery(useApi(), dataId, name))
  const [tag, setTag] = useState(filter.tag)
  const [text, setText] = useState(filter.text ?? '')
  const [least, setLeast] = useState(minutesOf(filter.minDuration))
  const [most, setMost] = useState(minutesOf(filter.maxDuration))
  const tags = new Set([...(known.data ?? []), ...(tag === undefined || tag === '' ? [] : [tag])])
  const isReversed = least !== '' && most !== '' && least > most
  const isValid = isMinutes(least) && isMinutes(most) && !isReversed

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isValid) return
    onApply(
      given({
        tag,
        text: text.trim() || undefined,
        minDuration: least === '' ? undefined : least * MINUTE_MS,
        maxDuration: most === '' ? undefined : most * MINUTE_MS,
      }),
    )
  }

  return (
    // The form takes the focus: in its first field it would open the choices over the others.
    <form onSubmit={submit} tabIndex={-1} data-autofocus>
      <Stack gap="xs">
        <Select
          label={t('events.tag')}
          searchable
          allowDeselect={false}
          comboboxProps={{ withinPortal: false, keepMounted: false }}
          data={[
            { value: ANY, label: t('events.filter.tag.any') },
            { value: NONE, label: t('events.filter.tag.none') },
            ...[...tags].map((one) => ({ value: TAGGED + one, label: one })),
          ]}
          value={tag === undefined ? ANY : tag === '' ? NONE : TAGGED + tag}
          onChange={(value) => setTag(tagOf(value))}
        />
        <TextInput
          label={t('events.filter.text')}
          maxLength={100}
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group gap="xs" grow align="flex-start">
          <NumberField
            label={t('events.filter.shortest')}
            value={least}
            error={isReversed ? t('events.filter.reversed') : undefined}
            onChange={setLeast}
          />
          <NumberField label={t('events.filter.longest')} value={most} onChange={setMost} />
        </Group>
        <div className={classes['bar']}>
          <Button type="submit" size="xs" disabled={!isValid}>
            {t('events.filter.apply')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => onApply(NO_FILTER)}>
            {t('events.filter.clear')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function tagOf(choice: string | null): string | undefined {
  if (choice === null || choice === ANY) return undefined
  return choice === NONE ? '' : choice.slice(TAGGED.length)
}

function minutesOf(ms: number | undefined): number | '' {
  return ms === undefined ? '' : ms / MINUTE_MS
}

function isMinutes(value: number | ''): boolean {
  return value === '' || (value >= 0 && Number.isFinite(value))
}
