import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from './endpoint.ts'
import { AppId, EntityId } from './ids.ts'

export const App = z.object({
  id: AppId,
  name: z.string(),
  path: z.string(),
  icon: z.string(),
  allAccess: z.boolean(),
  entities: z.array(EntityId),
})
export type App = z.infer<typeof App>

export const listApps = defineEndpoint({
  method: 'GET',
  path: `${API_BASE}/apps`,
  access: 'session',
  tag: 'apps',
  summary: 'The applications that everyone or the own entity may open',
  reply: envelope(z.array(App)),
})
