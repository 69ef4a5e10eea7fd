import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'

const OsmAnd = lazyPart('osmand', async () => (await import('./position-settings.tsx')).OsmAndSettings)
const OwnTracks = lazyPart('owntracks', async () => (await import('./position-settings.tsx')).OwnTracksSettings)

export const positions: WebExtension = {
  name: 'positions',
  doors: [
    { door: 'osmand', name: 'OsmAnd', products: 'Traccar Client, OsmAnd', Settings: OsmAnd },
    { door: 'owntracks', name: 'OwnTracks', products: 'OwnTracks', Settings: OwnTracks },
  ],
}
