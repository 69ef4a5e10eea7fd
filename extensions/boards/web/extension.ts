import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { t } from './texts.ts'

export const boards: WebExtension = {
  name: 'boards',
  things: { wallboard: (total) => t('boards.count', { total }) },
  settingsTabs: async () => (await import('./settings-tabs.ts')).SETTINGS_TABS,
}
