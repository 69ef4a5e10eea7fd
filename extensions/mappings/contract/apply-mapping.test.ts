import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { applyMapping, type MappedRecord } from './apply-mapping.ts'
import { formatJsonPath, listLeaves, parseJsonPath, readJsonPath } from './json-path.ts'
import { Mapping } from './mappings.ts'
import { PRESETS } from './presets.ts'
import { isAnyTopic, matchTopic, readTopicPattern } from './topic-pattern.ts'

const ARRIVED = Date.parse('2026-07-01T12:00:00.000Z')

const build = (changes: Partial<Mapping> = {}): Mapping => ({
  topic: 'site/{device}/state',
  unit: { from: 'topic', part: 'device' },
  time: { format: 'arrival' },
  values: [{ path: 'temperature', source: 'room', field: 'temp' }],
  ...changes,
})

const apply = (changes: Partial<Mapping>, value: unknown, topic = 'site/pump-1/state') =>
  applyMapping(build(changes), {
    topic,
    payload: typeof value === 'string' ? value : JSON.stringify(value),
    arrivedAt: ARRIVED,
  })

const recordsOf = (...given: Parameters<typeof apply>): readonly MappedRecord[] => {
  const result = apply(...given)
  assert.equal(result.kind, 'records', JSON.stringify(result))
  return result.kind === 'records' ? result.records : []
}

const timeOf = (time: Mapping['time'], t: unknown): string | number | undefined => {
  const result = apply({ time }, { temperature: 1, t })
  if (result.kind === 'records') return new Date(result.records[0]?.at ?? 0).toISOString()
  return result.kind === 'refused' ? result.reason : result.kind
}

