import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'

const Settings = lazyPart('prometheus', async () => (await import('./prometheus-settings.tsx')).PrometheusSettings)

export const prometheus: WebExtension = {
  name: 'prometheus',
  doors: [{ door: 'prometheus', name: 'Prometheus', products: 'Prometheus', Settings }],
}
