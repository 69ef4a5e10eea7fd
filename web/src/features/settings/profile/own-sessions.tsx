import { endOwnSessions, listOwnSessions, type OwnSession } from '@fieldwatch/contract/people/own-sessions'
import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { browserText } from '../browser-text.ts'
import { FirstFew } from '../first-few.tsx'
import classes from './profile.module.css'
import card from '../settings-page.module.css'

function ownSessionsQuery(api: Api) {
  return queryOptions({
    queryKey: ['own-sessions'] as const,
    queryFn: async ({ signal }) => (await api.call(listOwnSessions, {}, { signal })).details,
    staleTime: 0,
  })
}

/** Where the signed-in user is signed in: one browser is signed out, or all others. */
export function OwnSessions() {
  const api = useApi()
  const client = useQueryClient()
  const query = ownSessionsQuery(api)
  const { data: sessions, error, refetch } = useQuery(query)
  const end = useAction({
    mutationFn: (session: OwnSession | undefined) =>
      api.call(endOwnSessions, { body: session === undefined ? {} : { sessionID: session.sessionID } }),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <section aria-label="Signed in on" className={card['card']}>
      <Group justify="space-between" className={card['cardHead'] ?? ''}>
        <Title order={3} size="h5">
          Signed in on
        </Title>
        {others.length === 0 ? undefined : (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
            Sign out everywhere else
          </Button>
        )}
      </Group>
      {end.isError ? <FormFailure text="It was not signed out." advice={end.error.message} /> : undefined}
      {sessions === undefined ? (
        error === null ? (
          <Skeleton height="4rem" />
        ) : (
          <LoadFailure title="They cannot be shown" message={error.message} onRetry={() => void refetch()} />
        )
      ) : (
        <FirstFew items={sessions} noun="browsers">
          {(shown) => (
            <ul className={classes['sessions']}>
              {shown.map((session) => (
                <Session
                  key={session.sessionID}
                  session={session}
                  isEnding={end.isPending}
                  onEnd={() => end.mutate(session)}
                />
              ))}
            </ul>
          )}
        </FirstFew>
      )}
    </section>
  )
}

interface SessionProps {
  session: OwnSession
  isEnding: boolean
  onEnd: () => void
}

function Session({ session, isEnding, onEnd }: SessionProps) {
  const { timeFormat } = useMe()
  const time = (utc: string): string => formatMoment(Date.parse(utc), timeFormat)
  const name = browserText(session.browser)
  return (
    <li>
      <div>
        <Text component="div" title={session.browser}>
          {name} {session.current ? <Badge variant="light">This browser</Badge> : undefined}
        </Text>
        <Text size="sm" c="dimmed">
          {session.address === '' ? '' : `From ${session.address}, `}since {time(session.signedInUTC)}, last used{' '}
          {time(session.lastUsedUTC)}
        </Text>
      </div>
      {session.current ? undefined : (
        <Button
          variant="default"
          size="compact-sm"
          disabled={isEnding}
          aria-label={`Sign out ${name} of ${time(session.signedInUTC)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
