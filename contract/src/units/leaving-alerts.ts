import { z } from 'zod'

/** What becomes of alerts whose owners can no longer see a unit that moves: they go to the admins of its new entity, or end on the unit. */
export const LeavingAlerts = z.enum(['hand over', 'end'])
export type LeavingAlerts = z.infer<typeof LeavingAlerts>
