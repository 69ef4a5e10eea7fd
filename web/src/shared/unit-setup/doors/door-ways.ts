import { t } from '../texts.ts'
import { addressOf, type DoorWay } from './door-way.ts'

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

const thingsStack: DoorWay = lorawan('things-stack', 'The Things Stack')
const chirpStack: DoorWay = lorawan('chirpstack', 'ChirpStack')

function lorawan(door: 'things-stack' | 'chirpstack', name: string): DoorWay {
  return {
    door,
    name,
    help: () => t('unit-setup.door.lorawan.help'),
    guide: '/docs/guides/doors.html#lorawan',
    settings: ({ httpUrl }, { token }) => [
      { label: t('unit-setup.door.address'), text: addressOf(httpUrl, door) },
      { label: t('unit-setup.door.header'), text: bearerOf(token) },
    ],
  }
}

function bearerOf(token: string): string {
  return `Bearer ${token}`
}

/** The protocols of other products, in the order in which they are offered. */
export const DOOR_WAYS: readonly DoorWay[] = [prometheus, thingsStack, chirpStack]
