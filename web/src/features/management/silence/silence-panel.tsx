import { explainSilence } from '@fieldwatch/contract/unit-silence'
import { Button, Skeleton, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { IconAlertTriangle, IconCircleCheck } from '#ui/icons/icons.ts'
import { Panel } from '../panel.tsx'
import { ANCHORS, type MendingPlace, type SilenceFact, silenceFacts } from './silence-facts.ts'
import classes from './silence.module.css'

interface SilencePanelProps {
  dataId: string
}

const LOOK_AGAIN_MS = 30_000

function silenceQuery(api: Api, dataId: string) {
  return queryOptions({
    queryKey: ['silence', dataId] as const,
    queryFn: async ({ signal }) => (await api.call(explainSilence, { query: { dataID: dataId } }, { signal })).details,
    refetchInterval: LOOK_AGAIN_MS,
  })
}

/** Why nothing is heard of a unit: the likeliest reason, and beneath what is known, each with the place where it can be mended. */
export function SilencePanel({ dataId }: SilencePanelProps) {
  const isAdmin = useMe().role === 'admin'
  const now = useNow(LOOK_AGAIN_MS)
  const { data, error, isFetching, refetch } = useQuery(silenceQuery(useApi(), dataId))
  const isHeard = data?.reason === 'not-silent'
  return (
    <Panel
      title={isHeard ? 'This unit is heard' : 'Why is this unit silent?'}
      anchor={ANCHORS.silence}
      tools={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      }
    >
      {error === null ? undefined : <FailureNote text="Failed to retrieve data." advice={error.message} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton height="12rem" />
        ) : undefined
      ) : (
        <>
          <div className={classes['reason']} data-heard={isHeard} aria-live="polite">
            {isHeard ? <IconCircleCheck aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />}
            <div>
              <Text fw={600}>{data.sentence}</Text>
              {data.findings.map(({ sentence }) => (
                <Text key={sentence} size="sm">
                  {sentence}
                </Text>
              ))}
            </div>
          </div>
          <ul className={classes['facts']}>
            {silenceFacts(data, { now, isAdmin }).map((fact, place) => (
              <Fact key={`${place} ${fact.name}`} fact={fact} dataId={dataId} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function Fact({ fact, dataId }: { fact: SilenceFact; dataId: string }) {
  const { timeFormat } = useMe()
  const { name, text, at, isReason, place } = fact
  return (
    <li className={classes['fact']} data-reason={isReason}>
      <span className={classes['name']}>{name}</span>
      <span className={classes['text']} title={at === undefined ? undefined : formatMoment(at, timeFormat)}>
        {text}
      </span>
      {place === undefined ? undefined : <PlaceLink place={place} dataId={dataId} />}
    </li>
  )
}

function PlaceLink({ place, dataId }: { place: MendingPlace; dataId: string }) {
  if (place.kind === 'sim') {
    return (
      <Link to="/sim-cards" search={{ search: place.iccid }} className={classes['link']}>
        SIM card {place.iccid}
      </Link>
    )
  }
  return (
    <Link
      to="/dashboard/$dataID/management"
      params={{ dataID: dataId }}
      hash={place.anchor}
      className={classes['link']}
    >
      {place.label}
    </Link>
  )
}
