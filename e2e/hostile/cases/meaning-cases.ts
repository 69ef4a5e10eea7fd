import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { comparePeriods } from '@fieldwatch/contract/comparisons/comparisons'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import { importTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { ask, askJson } from '../ask.ts'
import type { Expected, HostileCase, Target } from '../hostile-case.ts'

const EQUATIONS: Readonly<Record<string, string>> = {
  'a million brackets': '('.repeat(1_000_000),
  '900 brackets in each other': `${'('.repeat(450)}1${')'.repeat(450)}`,
  '900 signs': `${'-'.repeat(900)}1`,
  'powers of powers': '9^9^9^9^9^9^9^9',
  'a division by nothing': 'level.value/0',
  'digits without end': '9'.repeat(900),
  dots: '.'.repeat(900),
  'a call': 'constructor.constructor("return process")()',
  'a prototype': '__proto__.value + level.value',
  'a name of 900 letters': 'x'.repeat(900),
  'spaces and a mark': `1${' '.repeat(900)}!`,
  'an emoji': '💧 + 1',
}

function equationCases(): HostileCase[] {
  return Object.entries(EQUATIONS).map(([what, equation]) => ({
    kind: 'equations',
    name: what,
    expected: 'judged',
    send: (target) =>
      askJson(target, {
        path: createCalculation.path,
        body: JSON.stringify({
          dataID: target.dataID,
          name: `hostile${Object.keys(EQUATIONS).indexOf(what)}`,
          equation,
          unit: 'm',
          startDate: '2026-01-01',
          values: [{ source: 'level', field: 'value' }],
        }),
      }),
  }))
}

const filter = (field: string, operator: string, value: unknown) => ({ field, operator, value })

const QUERIES: Readonly<Record<string, readonly [Expected, object]>> = {
  '1,000 filters': ['refused', { filters: Array.from({ length: 1000 }, () => filter('value', '>', 1)) }],
  '20 filters by a field of text': ['taken', { filters: Array.from({ length: 20 }, () => filter('note', '!=', 'x')) }],
  'a filter by no field': ['judged', { filters: [filter('__proto__', '==', null)] }],
  'a filter by a field of SQL': ['judged', { filters: [filter("value' or '1'='1", '==', 1)] }],
  'a filter of 10,000 characters': ['judged', { filters: [filter('note', '==', '%'.repeat(10_000))] }],
  'a filter with half a surrogate pair': ['judged', { filters: [filter('note', '==', '\uD800')] }],
  'a filter with a NUL': ['judged', { filters: [filter('note', '==', 'a\u0000')] }],
  'a filter by no time': ['refused', { filters: [filter('messageUTC', '>', 'soon')] }],
  'a filter by a time beyond all times': ['judged', { filters: [filter('messageUTC', '>', 8.64e15 + 1)] }],
  'an operator that is none': ['refused', { filters: [filter('value', 'like', 1)] }],
  'a sort by no field': ['judged', { sort: { field: 'x'.repeat(200), direction: 'asc' } }],
  'a sort by a field of text': ['taken', { sort: { field: 'note', direction: 'desc' }, limit: 10 }],
  'a sort in no direction': ['refused', { sort: { field: 'value', direction: 'x'.repeat(10_000) } }],
  'a limit of nothing': ['refused', { limit: 0 }],
  'a limit of half a record': ['refused', { limit: 0.5 }],
  'the largest limit': ['taken', { limit: Number.MAX_SAFE_INTEGER }],
  'a cursor that is none': ['refused', { cursor: 'x'.repeat(20_000) }],
  'a cursor of levels': ['refused', { cursor: Buffer.from('['.repeat(15_000)).toString('base64url') }],
  'another subject': ['refused', { subject: '../level' }],
}

function queryCases(): HostileCase[] {
  return Object.entries(QUERIES).map(([what, [expected, more]]) => ({
    kind: 'queries of records',
    name: what,
    expected,
    send: (target) =>
      askJson(target, {
        path: queryData.path,
        as: 'viewer',
        body: JSON.stringify({ dataID: target.dataID, subject: 'level', ...more }),
      }),
  }))
}

const SERIES: readonly string[] = [
  'from=0&to=9999999999999&width=1',
  'from=0&to=9999999999999&width=1000000000',
  'from=9&to=1&width=100',
  'from=-1&to=1e400&width=100',
  'fields=value&from=0&to=1&width=0',
  `fields=${'value,'.repeat(1000)}&from=0&to=1&width=10`,
  'fields=__proto__&from=0&to=9999999999999&width=10',
  'from=0&to=9999999999999&width=NaN',
  'from=0001-01-01&to=9999-12-31T23:59:59-12:00&width=10',
]

function seriesCases(): HostileCase[] {
  return SERIES.flatMap((query) =>
    [
      `series/tank-01/level`,
      `export/tank-01/level.csv`,
      `export/tank-01/level/xlsx`,
      `export/tank-01/level/parquet`,
    ].map((path): HostileCase => ({
      kind: 'ranges',
      name: `${path}?${query.slice(0, 60)}`,
      expected: 'judged',
      send: (target) => ask(target, { path: `/api/v1/${path}?${query}`, as: 'viewer' }),
    })),
  )
}

const ONE = { dataID: 'tank-01', source: 'level', field: 'value' }
const PERIOD = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', compareWith: 'previous' }

const COMPARISONS: Readonly<Record<string, readonly [Expected, object]>> = {
  '51 series': ['refused', { series: Array.from({ length: 51 }, () => ONE) }],
  'no series': ['refused', { series: [] }],
  'all times': ['refused', { from: '1970-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }],
  'ten years': ['taken', { from: '2016-12-01T00:00:00Z', to: '2026-12-01T00:00:00Z', compareWith: 'last-year' }],
  'a period that ends before it begins': ['refused', { to: '2025-01-01T00:00:00Z' }],
  'a day that is none': ['refused', { compareWith: '2026-02-30' }],
  'the first and the last day': ['taken', { compareWith: '9999-12-31', timeZone: 'Pacific/Kiritimati' }],
  'a time zone that is none': ['refused', { timeZone: '../etc/passwd' }],
  'a field of no prototype': ['taken', { series: [{ ...ONE, field: '__proto__' }] }],
  'an endless threshold': ['taken', { series: [{ ...ONE, above: -1.7e308, maxGapMinutes: 525_600 }] }],
}

function comparisonCases(): HostileCase[] {
  return Object.entries(COMPARISONS).map(([what, [expected, more]]) => ({
    kind: 'comparisons of periods',
    name: what,
    expected,
    send: (target) =>
      askJson(target, {
        path: comparePeriods.path,
        as: 'viewer',
        body: JSON.stringify({ series: [{ ...ONE, dataID: target.dataID }], ...PERIOD, ...more }),
      }),
  }))
}

const TEMPLATES: Readonly<Record<string, () => object>> = {
  '10,000 widgets': () => ({ title: 'x', overview: Array.from({ length: 10_000 }, () => ({ type: 'gauge' })) }),
  'unknown keys': () => ({ title: 'x', unknown: 1 }),
  levels: () => ({ title: 'x', overview: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown }),
  'a title of 100,000 characters': () => ({ title: 'x'.repeat(100_000) }),
  'a title with half a surrogate pair': () => ({ title: '\uD800' }),
  'a title of nothing': () => ({ title: '\u200B' }),
  'a number for a title': () => ({ title: 1 }),
  'a megabyte of text': () => ({ title: 'x', description: 'x'.repeat(900_000) }),
}

function templateCases(): HostileCase[] {
  return [...changedTemplates(), ...importedTemplates()]
}

/** Files with templates that no one exported. */
function importedTemplates(): HostileCase[] {
  return Object.entries(TEMPLATES).map(([what, write]) => ({
    kind: 'templates',
    name: `a file with ${what}`,
    expected: 'judged',
    send: (target: Target) =>
      askJson(target, {
        method: 'POST',
        path: importTemplate.path,
        body: JSON.stringify({ file: { format: 'fieldwatch-template', formatVersion: 1, template: write() } }),
      }),
  }))
}

function changedTemplates(): HostileCase[] {
  return Object.entries(TEMPLATES).map(([what, write]) => ({
    kind: 'templates',
    name: what,
    expected: 'judged',
    send: (target: Target) =>
      askJson(target, {
        method: 'PUT',
        path: putTemplate.path,
        body: JSON.stringify({ templateID: target.template, version: 1_000_000, template: write() }),
      }),
  }))
}

/** Requests whose shape is right and whose meaning is not. */
export function meaningCases(): HostileCase[] {
  return [...equationCases(), ...queryCases(), ...seriesCases(), ...comparisonCases(), ...templateCases()]
}
