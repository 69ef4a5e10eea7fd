import { t } from '../texts.ts'
import { addressOf, type DoorWay } from './door-way.ts'

export const thingsStack: DoorWay = lorawan('things-stack', 'The Things Stack')
export const chirpStack: DoorWay = lorawan('chirpstack', 'ChirpStack')

function lorawan(door: 'things-stack' | 'chirpstack', name: string): DoorWay {
  return {
    door,
    name,
    help: () => t('unit-setup.door.lorawan.help'),
    guide: 'lorawan',
    settings: ({ httpUrl }, { token }) => [
      { label: t('unit-setup.door.address'), text: addressOf(httpUrl, door) },
      { label: t('unit-setup.door.header'), text: bearerOf(token) },
    ],
  }
}

function bearerOf(token: string): string {
  return `Bearer ${token}`
}
