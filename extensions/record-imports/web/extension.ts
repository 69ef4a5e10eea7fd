import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const ImportsPanel = lazyPart('imports', async () => (await import('./imports-panel.tsx')).ImportsPanel)

/** Records of units that come from files. */
export const recordImports: WebExtension = {
  name: 'record-imports',
  slots: { 'management.data': ImportsPanel },
  things: { import: (total) => t('record-imports.count', { total }) },
}
