import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { DEFAULT_CHANNELS, type EntityUser, type SessionUser } from '@fieldwatch/contract/people/users'
import type { AlertForm } from './alert-form.ts'
import { t } from '../texts.ts'

/** What a person is to an alert. */
export type AlertRole = 'none' | 'viewer' | 'owner'

export interface Person {
  readonly id: UserId
  readonly name: string
  /** What else there is to know: the address, or why nothing reaches them. */
  readonly note: string
  /** Who makes an alert owns it. */
  readonly isFixed: boolean
}

interface Setting {
  me: Pick<SessionUser, 'id' | 'firstName' | 'lastName' | 'email'>
  isNew: boolean
  /** Those to whom the alert is known already, of whichever entity. */
  known: Alert['people']
}

/** Whom an alert can be shared with: oneself first, then the users of its entity, then others who have it already. */
export function peopleOf(users: readonly EntityUser[], { me, isNew, known }: Setting): Person[] {
  const self: Person = { id: me.id, name: t('alerts.people.you', { name: nameOf(me) }), note: me.email, isFixed: isNew }
  const others = users.filter(({ id }) => id !== me.id)
  const listed = new Set([me.id, ...others.map(({ id }) => id)])
  return [
    self,
    ...others.map((user) => ({ id: user.id, name: nameOf(user), note: noteOf(user), isFixed: false })),
    ...known.filter(({ id }) => !listed.has(id)).map(({ id, name }) => ({ id, name, note: '', isFixed: false })),
  ]
}

export function getAlertRole({ owners, viewers }: Pick<AlertForm, 'owners' | 'viewers'>, id: UserId): AlertRole {
  if (owners.includes(id)) return 'owner'
  return viewers.includes(id) ? 'viewer' : 'none'
}

export function withAlertRole(
  { owners, viewers }: Pick<AlertForm, 'owners' | 'viewers'>,
  id: UserId,
  role: AlertRole,
): Pick<AlertForm, 'owners' | 'viewers'> {
  const others = (ids: readonly UserId[]) => ids.filter((one) => one !== id)
  return {
    owners: role === 'owner' ? [...others(owners), id] : others(owners),
    viewers: role === 'viewer' ? [...others(viewers), id] : others(viewers),
  }
}

/** Where one's own messages go. */
export function ownNote({
  email,
  phone,
  notifications,
}: Pick<SessionUser, 'email' | 'phone' | 'notifications'>): string {
  const { emailEnable, smsEnable } = notifications['alerts'] ?? DEFAULT_CHANNELS
  const bySms = smsEnable && phone !== ''
  if (emailEnable && bySms) return t('alerts.own.both', { email, phone })
  if (emailEnable) return t('alerts.own.mail', { email })
  return bySms ? t('alerts.own.sms', { phone }) : t('alerts.own.none')
}

function nameOf({ firstName, lastName, email }: Pick<EntityUser, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email
}

function noteOf({ email, status, invited }: EntityUser): string {
  if (status === 'disabled') return t('alerts.people.disabled', { email })
  return invited ? t('alerts.people.invited', { email }) : email
}
