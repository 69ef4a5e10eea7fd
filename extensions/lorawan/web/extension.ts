import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const ThingsStack = lazyPart('things-stack', async () => (await import('./uplink-settings.tsx')).ThingsStackSettings)
const ChirpStack = lazyPart('chirpstack', async () => (await import('./uplink-settings.tsx')).ChirpStackSettings)
const CodecDialog = lazyPart('codec', async () => (await import('./codec-dialog.tsx')).CodecDialog)

export const lorawan: WebExtension = {
  name: 'lorawan',
  doors: [
    { door: 'things-stack', name: 'The Things Stack', products: 'The Things Stack', Settings: ThingsStack },
    { door: 'chirpstack', name: 'ChirpStack', products: 'ChirpStack', Settings: ChirpStack },
  ],
  things: { 'network server': (total) => t('lorawan.count', { total }) },
  settingsTabs: async () => (await import('./settings-tabs.ts')).SETTINGS_TABS,
  templateTasks: [{ label: () => t('lorawan.codec'), Dialog: CodecDialog }],
}
