import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'

export const lorawan: WebExtension = {
  name: 'lorawan',
  settingsTabs: async () => (await import('./settings-tabs.ts')).SETTINGS_TABS,
}
