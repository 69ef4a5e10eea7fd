import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { IconPolygon } from '@fieldwatch/web/ui/icons/icons.ts'
import { t } from './texts.ts'

const PlacesPage = lazyPart<{ readonly below: string }>(
  'places',
  async () => (await import('./places-page.tsx')).PlacesPage,
)
const PlacesOnMap = lazyPart('places', async () => (await import('./places-layer.tsx')).PlacesOnMap)

/** Places on maps, and the page on which admins draw them. */
export const places: WebExtension = {
  name: 'places',
  pages: [{ path: '/places', Page: PlacesPage, link: { label: () => t('places.title'), Icon: IconPolygon } }],
  slots: { 'map.layer': PlacesOnMap },
}
