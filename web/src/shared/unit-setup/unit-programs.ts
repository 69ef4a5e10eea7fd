import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { UnitCredentials } from './connect-commands.ts'

/** A program of the guides that makes something a unit of the portal. */
export interface UnitProgram {
  readonly file: string
  /** The name of its guide, and of its texts. */
  readonly guide: 'esp32' | 'raspberry-pi' | 'gateway' | 'node-red'
  readonly load: () => Promise<{ default: string }>
  /** The placeholder for the address of the portal in the program, and what replaces it. */
  readonly address: (connection: ConnectionSettings) => Readonly<Record<string, string>>
}

export const UNIT_PROGRAMS: readonly UnitProgram[] = [
  {
    file: 'esp32.ino',
    guide: 'esp32',
    load: () => import('../../../../docs/guides/examples/esp32.ino?raw'),
    address: ({ httpUrl }) => ({ 'https://portal.example': httpUrl }),
  },
  {
    file: 'raspberry-pi.py',
    guide: 'raspberry-pi',
    load: () => import('../../../../docs/guides/examples/raspberry-pi.py?raw'),
    address: ({ mqttUrl }) => ({ 'mqtts://portal.example:8883': mqttUrl }),
  },
  {
    file: 'mosquitto-bridge.conf',
    guide: 'gateway',
    load: () => import('../../../../docs/guides/examples/mosquitto-bridge.conf?raw'),
    address: ({ mqttUrl }) => {
      const { protocol, hostname, port } = new URL(mqttUrl)
      const isSecure = protocol === 'mqtts:'
      const address = `${hostname}:${port === '' ? (isSecure ? '8883' : '1883') : port}`
      return { 'portal.example:8883': address, ...(isSecure ? {} : { 'bridge_cafile ': '# bridge_cafile ' }) }
    },
  },
  {
    file: 'node-red-flow.json',
    guide: 'node-red',
    load: () => import('../../../../docs/guides/examples/node-red-flow.json?raw'),
    address: ({ httpUrl }) => ({ 'https://portal.example': httpUrl }),
  },
]

/** The program with the address of the portal and what the unit signs in with. */
export async function fillProgram(
  { load, address }: UnitProgram,
  connection: ConnectionSettings,
  { dataId, token }: UnitCredentials,
): Promise<string> {
  const places = { ...address(connection), UNIT_TOKEN: token, 'tank-01': dataId }
  return Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), (await load()).default)
}
