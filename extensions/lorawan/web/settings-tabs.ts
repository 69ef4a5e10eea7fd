import type { SettingsTab } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const Tab = lazyPart('network-servers', async () => (await import('./network-servers-tab.tsx')).NetworkServersTab)

export const SETTINGS_TABS: readonly SettingsTab[] = [
  { tab: 'network-servers', group: 'integrations', label: () => t('lorawan.server.tab'), Tab },
]
