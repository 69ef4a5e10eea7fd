import { createPasswordResetStore } from '#people/credentials/mailed-link-store.ts'
import type { AdminCommand } from './admin-arguments.ts'
import { type AdminParts, COMMAND_LINE } from './admin-parts.ts'
import { createUser } from './create-user.ts'
import { disableUser } from './disable-user.ts'
import { manageApps } from './manage-apps.ts'
import { createRequiredFactorStore } from '#people/entities/required-factor-store.ts'
import { takeSecondFactor } from '#people/second-factor/reset-second-factor.ts'
import { createFormerPersonStore } from '#people/users/former-person-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { getUserByEmail } from './get-user-by-email.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { createRestoredAccessStore } from '#platform/backup/restored-access-store.ts'
import { hashPassword } from '#people/credentials/password-hash.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import { createSignInStepStore } from '#people/credentials/sign-in-step-store.ts'
import { createSignInFailureStore } from '#people/credentials/sign-in-failure-store.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { choosePassword } from './choose-password.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { getEntityByName } from './find-entity-by-name.ts'

/** Runs an admin command, and returns the text for the terminal. */
export async function runAdmin(parts: AdminParts, command: AdminCommand): Promise<string> {
  if (command.command === 'create') {
    const password = await createUser(parts, command)
    return `${command.email} can sign in as ${command.role} of ${command.entity}.\n${passwordNotice(password)}`
  }
  if (command.command === 'set-password') {
    const password = await setPassword(parts, command)
    return `${command.email} has a new password.\n${passwordNotice(password)}`
  }
  if (command.command === 'reset-second-factor') {
    const isRequired = await resetFactor(parts, command)
    return isRequired
      ? `${command.email} signs in with the password, and then sets up a new second factor.\n`
      : `${command.email} signs in with only the password until a new second factor is set up.\n`
  }
  if (command.command === 'erase') return eraseFormerPerson(parts, command)
  if (command.command === 'stop-requiring-second-factor') return stopRequiringFactor(parts, command)
  if (command.command === 'revoke-all') return revokeAll(parts)
  if (command.command !== 'disable') return manageApps(parts, command)
  await disableUser(parts, command)
  return `${command.email} can no longer sign in.\n`
}

function passwordNotice(password: string | undefined): string {
  return password === undefined ? '' : `Password: ${password}\n`
}

/**
 * Takes the second factor from a user and ends all sessions, for anyone who has no admin left to ask. Returns whether the entity requires
 * another one.
 * @throws DomainError user/not-found, second-factor/none
 */
async function resetFactor({ db, clock }: AdminParts, { email }: { email: string }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const user = await getUserByEmail(tx, email)
    await takeSecondFactor(tx, { user, by: undefined, at: clock() })
    return createRequiredFactorStore(tx).isRequiredOf(user.id)
  })
}

/**
 * Erases deleted users of an address from the logs. Returns the text for the terminal.
 * @throws DomainError user/not-found when none was deleted
 */
async function eraseFormerPerson({ db, clock }: AdminParts, { email }: { email: string }): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const store = createFormerPersonStore(tx)
    const ids = await store.listByEmail(email)
    if (ids.length === 0) throw new DomainError('user/not-found')
    await store.erase(ids, email)
    const portal = { kind: 'portal', id: '', entity: undefined }
    await createAuditStore(tx).recordChange(COMMAND_LINE, portal, { at: clock(), action: 'erase deleted user' })
    return `Deleted users erased from the logs: ${ids.length}.\n`
  })
}

/** Ends all tokens for programs, mailed links, shared links and sessions; a running server notices by itself. Returns the text for the terminal. */
async function revokeAll({ db, clock }: AdminParts): Promise<string> {
  const at = clock()
  const { programTokens, links, sharedLinks, screens } = await db.transaction().execute(async (tx) => {
    const revoked = await createRestoredAccessStore(tx).revokeAll(new Date(at))
    const portal = { kind: 'portal', id: '', entity: undefined }
    await createAuditStore(tx).recordChange(COMMAND_LINE, portal, { at, action: 'revoke all access', after: revoked })
    return revoked
  })
  return `All sessions ended. Tokens for programs revoked: ${programTokens}. Mailed links ended: ${links}. Shared links ended: ${sharedLinks}. Screens of wallboards removed: ${screens}.\n`
}

/**
 * Sets a password and ends all sessions of the user. Returns the password when it was made here.
 * @throws DomainError user/not-found, auth/weak-password
 */
async function setPassword(
  { db, clock, random }: AdminParts,
  command: { email: string; password?: string | undefined },
): Promise<string | undefined> {
  const { password, made } = choosePassword(random, command)
  const passwordHash = await hashPassword(password)
  const at = clock()
  await db.transaction().execute(async (tx) => {
    const user = await getUserByEmail(tx, command.email)
    await createUserStore(tx).setPasswordHash(user.id, passwordHash)
    await createPasswordResetStore(tx).useAllOf(user.id, at)
    await createSignInStepStore(tx).removeAllOf(user.id)
    await createSignInFailureStore(tx).forgive(user.email)
    await createSessionStore(tx).endAllOf(user.id, at)
    await createAuditStore(tx).recordChange(COMMAND_LINE, { kind: 'user', ...user }, { at, action: 'set password' })
  })
  return made ? password : undefined
}

/**
 * Stops an entity from requiring a second factor, for a portal whose admins cannot sign in any more. Returns the text for the terminal.
 * @throws ArgumentError when the name is ambiguous
 */
async function stopRequiringFactor(
  { db, clock }: AdminParts,
  { entity: name, parent }: { entity: string; parent?: string | undefined },
): Promise<string> {
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const id = await getEntityByName(tx, name, parent)
    const entities = createEntityStore(tx)
    await entities.lock(id)
    const { secondFactorRequired, secondFactorRequiredBy: above } = await entities.get(id)
    if (secondFactorRequired) {
      await entities.update(id, { secondFactorRequired: false })
      await createVersionStore(tx).raise({ kind: 'entity', id }, { by: undefined, at })
      await createAuditStore(tx).recordChange(
        COMMAND_LINE,
        { kind: 'entity', id, entity: id },
        { at, action: 'change entity', before: { secondFactorRequired: true }, after: { secondFactorRequired: false } },
      )
    }
    if (above !== undefined) return `A second factor is still required by ${above.name}, an entity above ${name}.\n`
    return secondFactorRequired
      ? `${name} no longer requires a second factor.\n`
      : `${name} did not require a second factor.\n`
  })
}
