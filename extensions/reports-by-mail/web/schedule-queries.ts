import type { DataId } from '@fieldwatch/contract/api/ids'
import {
  createReportSchedule,
  leaveReport,
  listReportRuns,
  listReportSchedules,
  MOST_SCHEDULES,
  removeReportSchedule,
  sendReport,
  updateReportSchedule,
} from '../contract/report-schedules.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { detailsQuery } from '@fieldwatch/web/platform/api/details-query.ts'
import { useCall } from '@fieldwatch/web/platform/api/use-action.ts'

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

/** The schedules of a unit, and whether the portal has a mail server and draws PDF. */
export function unitSchedulesQuery(api: Api, dataID: DataId) {
  return detailsQuery(api, listReportSchedules, {
    queryKey: [...SCHEDULES_KEY, 'unit', dataID],
    // A dialog looks for its own among them.
    query: { dataID, limit: MOST_SCHEDULES },
    staleTime: 0,
  })
}

/** When one was sent, the newest first. */
export function runsQuery(api: Api, scheduleID: number) {
  return detailsQuery(api, listReportRuns, {
    queryKey: [...SCHEDULES_KEY, 'runs', scheduleID],
    query: { scheduleID },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'waiting') === true ? WATCH_MS : false),
  })
}

const CHANGE = { rereads: [SCHEDULES_KEY] }

export const useCreateSchedule = () => useCall(createReportSchedule, { ...CHANGE, once: true })
export const useUpdateSchedule = () => useCall(updateReportSchedule, CHANGE)
export const useRemoveSchedule = () => useCall(removeReportSchedule, CHANGE)
export const useSendReport = () => useCall(sendReport, CHANGE)
export const useLeaveReport = () => useCall(leaveReport, CHANGE)
