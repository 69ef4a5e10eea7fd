import { ACTIVITY_TOPICS } from '@fieldwatch/contract/activity'
import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ActivityList } from '#shared/activity/activity-list.tsx'
import type { ActivityNarrowing } from '#shared/activity/activity-queries.ts'
import { TOPIC_TEXT } from '#shared/activity/activity-text.ts'
import { downloadActivity } from '#shared/activity/download-activity.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { entityOptions } from '../entity-options.ts'
import classes from './activity-tab.module.css'
import { type ActivityChoice, NO_CHOICE, narrowingOf } from './activity-choice.ts'

/** So that not each key asks the server. */
const SETTLE_MS = 300

/** Who changed what in the entities in reach, and who signed in from where. For admins. */
export function ActivityTab() {
  const api = useApi()
  const entities = entityOptions(useMe())
  const [choice, setChoice] = useState<ActivityChoice>(NO_CHOICE)
  const [settled] = useDebouncedValue(choice, SETTLE_MS)
  const narrowing = useMemo<ActivityNarrowing>(() => narrowingOf(settled), [settled])
  const download = useMutation({ mutationFn: () => downloadActivity(api, narrowingOf(choice)) })
  const choose = (change: Partial<ActivityChoice>): void => setChoice((before) => ({ ...before, ...change }))
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Activity
        </Title>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Export as CSV
        </Button>
      </Group>
      <Text c="dimmed">Who changed what, and who signed in from where.</Text>
      {download.isError ? (
        <FormFailure text="The activity was not exported." advice={download.error.message} />
      ) : undefined}
      <div className={classes['choice']}>
        <TextInput
          type="search"
          label="Search"
          placeholder="Name, device, action or address"
          maxLength={100}
          value={choice.search}
          onChange={({ currentTarget }) => choose({ search: currentTarget.value })}
        />
        <NativeSelect
          label="About"
          data={[
            { value: '', label: 'Everything' },
            ...ACTIVITY_TOPICS.map((value) => ({ value, label: TOPIC_TEXT[value] })),
          ]}
          value={choice.topic ?? ''}
          onChange={({ currentTarget }) =>
            choose({ topic: ACTIVITY_TOPICS.find((topic) => topic === currentTarget.value) })
          }
        />
        {entities.length < 2 ? undefined : (
          <NativeSelect
            label="Entity"
            data={[{ value: '', label: 'All' }, ...entities]}
            value={choice.entity ?? ''}
            onChange={({ currentTarget }) =>
              choose({ entity: entities.find(({ value }) => value === currentTarget.value)?.value })
            }
          />
        )}
        <TextInput
          type="date"
          label="From"
          max="9999-12-31"
          value={choice.firstDay}
          onChange={({ currentTarget }) => choose({ firstDay: currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To"
          max="9999-12-31"
          value={choice.lastDay}
          onChange={({ currentTarget }) => choose({ lastDay: currentTarget.value })}
        />
      </div>
      <ActivityList
        label="Activity"
        narrowing={narrowing}
        emptyText={choice === NO_CHOICE ? 'Nothing was written down yet.' : 'There is nothing of this kind.'}
      />
    </Stack>
  )
}
