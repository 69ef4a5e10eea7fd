import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import type { SessionUser } from '@fieldwatch/contract/people/users'

type Mine = Pick<Alert, 'mine' | 'entity'>
type Person = Pick<SessionUser, 'role' | 'entityData'>

/** Whether a person may edit and delete an alert: its owners, and admins who look at all alerts (specification, document 2, section 6). */
export function mayEdit({ mine, entity }: Mine, me: Person, { all }: { all: boolean }): boolean {
  return mine === 'owner' || (all && reaches(me, entity))
}

/** Whether a person may acknowledge and snooze an alert: its owners, and admins whose entity it is. */
export function mayAct({ mine, entity }: Mine, me: Person): boolean {
  return mine === 'owner' || reaches(me, entity)
}

function reaches({ role, entityData }: Person, entity: Alert['entity']): boolean {
  return role === 'admin' && Object.hasOwn(entityData, entity)
}
