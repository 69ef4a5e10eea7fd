import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'

const Settings = lazyPart('teltonika', async () => (await import('./tracker-settings.tsx')).TrackerSettings)

export const teltonika: WebExtension = {
  name: 'teltonika',
  doors: [{ door: 'teltonika', name: 'Teltonika', products: 'Teltonika', Settings }],
}
