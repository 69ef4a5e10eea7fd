import type { UnitJob, UnitJobResult } from '@fieldwatch/contract/units/unit-jobs'
import { Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import { FormatMenu } from '#shared/downloads/format-menu.tsx'
import { saveSheet } from '#shared/downloads/save-sheet.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { unitsQuery } from '../fleet-queries.ts'
import { jobQuery, readResults, resultsQuery, useStopJob } from './job-queries.ts'
import { jobTitle, resultText, resultsSheet, resultsText, stateText } from './job-text.ts'
import { UndoImport } from './undo-import.tsx'
import { JobTokens } from './job-tokens.tsx'
import classes from './jobs.module.css'
import { t } from './texts.ts'

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
    <Dialog title={job === undefined ? t('many-units.job') : jobTitle(job)} size="xl" onClose={onClose}>
      <Stack gap="sm">
        {error === null ? undefined : job === undefined ? (
          <LoadFailure
            title={t('many-units.job.failed-to-load')}
            message={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <FailureNote text={t('many-units.stale')} advice={error.message} />
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
        aria-label={t('many-units.progress')}
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
            {t('many-units.stop')}
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
    mutationFn: async (format: FileFormat) =>
      saveSheet(resultsSheet(await readResults(api, job.jobID), job), `unit-results-${job.jobID}`, format),
  })
  const { refused } = job.counts
  if (error !== null) {
    return <LoadFailure title={t('many-units.results.failed')} message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed">{shownText(results?.length ?? 0, job)}</Text>
        <FormatMenu onChoose={(format) => download.mutate(format)}>
          <Button variant="default" size="xs" loading={download.isPending}>
            {t('many-units.results.download')}
          </Button>
        </FormatMenu>
      </Group>
      {download.isError ? <FailureNote text={download.error.message} /> : undefined}
      <DataTable
        label={refused > 0 ? t('many-units.results.refused-units') : t('many-units.results')}
        columns={columnsFor(job.kind)}
        rows={results}
        rowId={({ place }) => String(place)}
        rowLabel={({ friendlyName, dataID }) => friendlyName ?? dataID}
      />
    </>
  )
}

function shownText(shown: number, { counts: { refused }, units }: UnitJob): string {
  if (refused > 0)
    return shown < refused ? t('many-units.results.first-refused', { count: shown }) : t('many-units.results.refused')
  return shown < units ? t('many-units.results.first', { count: shown }) : t('many-units.results.all')
}

function columnsFor(kind: UnitJob['kind']): readonly Column<UnitJobResult>[] {
  const line = { id: 'line', title: t('many-units.column.line'), value: lineOf, align: 'end' } as const
  return [
    ...(kind === 'import' ? [line] : []),
    { id: 'unit', title: t('many-units.column.unit'), value: ({ friendlyName, dataID }) => friendlyName ?? dataID },
    { id: 'dataID', title: t('many-units.column.dataID'), value: ({ dataID }) => dataID },
    { id: 'result', title: t('many-units.column.result'), value: ({ result }) => resultText(result) },
    { id: 'message', title: t('many-units.column.reason'), value: ({ message }) => message, cell: messageCell },
  ]
}

function lineOf({ place }: UnitJobResult): number {
  return place
}

function messageCell({ message }: UnitJobResult) {
  return message === '' ? undefined : <span className={classes['message']}>{message}</span>
}
