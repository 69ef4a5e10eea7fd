import { type HostileCase, onlyInBenchmark, SHARE } from '../hostile-case.ts'
import type { HttpSender } from '../senders.ts'
import { addressCases } from './address-cases.ts'
import { bodyCases } from './body-cases.ts'
import { crowdCases } from './crowd-cases.ts'
import { downloadCases } from './download-cases.ts'
import { eventCases } from './event-cases.ts'
import { formCases } from './form-cases.ts'
import { headerCases } from './header-cases.ts'
import { importCases } from './import-cases.ts'
import { ingestCases } from './ingest-cases.ts'
import { meaningCases } from './meaning-cases.ts'
import { mqttCases } from './mqtt-cases.ts'
import { reportCases } from './report-cases.ts'
import { roomCases } from './room-cases.ts'
import { passCases } from './screen-cases.ts'
import { socketCases } from './socket-cases.ts'
import { strangerCases } from './stranger-cases.ts'
import { importFromExtensions } from '@fieldwatch/server/testing/extension-parts'

interface HostileExtension {
  readonly hostileCases?: () => HostileCase[]
  /** What a portal is started with to be attacked. */
  readonly SETTINGS?: Readonly<Record<string, string>>
  readonly SENDERS?: readonly HttpSender[]
}

const EXTENSIONS = await importFromExtensions<HostileExtension>('hostile')

export const HOSTILE_SETTINGS_OF_EXTENSIONS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...EXTENSIONS.map(({ SETTINGS }) => SETTINGS),
)

/**
 * As `allCases`, in less time: of the values that many endpoints get, each endpoint gets a sixth, and six neighbours get all of them. A
 * test of the server sends hostile values to each field alone; `npm run bench:hostile` sends everything.
 */
export function someCases(): HostileCase[] {
  return allCases().filter(({ turn = 0 }) => turn % SHARE === 0)
}

/** Everything that is sent to a portal to bring it down, or to have it say something wrong. */
export function allCases(): HostileCase[] {
  return [
    ...bodyCases(),
    ...addressCases(),
    ...meaningCases(),
    ...eventCases(),
    ...reportCases(),
    ...passCases(),
    ...roomCases(),
    ...downloadCases().map(onlyInBenchmark),
    ...headerCases(),
    ...formCases(),
    ...importCases(),
    ...ingestCases(),
    ...socketCases(),
    ...mqttCases(),
    ...EXTENSIONS.flatMap(({ hostileCases }) => hostileCases?.() ?? []),
    ...strangerCases(EXTENSIONS.flatMap(({ SENDERS = [] }) => SENDERS)),
    ...crowdCases(),
  ]
}
