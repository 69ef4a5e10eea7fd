import { exportActivity } from '@fieldwatch/contract/activity'
import type { Api } from '#platform/api/call.ts'
import { fileOf, saveCsv } from '#shared/downloads/save-csv.ts'
import type { ActivityNarrowing } from './activity-queries.ts'

/** Saves all that the narrowing leaves, with states, as CSV. */
export async function downloadActivity(api: Api, narrowing: ActivityNarrowing): Promise<void> {
  const response = await api.callRaw(exportActivity, { query: narrowing })
  saveCsv(await fileOf(response, () => undefined), 'activity.csv')
}
