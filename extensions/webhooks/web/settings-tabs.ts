import type { SettingsTab } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const Tab = lazyPart('webhooks', async () => (await import('./webhooks-tab.tsx')).WebhooksTab)

export const SETTINGS_TABS: readonly SettingsTab[] = [
  { tab: 'webhooks', group: 'integrations', label: () => t('webhooks.tab'), Tab },
]
