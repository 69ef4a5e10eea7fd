import type { DoorSettingsProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { DoorSettings } from '@fieldwatch/web/shared/unit-setup/door-settings.tsx'
import type { DoorWay } from '@fieldwatch/web/shared/unit-setup/doors/door-way.ts'
import { t } from './texts.ts'

const way: DoorWay = {
  door: 'prometheus',
  name: 'Prometheus',
  help: () => t('prometheus.help'),
  guide: '/docs/extensions/prometheus.html#remote-write',
  settings: ({ httpUrl }, { token }) => [{ label: 'prometheus.yml', text: configOf(httpUrl, token) }],
}

function configOf(httpUrl: string, token: string): string {
  return [
    'remote_write:',
    `  - url: ${httpUrl}/api/v1/doors/prometheus/write`,
    `    authorization: { credentials: ${token} }`,
    '    write_relabel_configs: [{ action: labeldrop, regex: instance|job }]',
  ].join('\n')
}

/** What to add to the settings of Prometheus or of an agent. */
export function PrometheusSettings(props: DoorSettingsProps) {
  return <DoorSettings {...props} way={way} />
}
