import type { SettingsTab } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const Tab = lazyPart('boards', async () => (await import('./settings/boards-tab.tsx')).BoardsTab)

export const SETTINGS_TABS: readonly SettingsTab[] = [
  { tab: 'boards', group: 'units', label: () => t('boards.tab'), Tab },
]
