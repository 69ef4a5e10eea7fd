import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId } from '@fieldwatch/contract/api/ids'
import {
  createReportSchedule,
  leaveReport,
  listReportRuns,
  listReportSchedules,
  removeReportSchedule,
  sendReport,
  updateReportSchedule,
} from '@fieldwatch/contract/reports/report-schedules'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'

const SCHEDULES_KEY = ['report-schedules'] as const

/** What is mailed and not written yet is looked at so often. */
const WATCH_MS = 3_000

/** Scheduled reports that the signed-in user sees, the newest first, page by page. */
export function schedulesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: [...SCHEDULES_KEY, 'list'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { after: pageParam }
      return (await api.call(listReportSchedules, { query }, { signal })).details
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ schedules }) => schedules.some(({ last }) => last?.state === 'waiting')) === true
        ? WATCH_MS
        : false,
  })
}

/** Those of a unit, for a look at whether mails leave the portal. */
export function unitSchedulesQuery(api: Api, dataID: DataId) {
  return queryOptions({
    queryKey: [...SCHEDULES_KEY, 'unit', dataID] as const,
    queryFn: async ({ signal }) => (await api.call(listReportSchedules, { query: { dataID } }, { signal })).details,
    staleTime: 0,
  })
}

/** When one was sent, the newest first. */
export function runsQuery(api: Api, scheduleID: number) {
  return queryOptions({
    queryKey: [...SCHEDULES_KEY, 'runs', scheduleID] as const,
    queryFn: async ({ signal }) => (await api.call(listReportRuns, { query: { scheduleID } }, { signal })).details,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'waiting') === true ? WATCH_MS : false),
  })
}

export function useCreateSchedule() {
  return useScheduleAction(
    async (api, body: CallOf<typeof createReportSchedule>['body']) =>
      (await api.call(createReportSchedule, { body })).details,
    { once: true },
  )
}

export function useUpdateSchedule() {
  return useScheduleAction(
    async (api, body: CallOf<typeof updateReportSchedule>['body']) =>
      (await api.call(updateReportSchedule, { body })).details,
  )
}

export function useRemoveSchedule() {
  return useScheduleAction((api, scheduleID: number) => api.call(removeReportSchedule, { body: { scheduleID } }))
}

export function useSendReport() {
  return useScheduleAction((api, scheduleID: number) => api.call(sendReport, { body: { scheduleID } }))
}

export function useLeaveReport() {
  return useScheduleAction((api, scheduleID: number) => api.call(leaveReport, { body: { scheduleID } }))
}

/** An action after which all is read again, also where it failed because someone else was quicker. */
function useScheduleAction<Given, Reply>(run: (api: Api, given: Given) => Promise<Reply>, { once = false } = {}) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn: (given: Given) => run(api, given),
    onSettled: () => client.invalidateQueries({ queryKey: SCHEDULES_KEY }),
  })
}
