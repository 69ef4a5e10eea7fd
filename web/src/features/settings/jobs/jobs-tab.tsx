import { type Job, listJobs } from '@fieldwatch/contract/jobs/jobs'
import { stopUnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { texts } from '@fieldwatch/messages/jobs/en'
import { Button, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApiAction } from '#platform/api/use-action.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { defineTexts } from '#platform/texts/define-texts.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { TabCard, TabFrame } from '../tab-frame.tsx'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/jobs/??.*'))

const LOOK_MS = 2_000

function jobsQuery(api: Api) {
  return detailsQuery(api, listJobs, { queryKey: ['jobs'], staleTime: 0, refetchInterval: LOOK_MS })
}

/** What goes on in the background for the entities in reach: how far it is, and a button that stops it. For admins. */
export function JobsTab() {
  const { data: jobs, error, refetch } = useQuery(jobsQuery(useApi()))
  return (
    <TabFrame title={t('jobs.title')} help={t('jobs.help')}>
      {error === null ? undefined : (
        <LoadFailure title={t('jobs.failed')} message={error.message} onRetry={() => void refetch()} />
      )}
      {jobs === undefined ? error === null && <Skeleton height="8rem" /> : undefined}
      {jobs?.length === 0 ? <Text c="dimmed">{t('jobs.none')}</Text> : undefined}
      {jobs?.map((job) => (
        <JobCard key={job.jobID} job={job} />
      ))}
    </TabFrame>
  )
}

function JobCard({ job }: { job: Job }) {
  const { jobID, done, total, failures } = job
  const { timeFormat } = useMe()
  const stop = useApiAction((api) => api.call(stopUnitJob, { params: { jobID } }), { once: true, rereads: [['jobs']] })
  const title = titleOf(job)
  const at = formatMoment(Date.parse(job.createdUTC), timeFormat)
  return (
    <TabCard
      title={title}
      tools={
        job.mayStop ? (
          <Button
            variant="default"
            size="xs"
            aria-label={t('jobs.stop.named', { job: title })}
            loading={stop.isPending}
            {...PRESS_ONCE}
            onClick={() => stop.mutate()}
          >
            {t('jobs.stop')}
          </Button>
        ) : undefined
      }
    >
      <Stack gap="xs">
        <Progress
          aria-label={title}
          value={total === null ? 100 : (100 * done) / Math.max(1, total)}
          striped={total === null}
          animated
        />
        <Text size="sm">
          {total === null ? undefined : `${t('jobs.progress', { done, total })} · `}
          {job.createdBy === null ? t('jobs.begun', { at }) : t('jobs.begun.by', { at, by: job.createdBy })}
        </Text>
        {failures === 0 ? undefined : <FailureNote text={t('jobs.failing', { failures })} />}
        {stop.isError ? <FailureNote text={stop.error.message} /> : undefined}
      </Stack>
    </TabCard>
  )
}

function titleOf({ kind, name }: Job): string {
  const text = Object.hasOwn(KINDS, kind) ? t(KINDS[kind as keyof typeof KINDS]) : kind
  return name === null ? text : t('jobs.named', { kind: text, name })
}

const KINDS = {
  'import units': 'jobs.import-units',
  'change units': 'jobs.change-units',
  'undo import of units': 'jobs.undo-import-of-units',
  'delete source': 'jobs.delete-source',
  'delete unit': 'jobs.delete-unit',
  'delete entity': 'jobs.delete-entity',
} as const
