import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from './endpoint.ts'
import { AppId, EntityId, UserId } from './ids.ts'

export const ROLES = ['admin', 'viewer'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

export const PERMISSIONS = ['viewSubentities'] as const
export const Permission = z.enum(PERMISSIONS)
export type Permission = z.infer<typeof Permission>

export const TIME_FORMATS = ['12Hour', '24Hour'] as const
export const TimeFormat = z.enum(TIME_FORMATS)
export type TimeFormat = z.infer<typeof TimeFormat>

export const USER_STATUSES = ['active', 'disabled'] as const
export const UserStatus = z.enum(USER_STATUSES)
export type UserStatus = z.infer<typeof UserStatus>

export const NotificationChannels = z.object({ emailEnable: z.boolean(), smsEnable: z.boolean() })

/** A person as every part of the portal knows them. Both `id` and `uid` are the user's id. */
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
  units: z.array(z.string()),
  profilePic: z.string(),
  status: UserStatus,
  notifications: z.record(z.string(), NotificationChannels),
})
export type User = z.infer<typeof User>

/** The signed-in person, with what they may look at. */
export const SessionUser = User.extend({
  /** The entities in reach, the own one included. */
  entityData: z.record(z.string(), z.object({ name: z.string(), logo: z.string(), icon: z.string() })),
  /** The entities that the person looks at now; always within reach. */
  entityViewing: z.array(EntityId),
  apps: z.array(AppId),
})
export type SessionUser = z.infer<typeof SessionUser>

export const getMe = defineEndpoint({
  method: 'GET',
  path: `${API_BASE}/me`,
  access: 'session',
  tag: 'session',
  summary: 'The signed-in user',
  reply: envelope(SessionUser),
})

export const setEntityViewing = defineEndpoint({
  method: 'PUT',
  path: `${API_BASE}/me/entity-viewing`,
  access: 'session',
  tag: 'session',
  summary: 'Choose the entities to look at; an empty list means all in reach',
  body: z.object({ entityViewing: z.array(EntityId).max(1000) }),
  reply: envelope(SessionUser),
})

export const getUser = defineEndpoint({
  method: 'GET',
  path: `${API_BASE}/users/:uid`,
  access: 'session',
  tag: 'users',
  summary: 'A user of an entity in reach',
  params: z.object({ uid: UserId }),
  reply: envelope(User),
})
