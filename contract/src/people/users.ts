import { z } from 'zod'
import { Email } from './email.ts'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { EntityStatus } from './entities.ts'
import { ImageUrl } from '../api/files.ts'
import { AppId, EntityId, UserId } from '../api/ids.ts'
import { line } from '../text/text.ts'
import { MeasurePreference } from '../measures/measure-preference.ts'
import { LanguageShape } from '../text/language-shape.ts'
import { SeenVersion, Version } from '../api/version.ts'

export const Role = z.enum(['admin', 'viewer'])
export type Role = z.infer<typeof Role>

export const Permission = z.enum(['viewSubentities'])
export type Permission = z.infer<typeof Permission>

export const TimeFormat = z.enum(['12Hour', '24Hour'])
export type TimeFormat = z.infer<typeof TimeFormat>

export const UserStatus = z.enum(['active', 'disabled'])
export type UserStatus = z.infer<typeof UserStatus>

export const NotificationChannels = z.strictObject({ emailEnable: z.boolean(), smsEnable: z.boolean() })
export type NotificationChannels = z.infer<typeof NotificationChannels>

/** The categories of notifications by mail or SMS. */
export const NotificationCategory = z.enum(['alerts'])

/** The channels of a user who has not chosen. */
export const DEFAULT_CHANNELS: NotificationChannels = { emailEnable: true, smsEnable: false }

/** A user. Both `id` and `uid` are the user's id. */
export const User = z.object({
  id: UserId,
  uid: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  role: Role,
  permissions: z.array(Permission),
  entity: EntityId,
  company: z.string(),
  timeFormat: TimeFormat,
  /** The preferred units of measure; null: those of the entity. */
  measures: MeasurePreference.nullable(),
  /** In which the portal speaks to the user; null: that of the entity, or of the browser. */
  language: LanguageShape.nullable(),
  /** The dataIDs of the units that the user is responsible for. */
  units: z.array(z.string()),
  profilePic: z.string(),
  status: UserStatus,
  notifications: z.record(z.string(), NotificationChannels),
  version: Version,
})
export type User = z.infer<typeof User>

/** What is seen of an entity wherever it is named. */
const EntityLook = z.object({ name: z.string(), logo: z.string(), icon: z.string(), status: EntityStatus })

/** The signed-in user, with what they may look at. */
export const SessionUser = User.extend({
  /** The entities in reach, the own one included. */
  entityData: z.record(z.string(), EntityLook),
  /** The entities that the user looks at now; always within reach. */
  entityViewing: z.array(EntityId),
  /** The units of measure that the entity prefers; null: as sent. */
  entityMeasures: MeasurePreference.nullable(),
  apps: z.array(AppId),
  /** The language of the own entity. */
  entityLanguage: LanguageShape.nullable(),
  /** The extensions that are on. */
  extensions: z.array(z.string()),
})
export type SessionUser = z.infer<typeof SessionUser>

/** A user in the list of an entity. */
export const EntityUser = User.pick({
  id: true,
  uid: true,
  firstName: true,
  lastName: true,
  email: true,
  role: true,
  permissions: true,
  entity: true,
  company: true,
  units: true,
  profilePic: true,
  status: true,
  version: true,
}).extend({
  /** Whether the user has not chosen a password yet. */
  invited: z.boolean(),
  /** Whether signing in asks for more than the password. */
  secondFactor: z.boolean(),
})
export type EntityUser = z.infer<typeof EntityUser>

const FirstName = line(80).min(1, 'fields.enter-first-name')
const LastName = line(80).min(1, 'fields.enter-last-name')
const Permissions = z.array(Permission).max(20)
const UnitNames = z.array(line(64)).max(1_000)

/** One user or several. */
const UserIds = z.union([UserId, z.array(UserId).min(1).max(100)])

/** The caller as clients of either service document send it. It is ignored: the ID token decides. */
const asker = { id: UserId.optional(), uid: UserId.optional() }

export const NewUser = z.strictObject({
  ...asker,
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  role: Role,
  entity: EntityId,
  company: line(120).optional(),
  timeFormat: TimeFormat.optional(),
  measures: MeasurePreference.nullable().optional(),
  language: LanguageShape.nullable().optional(),
  permissions: Permissions.optional(),
  units: UnitNames.optional(),
  /** An upload to `files/profile/{anything}`. */
  profilePic: ImageUrl.optional(),
  status: z.literal('active').optional(),
})
export type NewUser = z.infer<typeof NewUser>

/** The fields of a user that can be changed; what is left out stays. Verify a phone number to change it. */
export const UserChanges = z.object({
  ...NewUser.omit({ id: true, uid: true }).partial().shape,
  status: UserStatus.optional(),
  notifications: z.partialRecord(NotificationCategory, NotificationChannels).optional(),
})
export type UserChanges = z.infer<typeof UserChanges>

export const getMe = defineEndpoint(`GET ${API_BASE}/me`, {
  scope: 'read',
  tag: 'session',
  summary: 'The signed-in user',
  reply: envelope(SessionUser),
})

export const setEntityViewing = defineEndpoint(`PUT ${API_BASE}/me/entity-viewing`, {
  tag: 'session',
  summary: 'Choose the entities to look at; an empty list means all in reach',
  body: z.object({ entityViewing: z.array(EntityId).max(1000) }),
  reply: envelope(SessionUser),
})

const readEndpoint = endpointsWith({ scope: 'read', tag: 'users' })
const userEndpoint = endpointsWith({ tag: 'users' })

export const getUser = readEndpoint(`GET ${API_BASE}/users/:uid`, {
  summary: 'A user of an entity in reach',
  params: z.object({ uid: UserId }),
  reply: envelope(User),
})

export const listUsers = readEndpoint(`GET ${API_BASE}/users`, {
  summary: 'The users of an entity in reach by name; without entity those of all in reach',
  query: z.object({ entity: EntityId.optional() }),
  reply: envelope(z.object({ users: z.array(EntityUser) })),
})

export const createUser = userEndpoint(`POST ${API_BASE}/users`, {
  idempotent: true,
  summary: 'Add a user, who gets a mail to choose a password (admin; viewSubentities in sub-entities)',
  body: NewUser,
  reply: envelope(z.object({ newUserUID: UserId })),
})

export const updateUsers = userEndpoint(`PUT ${API_BASE}/users`, {
  summary: 'Change the own profile, or one or several users; all of it or nothing',
  body: UserChanges.extend({
    ...asker,
    userUID: UserIds,
    phone: z.never('fields.phone-verify').optional(),
    /** Only for a change of one user. */
    version: SeenVersion,
    /** Your password, to change your own address. */
    password: z.string().max(200).optional(),
  }),
})

export const deleteUsers = userEndpoint(`DELETE ${API_BASE}/users`, {
  summary: 'Delete one or several users (admin); all of them or none. Alerts that only they own get another owner',
  body: z.object({
    ...asker,
    userUID: UserIds,
    /** Who owns their alerts then; without it the admins of the alert's entity do. */
    handOverTo: UserId.optional(),
  }),
})

export const inviteUser = userEndpoint(`POST ${API_BASE}/users/invitation`, {
  idempotent: true,
  summary: 'Send the mail to choose a password once more to a user who has not done so; earlier links end',
  body: z.object({ userUID: UserId }),
})
