import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { UnitCredentials } from './connect-commands.ts'

/** A program of the guides that makes something a unit of the portal. */
export interface UnitProgram {
  /** What it is for. */
  readonly name: string
  readonly file: string
  /** The name of its guide. */
  readonly guide: string
  readonly text: string
  readonly load: () => Promise<{ default: string }>
  /** What stands in the program for the address of the portal, and what takes its place. */
  readonly address: (connection: ConnectionSettings) => Readonly<Record<string, string>>
}

export const UNIT_PROGRAMS: readonly UnitProgram[] = [
  {
    name: 'ESP32 (Arduino)',
    file: 'esp32.ino',
    guide: 'esp32',
    text: 'A sketch that sends by HTTP, and keeps 900 records in memory while there is no network.',
    load: () => import('../../../../docs/guides/examples/esp32.ino?raw'),
    address: ({ httpUrl }) => ({ 'https://portal.example': httpUrl }),
  },
  {
    name: 'Raspberry Pi (Python)',
    file: 'raspberry-pi.py',
    guide: 'raspberry-pi',
    text: 'A program that sends by MQTT, and keeps records on its disk until they are stored.',
    load: () => import('../../../../docs/guides/examples/raspberry-pi.py?raw'),
    address: ({ mqttUrl }) => ({ 'mqtts://portal.example:8883': mqttUrl }),
  },
  {
    name: 'Linux gateway (Mosquitto)',
    file: 'mosquitto-bridge.conf',
    guide: 'gateway',
    text: 'A file for Mosquitto, which passes on what sensors publish on the gateway, and keeps it while the line is cut.',
    load: () => import('../../../../docs/guides/examples/mosquitto-bridge.conf?raw'),
    address: ({ mqttUrl }) => {
      const { protocol, hostname, port } = new URL(mqttUrl)
      const isSecure = protocol === 'mqtts:'
      const address = `${hostname}:${port === '' ? (isSecure ? '8883' : '1883') : port}`
      return { 'portal.example:8883': address, ...(isSecure ? {} : { 'bridge_cafile ': '# bridge_cafile ' }) }
    },
  },
  {
    name: 'Node-RED',
    file: 'node-red-flow.json',
    guide: 'node-red',
    text: 'A flow to import, which sends by HTTP and keeps records on its disk until they are stored.',
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
