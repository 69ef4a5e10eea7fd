import { ingestSource, ingestUnit } from '@fieldwatch/contract/telemetry/ingest'
import { gzipSync } from 'node:zlib'
import { ask, type Body } from '../ask.ts'
import type { Expected, HostileCase } from '../hostile-case.ts'

interface Sent {
  readonly body: () => Body
  readonly expected: Expected
  readonly headers?: Record<string, string>
  /** Without one the records of several sources. */
  readonly source?: string
}

const gzip = { 'content-encoding': 'gzip' }
const MEGABYTE = 1024 * 1024
const record = (fields: object) => JSON.stringify({ messageUTC: Date.now(), ...fields })
const many = (count: number, write: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, index) => write(index)).join()}]`

/** A gzip that unpacks to `megabytes` of spaces: one of a megabyte, again and again. */
function bomb(megabytes: number): Buffer {
  const one = gzipSync(Buffer.alloc(MEGABYTE, ' '))
  return Buffer.concat(Array.from({ length: megabytes }, () => one))
}

const SENT: Readonly<Record<string, Sent>> = {
  'a gzip of 3 million empty records': {
    body: () => gzipSync(`[${'{},'.repeat(2_999_999)}{}]`),
    headers: gzip,
    expected: 'refused',
  },
  'a gzip of 3 million empty lists': {
    body: () => gzipSync(`[${'[],'.repeat(2_999_999)}[]]`),
    headers: gzip,
    expected: 'refused',
  },
  'a gzip of 5 million numbers': {
    body: () => gzipSync(`[${'1,'.repeat(4_999_999)}1]`),
    headers: gzip,
    expected: 'judged',
  },
  'a gzip of a gigabyte of spaces': { body: () => bomb(1024), headers: gzip, expected: 'refused' },
  'a gzip of 17 MiB of spaces': { body: () => bomb(17), headers: gzip, expected: 'refused' },
  'a gzip of a gzip of a gigabyte': { body: () => gzipSync(bomb(1024)), headers: gzip, expected: 'refused' },
  'a gzip that is cut off': {
    body: () => gzipSync(record({ value: 1 })).subarray(0, 20),
    headers: gzip,
    expected: 'refused',
  },
  'no gzip that says it is one': { body: () => record({ value: 1 }), headers: gzip, expected: 'refused' },
  brotli: { body: () => 'x', headers: { 'content-encoding': 'br' }, expected: 'refused' },
  'gzip twice': { body: () => 'x', headers: { 'content-encoding': 'gzip, gzip' }, expected: 'refused' },
  'an unknown encoding': { body: () => 'x', headers: { 'content-encoding': 'x'.repeat(1000) }, expected: 'refused' },
  '20 MiB as announced': { body: () => Buffer.alloc(20 * MEGABYTE, ' '), expected: 'refused' },
  '20 MiB unannounced': {
    body: () => Array.from({ length: 20 }, () => Buffer.alloc(MEGABYTE, ' ')),
    expected: 'refused',
  },
  nothing: { body: () => '', expected: 'refused' },
  'a torso': { body: () => '{"value":', expected: 'refused' },
  '200,000 levels': { body: () => '['.repeat(200_000), expected: 'refused' },
  '200,000 levels of objects': { body: () => '{"a":'.repeat(200_000), expected: 'refused' },
  '1,000 levels in a record': { body: () => `{"a":${'{"a":'.repeat(1000)}1${'}'.repeat(1001)}`, expected: 'refused' },
  '300 fields': {
    body: () => record(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, index]))),
    expected: 'refused',
  },
  'a text of 100 kB': { body: () => record({ note: 'x'.repeat(100_000) }), expected: 'refused' },
  'a key of 100 kB': { body: () => `{"${'k'.repeat(100_000)}":1}`, expected: 'refused' },
  'a name with a space': { body: () => '{"a b":1}', expected: 'refused' },
  'the prototype of all objects': { body: () => '{"__proto__":{"x":1},"constructor":1}', expected: 'judged' },
  'a list as a value': { body: () => '{"value":[1,2]}', expected: 'refused' },
  'a number beyond all numbers': { body: () => '{"value":1e999}', expected: 'judged' },
  'a number of a megabyte': { body: () => `{"value":${'9'.repeat(MEGABYTE)}}`, expected: 'refused' },
  'half a surrogate pair': { body: () => String.raw`{"note":"\ud800"}`, expected: 'judged' },
  'a NUL': { body: () => String.raw`{"note":"a\u0000b"}`, expected: 'judged' },
  'bytes that are no UTF-8': {
    body: () => Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    expected: 'judged',
  },
  'a time of the year 10000': { body: () => '{"messageUTC":253402300800000,"value":1}', expected: 'refused' },
  'a time before 1970': { body: () => '{"messageUTC":"1969-12-31T23:59:59Z","value":1}', expected: 'refused' },
  'a time in an hour of its own': {
    body: () => '{"messageUTC":"2026-11-21T25:00:00Z","value":1}',
    expected: 'refused',
  },
  'a time of 100,000 characters': {
    body: () => `{"messageUTC":"${'2'.repeat(100_000)}","value":1}`,
    expected: 'refused',
  },
  'a time that is an object': { body: () => '{"messageUTC":{"$date":1},"value":1}', expected: 'judged' },
  '100,000 records of one time': {
    body: () => many(100_000, () => '{"messageUTC":1700000000,"value":1}'),
    expected: 'judged',
  },
  '20,000 records in no order, without times': {
    body: () => many(20_000, (index) => `{"value":${index}}`),
    expected: 'judged',
  },
  '20,000 records that are none': { body: () => many(20_000, () => '"x"'), expected: 'judged' },
  '5,000 records, each of another field': { body: () => many(5000, (index) => `{"f${index}":1}`), expected: 'judged' },
  '5,000 sources': {
    body: () =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`s${index}`, [{ value: 1 }]]))),
    expected: 'judged',
    source: '',
  },
  'a source that is a prototype': { body: () => '{"__proto__":[{"value":1}]}', expected: 'judged', source: '' },
  'sources that hold no records': { body: () => '{"a":1,"b":null,"c":"x","d":[[]]}', expected: 'judged', source: '' },
  'a form': {
    body: () => 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    expected: 'refused',
  },
  XML: {
    body: () => '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    headers: { 'content-type': 'text/xml' },
    expected: 'refused',
  },
  'a length that is none': {
    body: () => '{}',
    headers: { 'content-type': 'application/json; charset=utf-7' },
    expected: 'judged',
  },
}

/** Bodies that a unit whose token was stolen would send. */
export function ingestCases(): HostileCase[] {
  return Object.entries(SENT).map(([what, { body, expected, headers = {}, source = 'hostile' }]) => ({
    kind: "a unit's bodies",
    name: what,
    expected,
    endpoint: source === '' ? ingestUnit : ingestSource,
    send: (target) =>
      ask(target, {
        method: 'POST',
        path: `/api/v1/ingest/${target.dataID}${source === '' ? '' : `/${source}`}`,
        as: 'unit',
        headers: { 'content-type': 'application/json', ...headers },
        body: body(),
      }),
  }))
}
