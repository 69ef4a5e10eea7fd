import type { SettingsTab } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const Tab = lazyPart('reports', async () => (await import('./reports-tab.tsx')).ReportsTab)

export const SETTINGS_TABS: readonly SettingsTab[] = [
  { tab: 'reports', group: 'units', label: () => t('reports-by-mail.tab'), isForEveryone: true, Tab },
]
