import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'

const Settings = lazyPart('thingsboard', async () => (await import('./device-settings.tsx')).DeviceSettings)

export const thingsboard: WebExtension = {
  name: 'thingsboard',
  doors: [{ door: 'thingsboard', name: 'ThingsBoard', products: 'ThingsBoard', Settings }],
}
