import { TabCard } from '../tab-frame.tsx'
import { endOwnSessions, listOwnSessions, type OwnSession } from '@fieldwatch/contract/people/own-sessions'
import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useApiAction } from '#platform/api/use-action.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { browserText } from '../browser-text.ts'
import { FirstFew } from '../first-few.tsx'
import classes from './profile.module.css'
import { t } from './texts.ts'

function ownSessionsQuery(api: Api) {
  return detailsQuery(api, listOwnSessions, { queryKey: ['own-sessions'], staleTime: 0 })
}

/** Where the signed-in user is signed in: one browser is signed out, or all others. */
export function OwnSessions() {
  const query = ownSessionsQuery(useApi())
  const read = useQuery(query)
  const end = useApiAction(
    (api, session: OwnSession | undefined) =>
      api.call(endOwnSessions, { body: session === undefined ? {} : { sessionID: session.sessionID } }),
    { rereads: [query.queryKey] },
  )
  const others = read.data?.filter(({ current }) => !current) ?? []
  return (
    <TabCard
      title={t('profile.sessions')}
      tools={
        others.length === 0 ? undefined : (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
            {t('profile.sessions.end.others')}
          </Button>
        )
      }
    >
      {end.isError ? <FormFailure text={t('profile.sessions.end.failed')} advice={end.error.message} /> : undefined}
      <Loaded query={read} failed={t('profile.sessions.failed')} height="4rem">
        {(all) => (
          <FirstFew
            items={all}
            more={(count) => t('profile.sessions.all', { count })}
            fewer={t('profile.sessions.fewer')}
          >
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
      </Loaded>
    </TabCard>
  )
}

interface SessionProps {
  session: OwnSession
  isEnding: boolean
  onEnd: () => void
}

function Session({ session, isEnding, onEnd }: SessionProps) {
  const { timeFormat } = useMe()
  const times = {
    signedIn: formatMoment(Date.parse(session.signedInUTC), timeFormat),
    lastUsed: formatMoment(Date.parse(session.lastUsedUTC), timeFormat),
  }
  const name = browserText(session.browser)
  return (
    <li>
      <div>
        <Text component="div" title={session.browser}>
          {name} {session.current ? <Badge variant="light">{t('profile.sessions.current')}</Badge> : undefined}
        </Text>
        <Text size="sm" c="dimmed">
          {session.address === ''
            ? t('profile.sessions.details', times)
            : t('profile.sessions.details.address', { address: session.address, ...times })}
        </Text>
      </div>
      {session.current ? undefined : (
        <Button
          variant="default"
          size="compact-sm"
          disabled={isEnding}
          aria-label={t('profile.sessions.end.one', { name, signedIn: times.signedIn })}
          onClick={onEnd}
        >
          {t('profile.sessions.end')}
        </Button>
      )}
    </li>
  )
}
