import { createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { Caller } from '#platform/http/caller.ts'
import { nameOf } from '#people/access/addressee.ts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { User, UserChanges } from '@fieldwatch/contract/people/users'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { administerUsers, keepingAdmins, requireUnitsInReach, type UserAdministration } from './administer-users.ts'
import { requireRecentProof } from '#people/credentials/require-recent-proof.ts'
import { requirePassword } from '#people/credentials/require-password.ts'
import { askToConfirmEmail } from './change-email.ts'
import { emailChangedMails, mailInvitation } from './invitation.ts'
import { type AdministeredUser, createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { asksForProof, requireMayChangeUser } from './user-policy.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { isDeepStrictEqual } from 'node:util'

/** Who is changed; of a single user the version that the change was made from. */
interface SeenUsers {
  userIds: readonly UserId[]
  seen: number | undefined
}

/**
 * Makes the same changes to one or several users, all or none; returns the users as they were.
 * @throws DomainError user/not-found, entity/not-found, user/own-rights, user/last-admin, user/email-taken,
 *   user/phone-missing, user/too-many, user/changed, unit/not-found, file/not-found, access/forbidden, auth/step-up-needed,
 *   request/invalid
 */
export async function changeUsers(
  parts: UserParts,
  asker: Caller,
  { userIds, seen }: SeenUsers,
  { password, ...wanted }: UserChanges & { password?: string | undefined },
): Promise<User[]> {
  const ids = [...new Set(userIds)]
  if (ids.length > 1 && (wanted.email !== undefined || wanted.profilePic !== undefined)) {
    throw new DomainError('request/invalid', { message: 'answers.users-one' })
  }
  const [only] = ids
  if (ids.length > 1 && seen !== undefined) {
    throw new DomainError('request/invalid', { message: 'answers.users-version' })
  }
  await requirePasswordForEmail(parts, asker, { ids, wanted, password })
  let publish = (): void => undefined
  const changed = await administerUsers(parts, asker, async (change) => {
    const users = await createUserAdministrationStore(change.tx).getAll(ids)
    const changes = users.map((user) => ({ user, fields: changedFields(user, wanted) }))
    for (const { user, fields } of changes) requireMayChangeUser(change.caller, user, fields)
    if (changes.some(({ user, fields }) => asksForProof(change.caller, user, fields))) {
      await requireRecentProof(change.tx, change.caller, change.at)
    }
    for (const { user, fields } of changes) {
      // One that was given before may have left the reach since.
      await requireUnitsInReach(
        change,
        fields.units?.filter((unit) => !user.units.includes(unit)),
      )
    }
    if (only !== undefined) await requireSeen(change.tx, change.caller, { kind: 'user', id: only }, seen)
    await requireRoomFor(
      parts,
      change.tx,
      changes.flatMap(({ fields }) => fields.entity ?? []),
    )
    const entities = users.map((user) => user.entity)
    await keepingAdmins(change.tx, entities, async () => {
      for (const { user, fields } of changes) await changeUser(parts, change, user, fields)
    })
    const settled = changes.filter(({ fields }) => RIGHTS.some((field) => fields[field] !== undefined))
    publish = await settle(parts, change, settled)
    return users
  })
  publish()
  return changed
}

/** Which of the changes decide what someone may see or get. */
const RIGHTS = ['status', 'entity', 'role', 'permissions'] as const

/** Carries out what follows for what people hold who may see less, or again more. */
async function settle(
  { followChange }: UserParts,
  { tx, caller, at: now }: UserAdministration,
  changes: readonly { readonly user: AdministeredUser; readonly fields: UserChanges }[],
): Promise<() => void> {
  const publishes: (() => void)[] = []
  for (const [kind, same] of Map.groupBy(changes, ({ fields }) => kindOf(fields))) {
    const users = same.map(({ user }) => nameOf(user))
    const userIDs = same.map(({ user }) => user.id)
    const reason: Sentence = (t) => t(REASONS[kind], { count: users.length, names: users.join(', ') })
    const { entity, role, permissions } = same[0]?.fields ?? {}
    const before = same.map(({ user }) => user)
    const change =
      kind === 'person-moved' && entity !== undefined
        ? ({ kind, userIDs, entityID: entity, role, permissions, before } as const)
        : kind === 'person-demoted'
          ? ({ kind, userIDs, role, permissions, before } as const)
          : ({ kind: kind === 'person-enabled' ? kind : 'person-disabled', userIDs } as const)
    publishes.push(await followChange(tx, { change, reason, caller, now }))
  }
  return () => {
    for (const publish of publishes) publish()
  }
}

const REASONS = {
  'person-disabled': 'mails.users-disabled',
  'person-enabled': 'mails.users-enabled',
  'person-moved': 'mails.users-moved',
  'person-demoted': 'mails.rights-changed',
} as const

/** Which of several changes at once decides. */
function kindOf({ status, entity }: UserChanges): keyof typeof REASONS {
  if (status === 'disabled') return 'person-disabled'
  if (entity !== undefined) return 'person-moved'
  return status === 'active' ? 'person-enabled' : 'person-demoted'
}

/** @throws DomainError user/too-many when users are moved into an entity that has no room for them */
async function requireRoomFor({ limits }: UserParts, tx: Db, joined: readonly EntityId[]): Promise<void> {
  for (const [entity, moves] of Map.groupBy(joined, (id) => id)) {
    const count = await createUserAdministrationStore(tx).countOf(entity)
    if (count + moves.length > limits.usersAtMost) throw new DomainError('user/too-many')
  }
}

/** Anyone who changes the own address says the password: the address leads to everything else. */
async function requirePasswordForEmail(
  parts: UserParts,
  caller: Caller,
  { ids, wanted, password = '' }: { ids: readonly UserId[]; wanted: UserChanges; password: string | undefined },
): Promise<void> {
  if (wanted.email === undefined || !ids.includes(caller.userId)) return
  const { email } = await createUserStore(parts.db).get(caller.userId)
  if (email !== wanted.email) await requirePassword(parts, { caller, password })
}

async function changeUser(
  parts: UserParts,
  change: UserAdministration,
  user: AdministeredUser,
  wanted: UserChanges,
): Promise<void> {
  const { email: ownEmail, ...others } = wanted
  const isOwnEmail = ownEmail !== undefined && user.id === change.caller.userId
  if (isOwnEmail) {
    await askToConfirmEmail(parts, change.tx, { id: user.id, before: user.email, after: ownEmail })
    const record = { userId: user.id, entity: user.entity, before: { email: user.email }, after: { email: ownEmail } }
    await change.record({ action: 'ask to change email', ...record })
  }
  const fields = isOwnEmail ? others : wanted
  if (Object.keys(fields).length === 0) return
  const { tx, caller } = change
  requirePhoneForSms(user, fields)
  await createUserAdministrationStore(tx).update(user.id, fields)
  await createVersionStore(tx).raise({ kind: 'user', id: user.id }, { by: caller.userId, at: change.at })
  if (fields.profilePic !== undefined) {
    const picture = { before: user.profilePic, after: fields.profilePic, uploadedBy: caller.userId }
    await parts.images.replace(tx, { kind: 'profile', subject: `user:${user.id}`, ...picture })
  }
  await change.record({
    action: 'change user',
    userId: user.id,
    entity: user.entity,
    before: fieldsBefore(user, fields),
    after: fields,
  })
  if (ownEmail !== undefined && !isOwnEmail) await followEmail(parts, change, user, ownEmail)
  if (fields.status === 'disabled') await change.revokeSessions(user.id)
  // The link of then ended with the account.
  if (fields.status === 'active' && user.invited && ownEmail === undefined) {
    await createPasswordResetStore(tx).useAllOf(user.id, change.at)
    await mailInvitation(parts, tx, caller, user)
  }
}

function requirePhoneForSms(user: User, { notifications = {} }: UserChanges): void {
  const wantsSms = Object.values(notifications).some((channels) => channels.smsEnable)
  if (wantsSms && user.phone === '') throw new DomainError('user/phone-missing')
}

/** Ends the links that were mailed to the old address, and invites users who had not signed in yet at the new one. */
async function followEmail(
  parts: UserParts,
  { tx, at, caller }: UserAdministration,
  user: AdministeredUser,
  email: string,
): Promise<void> {
  await createPasswordResetStore(tx).useAllOf(user.id, at)
  if (user.invited) await mailInvitation(parts, tx, caller, { ...user, email })
  else {
    const language = await createUserStore(tx).findLanguage(user.id)
    for (const mail of emailChangedMails(user.email, email, language)) await parts.queueMail(tx, mail)
  }
}

type Notifications = User['notifications']

/** Wanted changes without those that change nothing; notifications with the categories that were not mentioned. */
function changedFields(user: User, wanted: UserChanges): UserChanges {
  const notifications = wanted.notifications && { ...user.notifications, ...(wanted.notifications as Notifications) }
  const complete = { ...wanted, notifications }
  const changed = Object.entries(complete).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, user[field as keyof User]),
  )
  return Object.fromEntries(changed)
}

/** What the changed fields were before. */
function fieldsBefore(user: User, changes: UserChanges): Partial<User> {
  return Object.fromEntries(Object.keys(changes).map((field) => [field, user[field as keyof User]]))
}
