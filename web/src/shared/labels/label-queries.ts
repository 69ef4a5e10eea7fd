import type { DataId, LabelId } from '@fieldwatch/contract/api/ids'
import {
  createLabel,
  type Label,
  labelUnits,
  listLabels,
  removeLabel,
  updateLabel,
} from '@fieldwatch/contract/units/labels'
import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { LABELS_KEY } from '#shared/units/label-keys.ts'

/** The labels of the entities in reach, by name. */
export function labelsQuery(api: Api) {
  return detailsQuery(api, listLabels, { queryKey: LABELS_KEY, query: {} })
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

/** The labels of a unit that are known, by name. */
export function labelsOf(labels: LabelsById, ids: readonly LabelId[] = []): readonly Label[] {
  return ids.length === 0 ? [] : [...labels.values()].filter(({ labelID }) => ids.includes(labelID))
}

const CHANGE = { rereads: [LABELS_KEY] }

export const useCreateLabel = () => useCall(createLabel, { ...CHANGE, once: true })
export const useUpdateLabel = () => useCall(updateLabel, CHANGE)
export const useRemoveLabel = () => useCall(removeLabel, CHANGE)

interface Change {
  readonly add: LabelId[]
  readonly remove: LabelId[]
}

/** Puts labels on a unit, and takes others off. */
export function useLabelUnit(dataId: DataId) {
  return useApiAction(
    async (api, change: Change) => (await api.call(labelUnits, { body: { dataIDs: [dataId], ...change } })).details,
    { rereads: [['unit', dataId], LABELS_KEY] },
  )
}
