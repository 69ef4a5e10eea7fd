import { say } from '@fieldwatch/messages/server-sentences'
import type { Caller } from '#platform/http/caller.ts'
import { uploadFile } from '@fieldwatch/contract/api/files'
import type { UserId } from '@fieldwatch/contract/api/ids'
import {
  createUser,
  deleteUsers as deleteUsersEndpoint,
  getMe,
  getUser,
  inviteUser as inviteUserEndpoint,
  listUsers,
  setEntityViewing,
  updateUsers,
  type User,
} from '@fieldwatch/contract/people/users'
import type { FastifyInstance } from 'fastify'
import { entitiesAskedFor, mayReach } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { addUser } from './add-user.ts'
import { changeUsers } from './change-users.ts'
import { chooseEntityViewing } from './choose-entity-viewing.ts'
import { deleteUsers } from './delete-users.ts'
import { describeSessionUser } from './describe-session-user.ts'
import { createUserAdministrationStore } from './user-administration-store.ts'
import type { UserParts } from './user-parts.ts'
import { requireMayInviteUser, requireMayUploadProfile } from './user-policy.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { administerUsers } from './administer-users.ts'
import { mailInvitation } from './invitation.ts'

/** Users, as they see themselves and each other, and as admins administer them. */
export function registerUserRoutes(app: FastifyInstance, parts: UserParts): void {
  registerReads(app, parts)
  registerChanges(app, parts)
  registerUpload(app, parts)
}

function registerReads(app: FastifyInstance, parts: UserParts): void {
  const { db, clock } = parts
  addRoute(app, getMe, async ({ caller }) => success(await describeSessionUser(parts, caller)))

  addRoute(app, setEntityViewing, async ({ caller, body }) => {
    return success(
      await describeSessionUser(parts, await chooseEntityViewing({ db, clock }, caller, body.entityViewing)),
    )
  })

  addRoute(app, getUser, async ({ caller, params }) => {
    const user = await createUserStore(db).get(params.uid)
    if (!mayReach(caller, user.entity)) throw new DomainError('user/not-found')
    return success(user)
  })

  addRoute(app, listUsers, async ({ caller, query: { entity } }) => {
    return success({ users: await createUserAdministrationStore(db).list(entitiesAskedFor(caller, entity)) })
  })
}

function registerUpload(app: FastifyInstance, { db, images }: UserParts): void {
  addRoute(app, uploadFile, { admit: ({ userId }) => images.requireRoom(userId) }, async ({ params, body, caller }) => {
    requireMayUploadProfile(caller, await createUserStore(db).find(params.name as UserId))
    return success({ url: await images.store({ kind: 'profile', file: body.file, uploadedBy: caller.userId }) })
  })
}

function registerChanges(app: FastifyInstance, parts: UserParts): void {
  addRoute(app, createUser, async ({ caller, body }) => {
    const newUserUID = await addUser(parts, caller, body)
    return {
      ...success({ newUserUID }),
      message: say('answers.done.user-added', { name: nameOf(body), email: body.email }),
    }
  })

  addRoute(app, updateUsers, async ({ caller, body, seen }) => {
    const { userUID, id: _id, uid: _uid, version: _version, ...wanted } = body
    const users = await changeUsers(parts, caller, { userIds: listed(userUID), seen }, wanted)
    const asked = users.find((user) => user.id === caller.userId && ![undefined, user.email].includes(wanted.email))
    const updated = doneTo(
      users.map((user) => ({ ...user, ...named(wanted) })),
      'updated',
    )
    const email = wanted.email ?? ''
    return done(asked === undefined ? updated : say('answers.done.confirm-email', { updated, email }))
  })

  addRoute(app, deleteUsersEndpoint, async ({ caller, body }) => {
    const wanted = { userIds: listed(body.userUID), handOverTo: body.handOverTo }
    const users = await deleteUsers(parts, caller, wanted)
    return done(doneTo(users, 'deleted'))
  })

  addRoute(app, inviteUserEndpoint, async ({ caller, body }) => {
    const user = await inviteUser(parts, caller, body.userUID)
    return done(say('answers.done.invited', { email: user.email }))
  })
}

type Named = Pick<User, 'firstName' | 'lastName'>

function listed(ids: UserId | UserId[]): UserId[] {
  return Array.isArray(ids) ? ids : [ids]
}

function named({ firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined }) {
  return { ...(firstName === undefined ? {} : { firstName }), ...(lastName === undefined ? {} : { lastName }) }
}

function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim()
}

function doneTo(users: readonly Named[], what: 'updated' | 'deleted'): string {
  const [first] = users
  return users.length === 1 && first !== undefined
    ? say(`answers.done.${what}`, { name: nameOf(first) })
    : say(`answers.done.users-${what}`, { count: users.length })
}

/**
 * Mails the link to choose a password once more.
 * @throws DomainError user/not-found, access/forbidden, user/has-password, user/disabled, request/rate-limited
 */
async function inviteUser(parts: UserParts, asker: Caller, userId: UserId): Promise<User> {
  return administerUsers(parts, asker, async ({ tx, caller, record }) => {
    const [user] = await createUserAdministrationStore(tx).getAll([userId])
    if (user === undefined) throw new DomainError('user/not-found')
    requireMayInviteUser(caller, user)
    if (!user.invited) throw new DomainError('user/has-password')
    if (user.status === 'disabled') throw new DomainError('user/disabled')
    await record({ action: 'invite user', userId, entity: user.entity, after: { email: user.email } })
    await mailInvitation(parts, tx, caller, user)
    return user
  })
}
