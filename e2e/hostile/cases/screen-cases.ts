import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import {
  getSharedCurrent,
  getSharedScreen,
  getSharedSeries,
  listSharedEvents,
} from '@fieldwatch/contract/visitors/shared-screens'
import { ask } from '../ask.ts'
import type { HostileCase, Target } from '../hostile-case.ts'

const PASSES = [
  'fws_',
  `fws_${'x'.repeat(8_000)}`,
  'fws_.',
  'fws_\u00e9',
  'fws_%00',
  'null',
  `fws_${'.'.repeat(2_000)}`,
]

/** Passes that open nothing. */
export function passCases(
  passes: readonly string[] = PASSES,
  endpoints: readonly Pick<AnyEndpoint, 'path'>[] = [
    getSharedScreen,
    getSharedCurrent,
    getSharedSeries,
    listSharedEvents,
  ],
): HostileCase[] {
  return endpoints.flatMap((endpoint) =>
    passes.map((pass, at) => ({
      kind: 'passes',
      name: `${endpoint.path} with pass ${at + 1}, ${pass.slice(0, 4)}`,
      expected: 'ended' as const,
      send: (target: Target) =>
        ask(target, {
          path: `${endpoint.path}?source=level&from=0&to=1`,
          as: 'anonymous',
          headers: { authorization: `Bearer ${encodeURI(pass)}` },
        }),
    })),
  )
}
