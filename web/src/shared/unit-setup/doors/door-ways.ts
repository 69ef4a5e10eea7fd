import { t } from '../texts.ts'
import type { DoorWay } from './door-way.ts'

const prometheus: DoorWay = {
  door: 'prometheus',
  name: 'Prometheus',
  help: () => t('unit-setup.door.prometheus.help'),
  guide: '/docs/guides/doors.html#prometheus',
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

/** The protocols of other products, in the order in which they are offered. */
export const DOOR_WAYS: readonly DoorWay[] = [prometheus]
