import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TemplateChange, TemplateDefinition } from './templates.ts'

/** Everything that the specification names. */
const full = {
  title: 'Pump station',
  overview: {
    gauges: [
      {
        title: 'Flow',
        range: [0, 120],
        unit: 'm³/h',
        prefix: '≈ ',
        color: '#0072B2',
        bgColor: '#ECEEF1',
        steps: [{ range: [0, 80], color: '#2F9E62', thickness: 0.3 }],
        delta: 60,
        threshold: 100,
        source: 'pump',
        field: 'flow',
        valuePrecision: 1,
      },
      {
        title: 'Energy',
        range: [0, 1],
        source: 'pump',
        calculate: { formula: 'pump.power / pump.flow', denominators: ['pump.flow'] },
      },
    ],
    infoCards: [
      {
        topic: 'Motor',
        specifications: { pump: [{ field: 'speed', friendlyName: 'Speed', unit: 'rpm', decimals: 0 }] },
      },
    ],
    statistics: [
      {
        topic: 'Totals',
        specifications: {
          totals: [{ calculate: { formula: 'totals.energy / 1000', denominators: [] }, friendlyName: 'Energy' }],
        },
      },
    ],
    tables: [
      {
        title: 'Last',
        type: 'generic',
        specifications: { pump: [{ field: 'flow', friendlyName: 'Flow', decimals: 1 }] },
      },
    ],
    maps: [{ source: 'location', latitudeField: 'lat', longitudeField: 'lon', altitudeField: 'alt' }],
    eventLog: { title: 'Events', specifications: { events: [{ field: 'message', friendlyName: 'Message' }] } },
  },
  timeSeries: {
    pageTechTools: true,
    charts: [
      {
        title: 'Flow',
        type: 'timeseries',
        specifications: {
          pump: [{ field: 'flow', friendlyName: 'Flow', unit: 'm³/h', color: '#0072B2', maxGapMinutes: 10 }],
        },
      },
    ],
  },
}

// spec 1-3-29, 1-3-30, 1-3-32, 1-3-33, 1-3-34, 1-3-35, 1-3-36, 1-3-37, 1-3-38, 1-3-39, 1-3-40, 1-3-41, 1-3-42, 1-3-43
// spec 1-3-44, 2-3-11
test('A template keeps every setting that the specification names', () => {
  assert.deepEqual(TemplateDefinition.parse(full), full)
})

test('Every part of a template may be left out but its title', () => {
  assert.deepEqual(TemplateDefinition.parse({ title: 'Empty' }), { title: 'Empty' })
  assert.equal(TemplateDefinition.safeParse({}).success, false)
})

describe('a template is refused with', () => {
  const gauge = { title: 'Level', range: [0, 100], source: 'tank', field: 'level' }
  for (const [title, definition] of [
    ['a colour by name', { overview: { gauges: [{ ...gauge, color: 'red' }] } }],
    ['a range of one number', { overview: { gauges: [{ ...gauge, range: [0] }] } }],
    ['a range that ends where it begins', { overview: { gauges: [{ ...gauge, range: [5, 5] }] } }],
    ['a source that no unit can have', { overview: { gauges: [{ ...gauge, source: 'a b' }] } }],
    ['a chart of another type', { timeSeries: { charts: [{ title: 'x', type: 'pie', specifications: {} }] } }],
    ['a table of another type', { overview: { tables: [{ title: 'x', type: 'pivot', specifications: {} }] } }],
    ['a gap of no length', { timeSeries: { charts: [chartWith({ maxGapMinutes: 0 })] } }],
  ] as const) {
    test(title, () => {
      assert.equal(TemplateDefinition.safeParse({ title: 'Bad', ...definition }).success, false)
    })
  }

  function chartWith(setting: object) {
    return { title: 'x', type: 'timeseries', specifications: { tank: [{ field: 'a', friendlyName: 'A', ...setting }] } }
  }
})

describe('a change of a template', () => {
  const template = { title: 'Tank' }
  for (const [title, body, accepted] of [
    ['names the template', { templateID: 'tank', template }, true],
    ['or the unit that gets one', { dataID: 'tank-1', template }, true],
    ['or both', { templateID: 'tank', dataID: 'tank-1', template, version: 3 }, true],
    ['but not neither', { template }, false],
    ['and has a whole template', { templateID: 'tank', template: {} }, false],
  ] as const) {
    test(title, () => assert.equal(TemplateChange.safeParse(body).success, accepted))
  }

  test('leaves out what is not of the definition', () => {
    const change = TemplateChange.parse({ templateID: 'tank', template: { ...template, id: 'tank', dataID: 'tank-1' } })
    assert.deepEqual(change.template, template)
  })
})

describe('a template that is written', () => {
  const written = (template: object) =>
    TemplateChange.safeParse({ templateID: 'shared', template: { title: 'Large', ...template } })
  const value = { friendlyName: 'Level', calculate: { formula: 'tank.level * 2', denominators: [] } }
  const cards = (count: number, one: object) =>
    Array.from({ length: Math.ceil(count / 50) }, (_, card) => ({
      topic: 'Levels',
      specifications: { tank: Array.from({ length: Math.min(50, count - card * 50) }, () => one) },
    }))

  test('has at most 200 formulas', () => {
    assert.equal(written({ overview: { infoCards: cards(200, value) } }).success, true)
    const { error } = written({ overview: { infoCards: cards(201, value) } })
    assert.match(error?.message ?? '', /fields\.template-formulas/)
  })

  test('shows at most 1,000 values', () => {
    const plain = { friendlyName: 'Level', field: 'level' }
    assert.equal(written({ overview: { infoCards: cards(1_000, plain) } }).success, true)
    const overview = { infoCards: cards(1_000, plain), gauges: [{ title: 'Level', range: [0, 1], source: 'tank' }] }
    assert.match(written({ overview }).error?.message ?? '', /fields\.template-values/)
  })

  test('has at most 256 KiB', () => {
    const long = { friendlyName: 'x'.repeat(200), field: 'y'.repeat(200) }
    const { error } = written({ overview: { infoCards: cards(700, long) } })
    assert.match(error?.message ?? '', /fields\.template-size/)
  })

  test('reports which formula cannot be read', () => {
    const bad = { ...value, calculate: { formula: 'tank.level *', denominators: [] } }
    const { error } = written({ overview: { statistics: cards(1, bad) } })
    assert.match(error?.message ?? '', /fields\.equation\.early/)
    assert.deepEqual(error?.issues[0]?.path, [
      'template',
      'overview',
      'statistics',
      0,
      'specifications',
      'tank',
      0,
      'calculate',
      'formula',
    ])
  })
})
