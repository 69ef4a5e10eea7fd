import { planUnitUndo } from '@fieldwatch/contract/consequences/unit-undo'
import {
  createUnitTokens,
  getUnitJob,
  listUnitJobs,
  listUnitResults,
  stopUnitJob,
  UNIT_RESULTS_PAGE,
  type UnitJob,
  type UnitJobResult,
} from '@fieldwatch/contract/units/unit-jobs'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction, useApiAction } from '#platform/api/use-action.ts'

/** How often a job is looked at while it runs. */
const LOOK_MS = 1000

/** As many as one person may have under way. */
const MOST_SHOWN = 5

/** How far a change or an import of many units is. */
export function jobQuery(api: Api, jobId: number) {
  return detailsQuery(api, getUnitJob, {
    queryKey: ['unit-job', jobId],
    params: { jobID: jobId },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.endedUTC === null ? LOOK_MS : false),
  })
}

/** Those that are under way, of colleagues too. */
export function runningJobsQuery(api: Api) {
  return detailsQuery(api, listUnitJobs, {
    queryKey: ['running-unit-jobs'],
    query: { which: 'running', limit: MOST_SHOWN },
    staleTime: 0,
  })
}

/** The last imports of the caller that have ended. */
export function ownImportsQuery(api: Api) {
  return queryOptions({
    queryKey: ['own-unit-imports'] as const,
    queryFn: async ({ signal }) => {
      const { details } = await api.call(listUnitJobs, { query: { which: 'own' } }, { signal })
      return details.filter(({ kind, endedUTC }) => kind === 'import' && endedUTC !== null).slice(0, MOST_SHOWN)
    },
    staleTime: 0,
  })
}

/** What undoing an import would do now. */
export function undoPlanQuery(api: Api, jobId: number) {
  return detailsQuery(api, planUnitUndo, {
    queryKey: ['unit-job', jobId, 'undo'],
    params: { jobID: jobId },
    staleTime: 0,
    gcTime: 0,
  })
}

/** What became of the units of a job that has ended: the refused ones, or the first of all. */
export function resultsQuery(api: Api, { jobID, counts, endedUTC }: UnitJob) {
  return queryOptions({
    queryKey: ['unit-job', jobID, 'results'] as const,
    queryFn: async ({ signal }) => {
      const query = counts.refused > 0 ? { result: 'refused' as const } : {}
      return (await api.call(listUnitResults, { params: { jobID }, query }, { signal })).details
    },
    enabled: endedUTC !== null,
  })
}

/** All results of a job, page by page. */
export async function readResults(api: Api, jobId: number): Promise<UnitJobResult[]> {
  const all: UnitJobResult[] = []
  for (;;) {
    const query = { after: all.at(-1)?.place ?? 0 }
    const { details } = await api.call(listUnitResults, { params: { jobID: jobId }, query })
    all.push(...details)
    if (details.length < UNIT_RESULTS_PAGE) return all
  }
}

/** Makes the tokens of the new units of an import, once. */
export function useCreateTokens(jobId: number) {
  return useApiAction(async (api) => (await api.call(createUnitTokens, { params: { jobID: jobId } })).details, {
    once: true,
    rereads: [['unit-job', jobId]],
  })
}

/** Leaves the rest of the units of a job as they are. */
export function useStopJob(jobId: number) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: async () => (await api.call(stopUnitJob, { params: { jobID: jobId } })).details,
    onSuccess: (job) => client.setQueryData(jobQuery(api, jobId).queryKey, job),
    onSettled: () => client.invalidateQueries({ queryKey: runningJobsQuery(api).queryKey }),
  })
}

/** Begins a job, once. */
export function useBeginJob<Given>(
  begin: (api: Api, given: Given) => Promise<{ readonly details: UnitJob }>,
  onBegun: (job: UnitJob) => void,
) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: async (given: Given) => (await begin(api, given)).details,
    onSuccess: (job) => {
      client.setQueryData(jobQuery(api, job.jobID).queryKey, job)
      onBegun(job)
    },
  })
}
