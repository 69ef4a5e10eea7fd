import { casesOfRoom, type MeaningfulBodies } from '@fieldwatch/e2e/hostile/cases/room-cases'
import { HOSTILE_NAMES } from '@fieldwatch/e2e/hostile/cases/hostile-values'
import { bodyCases, caseOf, JSON_BODIES, JSON_TYPE, strangerCase, valuesIn } from '@fieldwatch/e2e/hostile/door-kit'
import type { HostileCase } from '@fieldwatch/e2e/hostile/hostile-case'
import { bearer, type HttpSender } from '@fieldwatch/e2e/hostile/senders'
import { ingestAny } from '../contract/any-door.ts'
import { createMapping } from '../contract/mappings.ts'

/** What is right but for the sender. */
export const SENDERS: readonly HttpSender[] = [
  {
    endpoint: ingestAny,
    names: false,
    write: (sent) => ({
      path: '/api/v1/ingest/any/tele/a/SENSOR',
      headers: { ...JSON_TYPE, ...bearer(sent) },
      body: '{"value":1}',
    }),
  },
]

const MAPPING = {
  topic: 'hostile/#',
  unit: { from: 'sender' },
  time: { format: 'arrival' },
  values: [{ path: 'a', source: 's', field: 'f' }],
}
const map =
  (more: object): (() => unknown) =>
  () => ({ name: 'Hostile', mapping: { ...MAPPING, ...more } })
const value = (path: string): object => ({ values: [{ path, source: 's', field: 'f' }] })

const MAPPINGS: MeaningfulBodies = {
  'a topic of 10,000 levels': ['refused', map({ topic: 'a/'.repeat(10_000) })],
  'a topic of ours': ['judged', map({ topic: 'units/+/data/level' })],
  'a path of 10,000 levels': ['refused', map(value('a.'.repeat(10_000)))],
  'a path to a prototype': ['judged', map(value('__proto__.constructor'))],
  'a path of code': ['refused', map(value('a[(1+1)]'))],
  'a path without end': ['refused', map(value('a["'))],
  '10,000 values': ['refused', map({ values: Array.from({ length: 10_000 }, () => MAPPING.values[0]) })],
  'the same field a hundred times': ['refused', map({ values: Array.from({ length: 100 }, () => MAPPING.values[0]) })],
  '10,000 aliases': [
    'refused',
    map({ aliases: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, 'tank-01'])) }),
  ],
  'a scale beyond all numbers': ['refused', map({ values: [{ ...MAPPING.values[0], scale: 0 }] })],
  'a zone that is none': ['refused', map({ time: { format: 'local', path: 'a', zone: '../etc' } })],
  'the unit of someone else': ['judged', map({ unit: { from: 'fixed', dataID: 'other' } })],
}

const BODIES = { ...JSON_BODIES, ...valuesIn((value) => ({ ts: value, values: { level: value } })) }

/** What devices with JSON of their own, or those who pretend to be one, send, and mappings that no one needs. */
export function hostileCases(): HostileCase[] {
  return [
    ...bodyCases(ingestAny, BODIES, JSON_TYPE),
    strangerCase(ingestAny),
    ...Object.entries(HOSTILE_NAMES).map(([what, name]) =>
      caseOf(ingestAny, `the path of ${what}`, { path: () => `/api/v1/ingest/any/${name}`, body: () => '{}' }),
    ),
    ...casesOfRoom({ kind: 'message mappings', endpoint: createMapping, bodies: MAPPINGS }),
  ]
}
