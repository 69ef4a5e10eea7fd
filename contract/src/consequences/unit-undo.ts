import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { Sentence } from '../text/sentence.ts'
import { JobParams } from '../units/unit-jobs.ts'
import { Change } from './changes.ts'

const readEndpoint = endpointsWith({ scope: 'read', tag: 'units' })

/** The most units that are named with the reason why they stay as they are. */
export const UNDO_KEPT_LISTED = 100

export const UnitUndoPlan = z.object({
  /** Units that the import added, which are removed. */
  remove: z.number().int(),
  /** Units that it changed, which get their former values back. */
  restore: z.number().int(),
  /** What happens to both, as far as something may follow from it: that can be asked. */
  changes: z.array(Change),
  /** Whether these are all changes of all these units. */
  complete: z.boolean(),
  /** Units that stay as they are. */
  keep: z.number().int(),
  /** The first of these. */
  kept: z.array(z.object({ dataID: z.string(), friendlyName: z.string().nullable(), why: Sentence })),
})
export type UnitUndoPlan = z.infer<typeof UnitUndoPlan>

export const planUnitUndo = readEndpoint(`GET ${API_BASE}/unit-jobs/:jobID/undo`, {
  summary: 'What undoing an import of units would do, and what it cannot (admin, of those begun in an entity in reach)',
  params: JobParams,
  reply: envelope(UnitUndoPlan),
})
