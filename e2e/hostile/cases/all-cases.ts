import type { HostileCase } from '../hostile-case.ts'
import { addressCases } from './address-cases.ts'
import { bodyCases } from './body-cases.ts'
import { crowdCases } from './crowd-cases.ts'
import { eventCases } from './event-cases.ts'
import { formCases } from './form-cases.ts'
import { headerCases } from './header-cases.ts'
import { importCases } from './import-cases.ts'
import { ingestCases } from './ingest-cases.ts'
import { meaningCases } from './meaning-cases.ts'
import { mqttCases } from './mqtt-cases.ts'
import { recordImportCases } from './record-import-cases.ts'
import { reportCases } from './report-cases.ts'
import { scheduleCases } from './schedule-cases.ts'
import { socketCases } from './socket-cases.ts'

/** Everything that is sent to a portal to bring it down, or to have it say something wrong. */
export function allCases(): HostileCase[] {
  return [
    ...bodyCases(),
    ...addressCases(),
    ...meaningCases(),
    ...eventCases(),
    ...reportCases(),
    ...scheduleCases(),
    ...headerCases(),
    ...formCases(),
    ...importCases(),
    ...recordImportCases(),
    ...ingestCases(),
    ...socketCases(),
    ...mqttCases(),
    ...crowdCases(),
  ]
}
