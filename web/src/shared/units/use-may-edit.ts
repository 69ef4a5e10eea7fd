import { useMe } from '#platform/session/me-queries.ts'
import { useReplay } from '#shared/moment/replay-context.ts'
import { useUnit } from './unit-context.ts'

/** Whether the user may change the dashboard, the event tables and the calculated sources of the unit that is open: not while its page shows the past. */
export function useMayEdit(): boolean {
  const { role } = useMe()
  const { onlyAdminsEdit } = useUnit().unit
  const isLive = useReplay() === undefined
  return isLive && (onlyAdminsEdit !== true || role === 'admin')
}
