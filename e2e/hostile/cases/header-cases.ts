import { ask } from '../ask.ts'
import type { Expected, HostileCase, Target } from '../hostile-case.ts'

type Headers = Readonly<Record<string, string>>

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const TOKENS: Readonly<Record<string, (target: Target) => string>> = {
  nothing: () => '',
  'another scheme': () => 'Basic YTpi',
  'only its scheme': () => 'Bearer ',
  'bytes of Latin 1': () => 'Bearer \u00ff\u00fe',
  '10,000 characters': () => `Bearer ${'x'.repeat(10_000)}`,
  'no algorithm': () =>
    `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub: 'admin', exp: 9_999_999_999 })}.`,
  'an algorithm of secrets': () => `Bearer ${encode({ alg: 'HS256' })}.${encode({ sub: 'admin' })}.${encode({})}`,
  'a key of its own': () =>
    `Bearer ${encode({ alg: 'EdDSA', jwk: { kty: 'OKP' }, jku: 'http://127.0.0.1:1/' })}.${encode({})}.x`,
  'a signature that is cut off': ({ admin }) => `Bearer ${admin.slice(0, -5)}`,
  'another payload': ({ admin }) => `Bearer ${admin.replace(/\.[^.]+\./, `.${encode({ sub: 'admin' })}.`)}`,
  levels: () => `Bearer ${Buffer.from('['.repeat(3000)).toString('base64url')}.x.y`,
  dots: () => `Bearer ${'.'.repeat(5000)}`,
  "a unit's token": ({ unitToken }) => `Bearer ${unitToken}`,
}

const HEADERS: Readonly<Record<string, readonly [Expected, Headers]>> = {
  'a hundred cookies': ['judged', { cookie: Array.from({ length: 100 }, (_, index) => `c${index}=x`).join('; ') }],
  'a cookie of 10,000 characters': ['judged', { cookie: `fieldwatch_refresh=${'x'.repeat(10_000)}` }],
  'a cookie of marks': ['judged', { cookie: '=;=;=;;;,,"\\' }],
  '300 headers': ['judged', Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-h${index}`, 'y']))],
  'headers of 100 kB': ['ended', { 'x-large': 'y'.repeat(100_000) }],
  'another host': ['judged', { host: 'evil.example' }],
  'a forwarded address': [
    'judged',
    { 'x-forwarded-for': `${'1.2.3.4, '.repeat(500)}::1`, 'x-forwarded-proto': 'javascript' },
  ],
  'a range': ['judged', { range: `bytes=${'0-1,'.repeat(1000)}0-1` }],
  'entity tags': ['judged', { 'if-none-match': `${'"x",'.repeat(2500)}*` }],
  'a version that is none': ['judged', { 'if-match': 'x'.repeat(5000) }],
  encodings: ['judged', { 'accept-encoding': `${'gzip;q=0.1,'.repeat(900)}br` }],
  types: ['judged', { accept: `${'text/x;q=0.1,'.repeat(700)}*/*` }],
  'an origin': ['judged', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  'an upgrade': ['ended', { connection: 'Upgrade', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }],
  'a web socket': [
    'ended',
    { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x', 'sec-websocket-version': '13' },
  ],
  'an expectation': ['ended', { expect: '200-ok' }],
  'a method of its own': ['judged', { 'x-http-method-override': 'DELETE' }],
  'a last event that is none': ['judged', { 'last-event-id': 'x'.repeat(5000) }],
}

const PATHS: readonly string[] = ['/api/v1/me', '/api/v1/devices', '/dashboard', '/api/v1/stream/live?devices=viewing']

/** Headers that no browser sends. */
export function headerCases(): HostileCase[] {
  const tokens = Object.entries(TOKENS).map(([what, write]): HostileCase => ({
    kind: 'tokens',
    name: what,
    expected: 'refused',
    send: (target) => ask(target, { path: '/api/v1/me', as: 'anonymous', headers: { authorization: write(target) } }),
  }))
  const headers = Object.entries(HEADERS).flatMap(([what, [expected, given]]) =>
    PATHS.map((path): HostileCase => ({
      kind: 'headers',
      name: `${path} with ${what}`,
      expected,
      send: (target) => ask(target, { path, headers: given }),
    })),
  )
  const methods = ['TRACE', 'PATCH', 'OPTIONS', 'PROPFIND', 'LINK', 'PURGE'].flatMap((method) =>
    PATHS.slice(0, 2).map((path): HostileCase => ({
      kind: 'headers',
      name: `${method} ${path}`,
      expected: 'refused',
      send: (target) => ask(target, { method, path }),
    })),
  )
  return [...tokens, ...headers, ...methods]
}
