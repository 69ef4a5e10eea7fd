import type { Change } from '@fieldwatch/contract/consequences/changes'
import { List, Stack, Text } from '@mantine/core'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { consequencesQuery } from './consequences-query.ts'
import {
  type ConsequenceGroup,
  type ConsequenceList,
  groupConsequences,
  isBlocked,
  lineOf,
} from './consequences-text.ts'
import { t } from './texts.ts'

/** What follows from a change, or from several at once. Until that is known, they are not to be made. */
export function useConsequences(change: Change | readonly Change[]) {
  const api = useApi()
  const changes = 'kind' in change ? [change] : change
  return useQueries({ queries: changes.map((one) => consequencesQuery(api, one)), combine })
}

function combine(results: readonly UseQueryResult<ConsequenceList>[]) {
  const lists = results.flatMap(({ data }) => data ?? [])
  const groups = lists.length < results.length ? undefined : groupConsequences(...lists)
  return {
    groups,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => results.forEach((result) => void result.refetch()),
    ready: groups !== undefined && !isBlocked(groups),
  }
}

/** What follows from a change, in a form that can be saved before it is known. */
export function ChangeConsequences({ change }: { change: Change | readonly Change[] }) {
  const { ready: _ready, ...consequences } = useConsequences(change)
  return <Consequences {...consequences} />
}

/** The list of what follows from a change, by what happens to each thing. */
export function Consequences({ groups, error, refetch }: Omit<ReturnType<typeof useConsequences>, 'ready'>) {
  if (groups === undefined && error !== null) {
    return <LoadFailure title={t('consequences.failed')} message={error.message} onRetry={refetch} />
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
          <Text fw={600} size="sm">
            {heading}
          </Text>
          <List size="sm">
            {listed.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </div>
      ))}
    </Stack>
  )
}
