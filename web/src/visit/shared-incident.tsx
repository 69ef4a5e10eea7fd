import type { WebExtension } from '#platform/extensions/web-extension.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'

/** What a link to an incident shows, of the extension that keeps incidents. */
export const SharedIncident = lazyPart('shared-incident', async () => {
  const extensions: readonly WebExtension[] = Object.values(await import('../extensions.ts'))
  return (await extensions.find(({ sharedIncident }) => sharedIncident)?.sharedIncident?.()) ?? Nothing
})

/** A portal without incidents shows none. */
function Nothing(_props: { version: string }) {
  return undefined
}
