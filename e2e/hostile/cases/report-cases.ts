import { getEventReport } from '@fieldwatch/contract/events/events'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { ask, askJson } from '../ask.ts'
import type { HostileCase } from '../hostile-case.ts'

const column = { columns: ['Start'], values: ['startUTC'], formats: ['YYYY-MM-DD HH:MM:SS'] }
const plain = { ...column, includeCoordinates: false }

const many = <T>(count: number, thing: T): T[] => Array.from({ length: count }, () => thing)

/** What a template may be sent. As text, because some of it is no object of JavaScript. */
const REPORTS: Readonly<Record<string, () => string>> = {
  '10,000 reports': () =>
    JSON.stringify(
      Object.fromEntries(many(10_000, plain).map((one, index) => [`r${index}`, { ...one, name: `r${index}` }])),
    ),
  '100,000 columns': () =>
    JSON.stringify({
      wide: {
        ...plain,
        name: 'wide',
        columns: many(100_000, 'x'),
        values: many(100_000, ''),
        formats: many(100_000, ''),
      },
    }),
  'a column without a value': () => JSON.stringify({ short: { ...plain, name: 'short', values: [] } }),
  'a format that is none': () => JSON.stringify({ odd: { ...plain, name: 'odd', formats: ['<script>'] } }),
  'a header of 100,000 characters': () =>
    JSON.stringify({ long: { ...plain, name: 'long', columns: ['x'.repeat(100_000)] } }),
  'a header with a NUL': () => JSON.stringify({ nul: { ...plain, name: 'nul', columns: ['a\u0000'] } }),
  'a header with half a surrogate pair': () =>
    JSON.stringify({ half: { ...plain, name: 'half', columns: ['\uD800'] } }),
  'a name that is another': () => JSON.stringify({ one: { ...plain, name: 'other' } }),
  'the name raw_data': () => JSON.stringify({ raw_data: { ...plain, name: 'raw_data' } }),
  'the name of a prototype': () => `{"__proto__":${JSON.stringify({ ...plain, name: '__proto__' })}}`,
  'no answer about coordinates': () => JSON.stringify({ none: { ...column, name: 'none' } }),
  'a list of reports': () => JSON.stringify(many(1_000, plain)),
}

const ZONES = ['Mars/Olympus', '../../etc/passwd', 'x'.repeat(100_000), '%00', '-99:99']

const QUERIES: readonly string[] = [
  'report=constructor',
  'report=__proto__',
  'report=toString',
  'report=..%2f..%2fetc%2fpasswd',
  'report=x%0d%0aset-cookie:%20a=b',
  `report=${'x'.repeat(10_000)}`,
  'limit=0',
  'limit=1e9',
  'limit=99999999999999999999',
  'startDate=9999-12-31T23:59:59-12:00',
  'startDate=soon&endDate=-1',
  'startDate=2026-02-01&endDate=2025-02-01',
  ...ZONES.map((zone) => `timeZone=${zone}`),
]

/** Reports that no one can want, in a template and asked for. */
export function reportCases(): HostileCase[] {
  const kept = Object.entries(REPORTS).map(([what, write]): HostileCase => ({
    kind: 'reports',
    name: `a template with ${what}`,
    expected: 'refused',
    send: (target) =>
      askJson(target, {
        method: 'PUT',
        path: putTemplate.path,
        body: `{"templateID":"${target.template}","template":{"title":"x","reports":${write()}}}`,
      }),
  }))
  const asked = QUERIES.map((query): HostileCase => ({
    kind: 'reports',
    name: `a report with ${query.slice(0, 40)}`,
    expected: 'judged',
    send: (target) =>
      ask(target, {
        path: `${getEventReport.path}?dataID=${target.dataID}&name=${target.eventTable}&${query}`,
        as: 'viewer',
      }),
  }))
  return [...kept, ...asked]
}
