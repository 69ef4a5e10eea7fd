import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from './endpoint.ts'
import { EntityId } from './ids.ts'

export const Entity = z.object({
  entityID: EntityId,
  name: z.string(),
  logo: z.string(),
  icon: z.string(),
  url: z.string(),
  status: z.enum(['active', 'disabled']),
  company: z.string(),
  /** Ids of the entities below this one. */
  subEntities: z.array(EntityId),
})
export type Entity = z.infer<typeof Entity>

export const getEntity = defineEndpoint({
  method: 'GET',
  path: `${API_BASE}/entities/:id`,
  access: 'session',
  tag: 'entities',
  summary: 'An entity in reach',
  params: z.object({ id: EntityId }),
  reply: envelope(Entity),
})
