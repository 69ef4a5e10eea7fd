import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const Settings = lazyPart('json', async () => (await import('./json-settings.tsx')).JsonSettings)

export const mappings: WebExtension = {
  name: 'mappings',
  doors: [{ door: 'json', name: 'JSON', products: 'Tasmota, Shelly, RutOS, MikroTik', Settings }],
  things: { 'message mapping': (total) => t('mappings.count', { total }) },
  settingsTabs: async () => (await import('./settings-tabs.ts')).SETTINGS_TABS,
}