describe('a mapping', () => {
  it('makes a record of the values that it names, and drops the others', () => {
    const records = recordsOf({}, { temperature: 21.5, humidity: 40 })

    assert.deepEqual(records, [{ unit: 'pump-1', source: 'room', at: undefined, fields: { temp: 21.5 } }])
  })

  it('groups values by source, scales numbers without binary rests, and leaves texts as they are', () => {
    const values = [
      { path: 'a.t', source: 'room', field: 't', scale: 0.1 },
      { path: 'a["odd name"]', source: 'room', field: 'f', scale: 1.8, offset: 32 },
      { path: 'list[1]', source: 'relay', field: 'on', scale: 10 },
      { path: 'missing', source: 'never', field: 'x' },
    ]

    const records = recordsOf({ values }, { a: { t: 217, 'odd name': 20 }, list: [0, 'ON'] })

    assert.deepEqual(
      records.map(({ source, fields }) => [source, fields]),
      [
        ['room', { t: 21.7, f: 68 }],
        ['relay', { on: 'ON' }],
      ],
    )
  })

  it('puts every value that is not named into the source of the others', () => {
    const records = recordsOf(
      { others: 'all', time: { path: 'ts', format: 'seconds' } },
      { ts: 1_750_000_000, temperature: 1, ENERGY: { Power: [3, 4] }, '1st': true },
    )

    assert.deepEqual(
      records.map(({ source, fields }) => [source, fields]),
      [
        ['room', { temp: 1 }],
        ['all', { ENERGY_Power_0: 3, ENERGY_Power_1: 4, _1st: true }],
      ],
    )
  })

  it('takes a bare value, and a text that is no JSON', () => {
    const values = [{ path: '', source: 'state', field: 'value' }]

    assert.deepEqual(recordsOf({ values }, '21.5')[0]?.fields, { value: 21.5 })
    assert.deepEqual(recordsOf({ values }, 'Online')[0]?.fields, { value: 'Online' })
    assert.deepEqual(recordsOf({ values: [], others: 'state' }, 'true')[0]?.fields, { value: true })
  })

  it('takes each item of a list as a message, or nothing of the list', () => {
    const unit = { from: 'path', path: 'id' } as const

    const records = recordsOf({ unit }, [
      { id: 7, temperature: 1 },
      { id: 'b', temperature: 2 },
    ])
    const broken = apply({ unit }, [{ id: 'a', temperature: 1 }, { temperature: 2 }])

    assert.deepEqual(
      records.map(({ unit: name, fields }) => [name, fields.temp]),
      [
        ['7', 1],
        ['b', 2],
      ],
    )
    assert.deepEqual(broken, { kind: 'refused', reason: 'unit-missing' })
  })

  it('knows devices by an alias, and the sender without a name', () => {
    assert.equal(recordsOf({ aliases: { 'pump-1': 'nw-3' as never } }, { temperature: 1 })[0]?.unit, 'nw-3')
    assert.equal(recordsOf({ unit: { from: 'sender' } }, { temperature: 1 })[0]?.unit, undefined)
    assert.equal(recordsOf({}, { temperature: 1 }, 'site/__proto__/state')[0]?.unit, '__proto__')
  })

  const local = { path: 't', format: 'local', zone: 'Europe/Stockholm' } as const
  for (const [title, time, given, expected] of [
    ['ISO with a zone', { path: 't', format: 'iso' }, '2026-06-01T10:00:00+02:00', '2026-06-01T08:00:00.000Z'],
    ['ISO without one', { path: 't', format: 'iso' }, '2026-06-01T10:00:00', '2026-06-01T10:00:00.000Z'],
    ['seconds with a fraction', { path: 't', format: 'seconds' }, 1_750_000_000.25, '2025-06-15T15:06:40.250Z'],
    ['seconds as text', { path: 't', format: 'seconds' }, '1750000000', '2025-06-15T15:06:40.000Z'],
    ['milliseconds', { path: 't', format: 'milliseconds' }, 1_750_000_000_500, '2025-06-15T15:06:40.500Z'],
    ['local time in summer', local, '2026-06-01T10:00:00', '2026-06-01T08:00:00.000Z'],
    ['local time in winter', local, '2026-01-01T10:00:00', '2026-01-01T09:00:00.000Z'],
    ['local time that names its zone', local, '2026-06-01T10:00:00Z', '2026-06-01T10:00:00.000Z'],
    [
      'local time ahead of the server',
      { ...local, zone: 'Pacific/Kiritimati' },
      '2026-07-02T02:00:00',
      '2026-07-01T12:00:00.000Z',
    ],
    ['a missing time', local, undefined, 'time-missing'],
    ['a time that is a word', local, 'soon', 'time-invalid'],
    ['a time two days ahead', { path: 't', format: 'iso' }, '2026-07-03T12:00:01Z', 'time-invalid'],
    ['a number of no moment', { path: 't', format: 'seconds' }, 1e300, 'time-invalid'],
  ] as const) {
    it(`reads ${title}`, () => assert.equal(timeOf(time, given), expected))
  }

  for (const [zone, firstPass, repeatedMinutes] of [
    ['Europe/Stockholm', '2026-10-25T00:00:00Z', 60],
    ['America/New_York', '2026-11-01T05:00:00Z', 60],
    ['Australia/Lord_Howe', '2026-04-04T14:30:00Z', 30],
  ] as const) {
    it(`tells the two passes of a repeated hour apart by the arrival in ${zone}`, () => {
      const begin = Date.parse(firstPass)
      const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
      const moments = Array.from({ length: (2 * repeatedMinutes) / 10 }, (_, index) => begin + index * 600_000)
      const mapping = build({ time: { path: 't', format: 'local', zone } })

      const read = moments.map((at) => {
        const payload = JSON.stringify({ temperature: 1, t: zoned.format(at).replace(' ', 'T') })
        const result = applyMapping(mapping, { topic: 'site/pump-1/state', payload, arrivedAt: at + 2_000 })
        return result.kind === 'records' ? result.records[0]?.at : result.kind
      })

      assert.deepEqual(read, moments)
    })
  }

  it('takes a repeated hour that arrives later for its second pass', () => {
    const payload = JSON.stringify({ temperature: 1, t: '2025-10-26T02:30:00' })
    const result = applyMapping(build({ time: local }), { topic: 'site/pump-1/state', payload, arrivedAt: ARRIVED })

    assert.equal(result.kind === 'records' && result.records[0]?.at, Date.parse('2025-10-26T01:30:00Z'))
  })

  it('says why it takes nothing', () => {
    const deep = `${'['.repeat(30)}1${']'.repeat(30)}`
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, index])))

    assert.deepEqual(apply({}, { temperature: 1 }, 'site/a/b/state'), { kind: 'other-topic' })
    assert.deepEqual(apply({}, { other: 1 }), { kind: 'refused', reason: 'values-missing' })
    assert.deepEqual(apply({}, { temperature: [1] }), { kind: 'refused', reason: 'values-missing' })
    assert.deepEqual(apply({}, deep), { kind: 'refused', reason: 'too-deep' })
    assert.deepEqual(apply({ others: 'all' }, wide), { kind: 'refused', reason: 'too-many-values' })
    assert.deepEqual(apply({}, `[${'1,'.repeat(2_000)}1]`), { kind: 'refused', reason: 'too-many-items' })
    assert.deepEqual(apply({}, '[]'), { kind: 'refused', reason: 'values-missing' })
  })

  it('makes something defined of any message, by any path', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.string({ maxLength: 20 }), (payload, path) => {
        const values = parseJsonPath(path) === undefined ? [] : [{ path, source: 'a', field: 'b' }]
        const result = applyMapping(build({ topic: '#', unit: { from: 'sender' }, values, others: 'rest' }), {
          topic: 'x',
          payload,
          arrivedAt: ARRIVED,
        })
        if (result.kind !== 'records') return
        for (const { fields } of result.records)
          for (const value of Object.values(fields)) assert.ok(value === null || typeof value !== 'object')
      }),
    )
  })

  it('is refused when it names nothing, names something twice, or names a part that its topic lacks', () => {
    const value = { path: 'a', source: 'x', field: 'y' }
    const isRead = (changes: object): boolean => Mapping.safeParse({ ...build(), ...changes }).success

    assert.equal(isRead({}), true)
    assert.equal(isRead({ values: [] }), false)
    assert.equal(isRead({ values: [], others: 'all' }), true)
    assert.equal(isRead({ values: [value, { ...value, path: 'b' }] }), false)
    assert.equal(isRead({ values: [{ ...value, path: 'a..b' }] }), false)
    assert.equal(isRead({ values: [{ ...value, scale: 0 }] }), false)
    assert.equal(isRead({ unit: { from: 'topic', part: 'room' } }), false)
    assert.equal(isRead({ time: { path: 't', format: 'local', zone: 'Mars/Base' } }), false)
  })
})

