import type { CallOf } from '@fieldwatch/contract/endpoint'
import { checkUnitImport, importUnits, type UnitImportCheck } from '@fieldwatch/contract/unit-imports'
import type { UnitJob } from '@fieldwatch/contract/unit-jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { jobQuery } from '../jobs/job-queries.ts'

export type UnitFile = CallOf<typeof importUnits>['body']

/** Tells what a file would do. */
export function useCheckUnits() {
  const api = useApi()
  return useAction({
    mutationFn: async (body: UnitFile): Promise<UnitImportCheck> => (await api.call(checkUnitImport, { body })).details,
  })
}

/** Begins an import, once. */
export function useImportUnits(onBegun: (job: UnitJob) => void) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: async (body: UnitFile) => (await api.call(importUnits, { body })).details,
    onSuccess: (job) => {
      client.setQueryData(jobQuery(api, job.jobID).queryKey, job)
      onBegun(job)
    },
  })
}
