import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'

const Settings = lazyPart('influx', async () => (await import('./influx-settings.tsx')).InfluxSettings)

export const influx: WebExtension = {
  name: 'influx',
  doors: [{ door: 'influx', name: 'InfluxDB', products: 'InfluxDB, Telegraf', Settings }],
}