describe('a path', () => {
  it('is simple: names, places in lists, and nothing else', () => {
    const table = {
      '': [],
      'a.b[0].c': ['a', 'b', 0, 'c'],
      '[1].x': [1, 'x'],
      'a["b c"].d': ['a', 'b c', 'd'],
      'a-b:c': ['a-b:c'],
      'a..b': undefined,
      '.a': undefined,
      'a[b]': undefined,
      'a[0]b': undefined,
      'a[*]': undefined,
      'a b': undefined,
      [Array.from({ length: 17 }, () => 'a').join('.')]: undefined,
    }
    for (const [path, steps] of Object.entries(table)) assert.deepEqual(parseJsonPath(path), steps, path)
  })

  it('of any value that is listed leads back to it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        for (const leaf of listLeaves(value, 100) ?? []) {
          const path = formatJsonPath(leaf.steps)
          if (path === undefined) continue
          assert.deepEqual(readJsonPath(value, parseJsonPath(path) ?? []), leaf.value)
        }
      }),
    )
  })
})

describe('a topic', () => {
  it('matches level by level', () => {
    assert.deepEqual(matchTopic('tele/{device}/SENSOR', 'tele/plug/SENSOR'), { device: 'plug' })
    assert.deepEqual(matchTopic('+/{a}/#', 'x/y/z/w'), { a: 'y' })
    assert.equal(matchTopic('tele/{device}/SENSOR', 'tele/plug/STATE'), undefined)
    assert.equal(matchTopic('tele/{device}', 'tele/plug/SENSOR'), undefined)
    for (const pattern of ['', 'a/#/b', 'a{b}', '{a}/{a}', 'a+', '1/2/3/4/5/6/7/8/9'])
      assert.equal(readTopicPattern(pattern), undefined, pattern)
  })

  it('of the portal or of the broker is not one of this door', () => {
    for (const topic of ['units/a/data/b', 'v1/devices/me/telemetry', 'v2/t', '$SYS/x', '/x', ''])
      assert.equal(isAnyTopic(topic), false, topic)
    assert.equal(isAnyTopic('tele/plug/SENSOR'), true)
  })
})

describe('a preset', () => {
  for (const { id, mapping, sample } of PRESETS) {
    it(`of ${id} understands its sample`, () => {
      assert.ok(Mapping.safeParse(mapping).success)
      const result = applyMapping(mapping, { ...sample, arrivedAt: ARRIVED })
      assert.equal(result.kind, 'records', JSON.stringify(result))
    })
  }
})
