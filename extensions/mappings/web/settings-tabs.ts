import type { SettingsTab } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const Tab = lazyPart('mappings', async () => (await import('./mappings-tab.tsx')).MappingsTab)

export const SETTINGS_TABS: readonly SettingsTab[] = [
  { tab: 'mappings', group: 'integrations', label: () => t('mappings.tab'), Tab },
]
