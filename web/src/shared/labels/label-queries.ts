import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, LabelId } from '@fieldwatch/contract/api/ids'
import {
  createLabel,
  type Label,
  labelUnits,
  listLabels,
  removeLabel,
  updateLabel,
} from '@fieldwatch/contract/units/labels'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'
import { LABELS_KEY } from '#shared/units/label-keys.ts'

/** The labels of the entities in reach, by name. */
export function labelsQuery(api: Api) {
  return queryOptions({
    queryKey: LABELS_KEY,
    queryFn: async ({ signal }): Promise<readonly Label[]> =>
      (await api.call(listLabels, { query: {} }, { signal })).details,
  })
}

/** Labels as units name them, in the order of their names. */
export type LabelsById = ReadonlyMap<LabelId, Label>

function labelsById(labels: readonly Label[]): LabelsById {
  return new Map(labels.map((label) => [label.labelID, label]))
}

/** What there is while they are on their way, so that nothing waits for them. */
export const LABELS_TO_COME: LabelsById = new Map()

export function useLabels({ enabled = true }: { enabled?: boolean } = {}): LabelsById {
  return useQuery({ ...labelsQuery(useApi()), select: labelsById, enabled }).data ?? LABELS_TO_COME
}

/** Those of a unit's labels that are known, by name. */
export function labelsOf(labels: LabelsById, ids: readonly LabelId[] = []): readonly Label[] {
  return ids.length === 0 ? [] : [...labels.values()].filter(({ labelID }) => ids.includes(labelID))
}

export function useCreateLabel() {
  return useLabelAction(
    async (api, body: CallOf<typeof createLabel>['body']) => (await api.call(createLabel, { body })).details,
    { once: true },
  )
}

export function useUpdateLabel() {
  return useLabelAction(
    async (api, body: CallOf<typeof updateLabel>['body']) => (await api.call(updateLabel, { body })).details,
  )
}

export function useRemoveLabel() {
  return useLabelAction(async (api, labelID: LabelId) => (await api.call(removeLabel, { body: { labelID } })).details)
}

interface Change {
  readonly add: LabelId[]
  readonly remove: LabelId[]
}

/** Puts labels on a unit, and takes others off. */
export function useLabelUnit(dataId: DataId) {
  const client = useQueryClient()
  return useLabelAction(
    async (api, change: Change) => (await api.call(labelUnits, { body: { dataIDs: [dataId], ...change } })).details,
    { onSuccess: () => client.invalidateQueries({ queryKey: ['unit', dataId] }) },
  )
}

/** An action after which the labels are read again, also where it failed because someone else was quicker. */
function useLabelAction<Given, Reply>(
  run: (api: Api, given: Given) => Promise<Reply>,
  { once = false, onSuccess }: { once?: boolean; onSuccess?: () => Promise<void> } = {},
) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn: (given: Given) => run(api, given),
    ...(onSuccess === undefined ? {} : { onSuccess }),
    onSettled: () => client.invalidateQueries({ queryKey: LABELS_KEY }),
  })
}
