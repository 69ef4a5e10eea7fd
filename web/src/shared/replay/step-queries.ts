import type { DataId } from '@fieldwatch/contract/api/ids'
import { listStateSteps, type StateStep, type StateStepKind } from '@fieldwatch/contract/replay/state-steps'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

interface Asked {
  readonly dataIds: readonly DataId[]
  readonly range: TimeRange
}

/** The first steps of a range, as many as one answer has. */
export function stepsQuery(api: Api, { dataIds, range }: Asked) {
  return queryOptions({
    queryKey: ['replay-steps', dataIds, range.from, range.to] as const,
    queryFn: async ({ signal }) => {
      const body = { dataIDs: [...dataIds], ...timesOf(range) }
      return (await api.call(listStateSteps, { body }, { signal })).details
    },
    enabled: dataIds.length > 0,
    staleTime: 60_000,
  })
}

export type StepDirection = 'previous' | 'next'

interface Wanted extends Asked {
  readonly at: number
  readonly direction: StepDirection
  readonly kind: StateStepKind | undefined
}

/** The step before or after a moment; undefined where the range has none. */
export async function findStep(
  api: Api,
  { dataIds, range, at, direction, kind }: Wanted,
): Promise<StateStep | undefined> {
  const moment = Math.round(at)
  const span = direction === 'next' ? { from: moment + 1, to: range.to + 1 } : { from: range.from, to: moment }
  if (span.from >= span.to || dataIds.length === 0) return undefined
  const body = {
    dataIDs: [...dataIds],
    ...timesOf(span),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    direction: direction === 'next' ? ('asc' as const) : ('desc' as const),
    limit: 1,
  }
  return (await api.call(listStateSteps, { body })).details.steps[0]
}

function timesOf({ from, to }: TimeRange): { from: string; to: string } {
  return { from: new Date(Math.floor(from)).toISOString(), to: new Date(Math.ceil(to)).toISOString() }
}
