import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { UnitJob, UnitJobResult } from '@fieldwatch/contract/units/unit-jobs'
import { Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { saveCsv } from '#shared/downloads/save-csv.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { unitsQuery } from '../fleet-queries.ts'
import { jobQuery, readResults, resultsQuery, useStopJob } from './job-queries.ts'
import { jobTitle, RESULT_TEXT, resultsCsv, resultsText, stateText } from './job-text.ts'
import { UndoImport } from './undo-import.tsx'
import { JobTokens } from './job-tokens.tsx'
import classes from './jobs.module.css'

interface JobDialogProps {
  jobId: number
  /** Shows another job in its place. */
  onShow: (jobId: number) => void
  onClose: () => void
}

/** What becomes of a change or an import of many units: how far it is, and the result of each (admin). */
export function JobDialog({ jobId, onShow, onClose }: JobDialogProps) {
  const { data: job, error, refetch } = useQuery(jobQuery(useApi(), jobId))
  return (
    <Dialog title={job === undefined ? 'Change of many units' : jobTitle(job)} size="xl" onClose={onClose}>
      <Stack gap="sm">
        {error === null ? undefined : job === undefined ? (
          <LoadFailure title="This cannot be shown" message={error.message} onRetry={() => void refetch()} />
        ) : (
          <FailureNote text="What is shown may be old." advice={error.message} />
        )}
        {job === undefined ? (
          error === null && <Skeleton height="16rem" />
        ) : (
          <Job key={job.jobID} job={job} onShow={onShow} />
        )}
      </Stack>
    </Dialog>
  )
}

function Job({ job, onShow }: { job: UnitJob; onShow: JobDialogProps['onShow'] }) {
  const api = useApi()
  const client = useQueryClient()
  const { counts, units, endedUTC } = job
  const hasEnded = endedUTC !== null
  const stop = useStopJob(job.jobID)
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: unitsQuery(api).queryKey })
  }, [hasEnded, client, api])
  return (
    <>
      <Progress
        value={units === 0 ? 100 : (100 * (units - counts.open - counts.stopped)) / units}
        animated={!hasEnded}
        aria-label="Units that are done"
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div aria-live="polite">
          <Text fw={600}>{resultsText(counts)}</Text>
          <Text>{stateText(job)}</Text>
        </div>
        {hasEnded ? undefined : (
          <Button
            variant="default"
            className={classes['stop'] ?? ''}
            loading={stop.isPending}
            {...PRESS_ONCE}
            onClick={() => stop.mutate()}
          >
            Stop
          </Button>
        )}
      </Group>
      {stop.isError ? <FailureNote text={stop.error.message} /> : undefined}
      {job.own ? <JobTokens job={job} /> : undefined}
      {hasEnded && job.kind === 'import' && counts.created + counts.updated > 0 ? (
        <UndoImport job={job} onBegun={({ jobID }) => onShow(jobID)} />
      ) : undefined}
      {hasEnded ? <Results job={job} /> : undefined}
    </>
  )
}

function Results({ job }: { job: UnitJob }) {
  const api = useApi()
  const { data: results, error, refetch } = useQuery(resultsQuery(api, job))
  const download = useAction({
    mutationFn: () => readResults(api, job.jobID),
    onSuccess: (all) => saveCsv(resultsCsv(all, job), `unit-results-${job.jobID}.csv`),
  })
  const { refused } = job.counts
  if (error !== null) {
    return <LoadFailure title="The results cannot be shown" message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed">{shownText(results?.length ?? 0, job)}</Text>
        <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate()}>
          Download all results
        </Button>
      </Group>
      {download.isError ? <FailureNote text={download.error.message} /> : undefined}
      <DataTable
        label={refused > 0 ? 'Refused units' : 'Results of the units'}
        columns={job.kind === 'import' ? OF_IMPORT : OF_CHANGE}
        rows={results}
        rowId={({ place }) => String(place)}
        rowLabel={({ friendlyName, dataID }) => friendlyName ?? dataID}
      />
    </>
  )
}

function shownText(shown: number, { counts: { refused }, units }: UnitJob): string {
  if (refused > 0) return shown < refused ? `The first ${formatCount(shown)} that were refused:` : 'Refused:'
  return shown < units ? `The first ${formatCount(shown)}:` : 'All of them:'
}

const OF_CHANGE: readonly Column<UnitJobResult>[] = [
  { id: 'unit', value: ({ friendlyName, dataID }) => friendlyName ?? dataID },
  { id: 'dataID', heading: 'dataID', value: ({ dataID }) => dataID },
  { id: 'result', value: ({ result }) => (result === null ? 'Not done yet' : RESULT_TEXT[result]) },
  { id: 'message', heading: 'why', value: ({ message }) => message, cell: messageCell },
]

const OF_IMPORT: readonly Column<UnitJobResult>[] = [
  { id: 'line', value: ({ place }) => place, align: 'end' },
  ...OF_CHANGE,
]

function messageCell({ message }: UnitJobResult) {
  return message === '' ? undefined : <span className={classes['message']}>{message}</span>
}
