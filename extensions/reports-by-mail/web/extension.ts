import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const SendChart = lazyPart('reports-by-mail', async () => (await import('./send-regularly.tsx')).SendChart)
const SendEvents = lazyPart('reports-by-mail', async () => (await import('./send-regularly.tsx')).SendEvents)

export const reportsByMail: WebExtension = {
  name: 'reports-by-mail',
  slots: { 'chart.tool': SendChart, 'events.tool': SendEvents },
  things: { 'scheduled report': (total) => t('reports-by-mail.count', { total }) },
  settingsTabs: async () => (await import('./settings-tabs.ts')).SETTINGS_TABS,
}
