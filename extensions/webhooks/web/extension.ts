import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { t } from './texts.ts'

export const webhooks: WebExtension = {
  name: 'webhooks',
  channels: { webhook: () => t('webhooks.channel') },
  things: { webhook: (total) => t('webhooks.count', { total }) },
  settingsTabs: async () => (await import('./settings-tabs.ts')).SETTINGS_TABS,
}
