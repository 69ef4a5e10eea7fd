import type { DependantGroup } from '@fieldwatch/contract/units/dependants'
import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { type Deletable, dependantsQuery } from './dependants-query.ts'
import { isBlocked, lineOf } from './dependants-text.ts'
import { t } from './texts.ts'

/** What depends on a thing. Until that is known, nothing is to be deleted. */
export function useDependants(thing: Deletable) {
  const { data, error, refetch } = useQuery(dependantsQuery(useApi(), thing))
  return { groups: data, error, refetch, ready: data !== undefined && !isBlocked(data) }
}

/** The list of what depends on a thing, by what happens to it. */
export function Dependants({ groups, error, refetch }: Omit<ReturnType<typeof useDependants>, 'ready'>) {
  if (groups === undefined && error !== null) {
    return <LoadFailure title={t('deletion.failed')} message={error.message} onRetry={() => void refetch()} />
  }
  if (groups === undefined) return <LoadingSkeleton height="4rem" aria-label={t('deletion.loading')} />
  if (groups.length === 0) return <Text c="dimmed">{t('deletion.none')}</Text>
  return <Groups groups={groups} />
}

function Groups({ groups }: { groups: readonly DependantGroup[] }) {
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
