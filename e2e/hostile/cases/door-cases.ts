import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { writePrometheus } from '@fieldwatch/contract/telemetry/prometheus-door'
import { bodyCases, JSON_BODIES, JSON_TYPE, strangerCase, valuesIn } from '../door-kit.ts'
import type { HostileCase } from '../hostile-case.ts'
import { HOSTILE_SERIES, PROMETHEUS_TYPE } from './hostile-series.ts'

/** Addresses of other protocols that are not in the document of our API. */
export const FOREIGN_ENDPOINTS: readonly AnyEndpoint[] = [writePrometheus]

/** What devices of other makers, or those who pretend to be one, send to each address. */
export function doorCases(): HostileCase[] {
  return [
    ...bodyCases(writePrometheus, HOSTILE_SERIES, PROMETHEUS_TYPE),
    ...FOREIGN_ENDPOINTS.flatMap((endpoint) =>
      bodyCases(
        endpoint,
        { ...JSON_BODIES, ...valuesIn((value) => ({ ts: value, values: { level: value } })) },
        JSON_TYPE,
      ),
    ),
    ...FOREIGN_ENDPOINTS.map(strangerCase),
  ]
}
