/** Values that no field expects, by what they are. */
export const HOSTILE_VALUES: Readonly<Record<string, unknown>> = {
  'half a surrogate pair': '\uD800',
  'a NUL': 'a\u0000b',
  'an override of the direction of writing': 'a\u202Eb',
  'a space of no width': '\u200B',
  'line breaks': 'a\r\nX-Injected: 1\r\n\r\nb',
  'combining marks': `e${'\u0301'.repeat(2000)}`,
  '100,000 characters': 'x'.repeat(100_000),
  '100,000 spaces and a mark': `1${' '.repeat(100_000)}!`,
  'a number beyond all numbers': 1e308 * 10,
  'the largest number': Number.MAX_VALUE,
  'less than nothing': -1,
  'a time before the year 0': '-000001-01-01T00:00:00Z',
  'a time in the year 10000 elsewhere': '9999-12-31T23:59:59-12:00',
  'no time': '2026-02-30T25:61:61Z',
  'a list of 10,000 empty texts': Array.from({ length: 10_000 }, () => ''),
  'an object of 5,000 keys': Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index])),
  SQL: `'; drop table sim; --`,
  'a path': '../../../../etc/passwd',
}

/** JSON texts that the reader of JSON refuses, before any endpoint sees them. */
export const UNREADABLE_JSON: Readonly<Record<string, string>> = {
  'an open brace': '{',
  nothing: '',
  '100,000 levels': '['.repeat(100_000),
  '100,000 levels of objects': '{"a":'.repeat(100_000),
  'bytes that are no UTF-8': '\u00ff\u00fe\u00fd',
}

/** JSON texts that no endpoint expects, or too much of it. */
export const HOSTILE_JSON: Readonly<Record<string, string>> = {
  null: 'null',
  'a number': '1e999999',
  'a list': '[]',
  'a text': '"text"',
  '300,000 empty objects': `[${'{},'.repeat(300_000)}{}]`,
  'a key of a megabyte': `{"${'k'.repeat(1_000_000)}":1}`,
  'a number of 500,000 digits': `{"limit":${'9'.repeat(500_000)}}`,
  'the prototype of all objects': '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  '100,000 keys': `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":0`).join()}}`,
  'two megabytes': `{"text":"${'x'.repeat(2_000_000)}"}`,
}

/** Names in an address that nothing has, as they go over the wire. */
export const HOSTILE_NAMES: Readonly<Record<string, string>> = {
  'a path upwards': '..%2f..%2f..%2fetc%2fpasswd',
  'a NUL': 'a%00b',
  'bytes that are no UTF-8': '%ff%fe',
  'an unfinished escape': 'a%2',
  'a prototype': '__proto__',
  '150 characters': 'x'.repeat(150),
  '5,000 characters': 'x'.repeat(5000),
  'line breaks': 'a%0d%0ab',
  'an emoji': '%F0%9F%92%A7',
  SQL: `'%20or%20'1'='1`,
}
