import type { Change } from '@fieldwatch/contract/consequences/changes'
import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { consequencesQuery } from './consequences-query.ts'
import { type ConsequenceGroup, isBlocked, lineOf } from './consequences-text.ts'
import { t } from './texts.ts'

/** What follows from a change. Until that is known, it is not to be made. */
export function useConsequences(change: Change) {
  const { data, error, refetch } = useQuery(consequencesQuery(useApi(), change))
  return { groups: data, error, refetch, ready: data !== undefined && !isBlocked(data) }
}

/** What follows from a change, in a form that can be saved before it is known. */
export function ChangeConsequences({ change }: { change: Change }) {
  const { ready: _ready, ...consequences } = useConsequences(change)
  return <Consequences {...consequences} />
}

/** The list of what follows from a change, by what happens to each thing. */
export function Consequences({ groups, error, refetch }: Omit<ReturnType<typeof useConsequences>, 'ready'>) {
  if (groups === undefined && error !== null) {
    return <LoadFailure title={t('consequences.failed')} message={error.message} onRetry={() => void refetch()} />
  }
  if (groups === undefined) return <LoadingSkeleton height="4rem" aria-label={t('consequences.loading')} />
  if (groups.length === 0) return <Text c="dimmed">{t('consequences.none')}</Text>
  return <Groups groups={groups} />
}

function Groups({ groups }: { groups: readonly ConsequenceGroup[] }) {
  const lines = Map.groupBy(groups.map(lineOf), ({ heading }) => heading)
  return (
    <Stack gap="xs">
      {Array.from(lines, ([heading, listed]) => (
        <div key={heading}>
          <Text fw={600}>{heading}</Text>
          <List>
            {listed.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </div>
      ))}
    </Stack>
  )
}
