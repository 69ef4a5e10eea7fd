import { ask } from '@fieldwatch/e2e/hostile/ask'
import { bodyCases, JSON_BODIES, JSON_TYPE, strangerCase, valuesIn } from '@fieldwatch/e2e/hostile/door-kit'
import type { Expected, HostileCase } from '@fieldwatch/e2e/hostile/hostile-case'
import { bearer, type HttpSender } from '@fieldwatch/e2e/hostile/senders'
import { writePrometheus } from '../contract/prometheus-door.ts'
import { PROMETHEUS_BASE } from '../contract/prometheus-queries.ts'
import { HOSTILE_SERIES, PROMETHEUS_TYPE } from './hostile-series.ts'

/** What is right but for the sender. */
export const SENDERS: readonly HttpSender[] = [
  {
    endpoint: writePrometheus,
    names: false,
    write: (sent) => ({
      path: writePrometheus.path,
      headers: { ...PROMETHEUS_TYPE, ...bearer(sent) },
      body: Buffer.from([0]),
    }),
  },
]

/** Expressions of PromQL. */
const EXPRESSIONS: Readonly<Record<string, readonly [Expected, string]>> = {
  nothing: ['refused', ''],
  '8,000 brackets': ['refused', '('.repeat(8_000)],
  '4,000 brackets around a number': ['judged', `${'('.repeat(3_999)}1${')'.repeat(3_999)}`],
  '4,000 additions': ['judged', `${'1+'.repeat(3_999)}1`],
  '8,000 signs': ['judged', `${'-'.repeat(7_999)}1`],
  '1,000 matchers': ['judged', `level{${'unit="a",'.repeat(880)}}`],
  'aggregations in each other': ['judged', `${'sum('.repeat(900)}level${')'.repeat(900)}`],
  'a regular expression without end': ['judged', 'level{unit=~"(((a+)+)+)+$"}'],
  'a regular expression with many states': ['refused', 'level{unit=~"((.?){30}){30}"}'],
  'every series': ['refused', '{unit=~".*"}'],
  'a window of a century': ['judged', 'sum_over_time(value[100y])'],
  'an offset of 10,000 years': ['refused', 'value offset 10000y'],
  'a NUL': ['refused', 'value{unit="\u0000"}'],
  'a prototype': ['judged', '__proto__{constructor="x"}'],
}

function expressionCases(): HostileCase[] {
  return Object.entries(EXPRESSIONS).flatMap(([what, [expected, expression]]) =>
    ['query?', 'query_range?start=0&end=9999999999&step=1000000&', 'series?'].map((path): HostileCase => {
      const name = path === 'series?' ? 'match[]' : 'query'
      return {
        kind: 'expressions',
        name: `${path.split('?', 1)[0]} of ${what}`,
        expected: path === 'series?' && expected !== 'refused' ? 'judged' : expected,
        send: (target) =>
          ask(target, {
            path: `${PROMETHEUS_BASE}/api/v1/${path}${name}=${encodeURIComponent(expression)}`,
            as: 'viewer',
          }),
      }
    }),
  )
}

/** What clients of Prometheus, or those who pretend to be one, send. */
export function hostileCases(): HostileCase[] {
  const values = valuesIn((value) => ({ ts: value, values: { level: value } }))
  return [
    ...bodyCases(writePrometheus, HOSTILE_SERIES, PROMETHEUS_TYPE),
    ...bodyCases(writePrometheus, { ...JSON_BODIES, ...values }, JSON_TYPE),
    strangerCase(writePrometheus),
    ...expressionCases(),
  ]
}
