import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { MOST_SHARED_UNITS } from '../contract/shares.ts'
import { ShareButton } from './share-button.tsx'
import { t } from './texts.ts'

const ShareMap = lazyPart('share', async () => (await import('./share-map.tsx')).ShareMap)

export const shares: WebExtension = {
  name: 'shares',
  slots: { 'screen.share': ShareButton },
  things: { 'shared link': (total) => t('shares.count', { total }) },
  settingsTabs: async () => (await import('./settings-tabs.ts')).SETTINGS_TABS,
  unitsTasks: [
    {
      label: () => t('shares.map.open'),
      most: MOST_SHARED_UNITS,
      tooMany: () => t('shares.map.most', { most: MOST_SHARED_UNITS }),
      Dialog: ShareMap,
    },
  ],
}
