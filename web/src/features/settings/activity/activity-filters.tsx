import { ActivityTopic } from '@fieldwatch/contract/activity/activity'
import { Button, TextInput } from '@mantine/core'
import { FilterSelect } from '#ui/components/choice-select.tsx'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { DayField } from '#shared/time-range/day-field.tsx'
import { useIsLow } from '#ui/components/use-is-low.ts'
import { useIsPhone } from '#ui/components/use-is-phone.ts'
import { entityOptions } from '../people/entity-options.ts'
import classes from './activity-tab.module.css'
import type { ActivityChoice } from './activity-choice.ts'
import { t } from './texts.ts'

interface ActivityFiltersProps {
  choice: ActivityChoice
  onChoose: (change: Partial<ActivityChoice>) => void
}

/** What the activity is narrowed by. On a phone all but the search is folded, so that the activity itself is in sight. */
export function ActivityFilters({ choice, onChoose }: ActivityFiltersProps) {
  const [isPhone, isLow] = [useIsPhone(), useIsLow()]
  const [isOpen, setOpen] = useState(false)
  const isSmall = isPhone || isLow
  const { topic, entity, firstDay, lastDay } = choice
  const chosen = [topic, entity, firstDay, lastDay].filter((one) => one !== undefined && one !== '').length
  return (
    <div className={classes['choice']}>
      <TextInput
        type="search"
        label={t('activity.filter.search')}
        placeholder={t('activity.filter.search.example')}
        maxLength={100}
        value={choice.search}
        onChange={({ currentTarget }) => onChoose({ search: currentTarget.value })}
      />
      {isSmall ? (
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen
            ? t('activity.filter.fewer')
            : chosen === 0
              ? t('activity.filter.more')
              : t('activity.filter.more.chosen', { count: chosen })}
        </Button>
      ) : undefined}
      {isSmall && !isOpen ? undefined : <Others choice={choice} onChoose={onChoose} />}
    </div>
  )
}

function Others({ choice, onChoose }: ActivityFiltersProps) {
  const entities = entityOptions(useMe())
  return (
    <>
      <FilterSelect
        label={t('activity.filter.topic')}
        all={t('activity.filter.topic.all')}
        options={ActivityTopic.options.map((value) => ({ value, label: t(`activity.topic.${value}`) }))}
        value={choice.topic}
        onChange={(topic) => onChoose({ topic })}
      />
      {entities.length < 2 ? undefined : (
        <FilterSelect
          label={t('activity.filter.entity')}
          all={t('activity.filter.entity.all')}
          options={entities}
          value={choice.entity}
          onChange={(entity) => onChoose({ entity })}
        />
      )}
      <DayField
        label={t('activity.filter.from')}
        value={choice.firstDay}
        onChange={(firstDay) => onChoose({ firstDay })}
      />
      <DayField label={t('activity.filter.to')} value={choice.lastDay} onChange={(lastDay) => onChoose({ lastDay })} />
    </>
  )
}
