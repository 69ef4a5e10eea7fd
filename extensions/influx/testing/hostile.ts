import { bodyCases, bomb, type Bodies, queryCases, strangerCase } from '@fieldwatch/e2e/hostile/door-kit'
import { ask } from '@fieldwatch/e2e/hostile/ask'
import { allOf, holdOpen, times } from '@fieldwatch/e2e/hostile/cases/crowd-cases'
import type { HostileCase, Outcome, Target } from '@fieldwatch/e2e/hostile/hostile-case'
import type { HttpSender } from '@fieldwatch/e2e/hostile/senders'
import { postInfluxQuery, queryInflux, sendInflux2Lines, sendInfluxLines } from '../contract/influx-endpoints.ts'
import { HOSTILE_LINES } from './hostile-lines.ts'

const MEGABYTE = 1024 * 1024
const TEXT_TYPE = { 'content-type': 'text/plain; charset=utf-8' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const WRITES = [sendInfluxLines, sendInflux2Lines]

/** What is right but for the sender. */
export const SENDERS: readonly HttpSender[] = WRITES.map((endpoint) => ({
  endpoint,
  names: true,
  write: ({ unit, token }) => ({
    path: endpoint.path,
    headers: { ...TEXT_TYPE, authorization: `Token ${token}` },
    body: `tank,unit=${unit} level=1`,
  }),
}))

const HOSTILE_STATEMENTS: Bodies = {
  'a megabyte': () => `q=${'x'.repeat(MEGABYTE)}`,
  semicolons: () => `q=${';'.repeat(5_000)}`,
  quotes: () => `q=CREATE DATABASE ${'"'.repeat(5_000)}`,
  'a deletion': () => 'q=DROP DATABASE "fieldwatch"',
  'bytes that are no text': () => Buffer.from([0x71, 0x3d, 0xff, 0xfe]),
}

const CROWDS: Readonly<Record<string, (target: Target) => Promise<Outcome>>> = {
  '300 bodies of InfluxDB of 16 MiB that never come': (target) =>
    holdOpen(
      target,
      300,
      `POST /api/v2/write HTTP/1.1\r\nhost: x\r\nauthorization: Token ${target.unitToken}\r\ncontent-length: 16777216\r\n\r\nm v=1\n`,
    ),
  '20 bodies of InfluxDB of 16 MiB': (target) => {
    const body = Buffer.alloc(16 * 1024 * 1024, 'm v="a text",other=2i\n')
    return allOf(times(20, () => ask(target, { method: 'POST', path: '/api/v2/write', as: 'unit', body })))
  },
}

/** What clients of InfluxDB, or those who pretend to be one, send. */
export function hostileCases(): HostileCase[] {
  return [
    ...WRITES.flatMap((endpoint) => [
      ...bodyCases(endpoint, HOSTILE_LINES),
      ...bodyCases(endpoint, { 'a gzip of a gigabyte': bomb }, { 'content-encoding': 'gzip' }),
      strangerCase(endpoint),
    ]),
    ...bodyCases(postInfluxQuery, HOSTILE_STATEMENTS, FORM_TYPE),
    ...queryCases(queryInflux, 'q'),
    ...Object.entries(CROWDS).map(([name, send]): HostileCase => ({
      kind: 'crowds',
      name,
      expected: 'judged',
      turn: 1,
      send,
    })),
  ]
}
