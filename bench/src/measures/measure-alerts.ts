import type { BenchContext } from '../bench-context.ts'
import type { Result } from '../report/result.ts'
import { measureAlarmDelay } from './measure-alarm-delay.ts'
import { measureIngestWithAlerts } from './measure-ingest-with-alerts.ts'
import { measureRehearsal } from './measure-rehearsal.ts'
import { measureSilences } from './measure-silences.ts'

/** How soon people know, what alerts cost the units that send, and the two looks at many units at once. */
export async function measureAlerts(context: BenchContext): Promise<Result[]> {
  return [
    ...(await measureAlarmDelay(context)),
    ...(await measureIngestWithAlerts(context)),
    await measureSilences(context),
    ...(await measureRehearsal(context)),
  ]
}
