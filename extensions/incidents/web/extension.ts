import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { IconHistory } from '@fieldwatch/web/ui/icons/icons.ts'
import { t } from './texts.ts'

const Incidents = lazyPart('incidents', async () => (await import('./incidents.tsx')).Incidents)
const SaveIncident = lazyPart('incidents', async () => (await import('./save-incident.tsx')).SaveIncident)

export const incidents: WebExtension = {
  name: 'incidents',
  pages: [{ path: '/incidents', Page: Incidents, link: { label: () => t('incidents.title'), Icon: IconHistory } }],
  slots: { 'replay.tool': SaveIncident },
  things: { incident: (total) => t('incidents.count', { total }) },
  sharedIncident: async () => (await import('./shared-incident.tsx')).SharedIncident,
}
