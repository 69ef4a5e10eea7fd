import { z } from 'zod'
import { sentence } from '../text/sentence.ts'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { AppId, EntityId } from '../api/ids.ts'

/** The portal's own pages that may be opened in a frame. Nothing else of our origin is an app. */
export const OWN_PAGES = ['/page_blth_app'] as const

/** Where an app runs: on the web, or one of our own pages. */
export const AppUrl = z
  .string()
  .max(2000)
  .refine((url) => OWN_PAGES.some((page) => page === url) || appOrigin(url) !== undefined, {
    error: sentence('fields.app-address', { pages: OWN_PAGES.join(', ') }),
  })

/** The origin of an app on the web; undefined for our own pages and for invalid addresses. */
export function appOrigin(url: string): string | undefined {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return undefined
  const { hostname, origin } = new URL(url)
  // Other characters are valid in host names, but have a meaning in lists of origins.
  return /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/.test(hostname) ? origin : undefined
}

export const App = z.object({
  id: AppId,
  name: z.string(),
  /** Its word in the address of the portal, `/applications/{path}`. */
  path: z.string(),
  icon: z.string(),
  /** Where it runs; it is given `appId`, and `dataID` on the page of a unit, as query parameters. */
  url: z.string(),
  allAccess: z.boolean(),
  entities: z.array(EntityId),
})
export type App = z.infer<typeof App>

/** The screens of the portal itself that are listed among the applications of a unit: each has its tab by this name. */
export const UNIT_SCREENS = ['XetaSense', 'Pressure Sensor'] as const

/** The word for an app in an address: its name in lower case with spaces turned into hyphens. */
export function appSlug(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, '-')
}

export const listApps = defineEndpoint(`GET ${API_BASE}/apps`, {
  scope: 'read',
  tag: 'apps',
  summary: 'The applications that everyone or the own entity may open',
  reply: envelope(z.array(App)),
})
