import { useMe } from '#platform/session/me-queries.ts'
import { useUnit } from './unit-context.ts'

/** Whether the user may change the dashboard, the event tables and the calculated sources of the unit that is open. */
export function useMayEdit(): boolean {
  const { role } = useMe()
  return useUnit().unit.onlyAdminsEdit !== true || role === 'admin'
}
