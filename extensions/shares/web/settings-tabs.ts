import type { SettingsTab } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const Tab = lazyPart('shares', async () => (await import('./settings/shares-tab.tsx')).SharesTab)

export const SETTINGS_TABS: readonly SettingsTab[] = [
  { tab: 'shares', group: 'units', label: () => t('shares.tab'), Tab },
]
