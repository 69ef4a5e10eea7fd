import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differencesOfTemplates } from '@fieldwatch/contract/templates/template-difference'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { ChartSeries } from '@fieldwatch/contract/widgets/chart'
import { textsIn } from '../server-texts.ts'
import { differenceText } from './difference-text.ts'

const series = (name: string, given: Partial<ChartSeries> = {}) => ({ field: name, friendlyName: name, ...given })
const chart = (title: string, ...shown: object[]) => ({ title, type: 'timeseries', specifications: { tank: shown } })
const gauge = (title: string, high = 5) => ({ title, range: [0, high], source: 'tank', field: 'level' })

const template = (given: object = {}): TemplateDefinition => TemplateDefinition.parse({ title: 'Pump', ...given })
const charts = (...list: object[]) => template({ timeSeries: { charts: list } })

const said = (before: TemplateDefinition, after: TemplateDefinition, language: Language = 'en'): string[] =>
  differencesOfTemplates(before, after).map((one) => differenceText(textsIn(language), one))

describe('the difference between two templates', () => {
  it('is nothing between equal ones', () => {
    const all = template({
      timeSeries: { charts: [chart('Level', series('level'))] },
      overview: { gauges: [gauge('A')] },
    })

    assert.deepEqual(said(all, structuredClone(all)), [])
  })

  const cases: readonly [string, TemplateDefinition, TemplateDefinition, string[]][] = [
    ['a chart that was added', charts(), charts(chart('Level', series('level'))), ['Added chart “Level”']],
    ['a chart that was removed', charts(chart('A'), chart('B')), charts(chart('B')), ['Removed chart “A”']],
    [
      'a chart with another title',
      charts(chart('A', series('level'))),
      charts(chart('B', series('level'))),
      ['Changed chart “A”: title A → B'],
    ],
    [
      'values of a chart by name',
      charts(chart('A', series('level', { color: '#111111' }), series('flow'))),
      charts(chart('A', series('level', { color: '#222222', unit: 'm' }), series('power'))),
      [
        'Changed chart “A”: “flow” of tank removed; “level” of tank: colour #111111 → #222222, unit (none) → m; “power” of tank added',
      ],
    ],
    [
      'charts in another order',
      charts(chart('A'), chart('B')),
      charts(chart('B'), chart('A')),
      ['Changed the order of the charts'],
    ],
    [
      'the second of two charts with one title',
      charts(chart('A', series('level')), chart('A', series('flow'))),
      charts(chart('A', series('level')), chart('A', series('flow', { unit: 'l' }))),
      ['Changed chart “A”: “flow” of tank: unit (none) → l'],
    ],
    [
      'the settings of a gauge',
      template({ overview: { gauges: [gauge('Level')] } }),
      template({ overview: { gauges: [gauge('Level', 9)] } }),
      ['Changed gauge “Level”: range [0,5] → [0,9]'],
    ],
    [
      'a name, a tab and an event table',
      template(),
      template({ title: 'Well', events: [{ title: 'High', type: 'event' }] }),
      ['Changed the template: name Pump → Well', 'Added the tab Events', 'Added event table “High”'],
    ],
  ]
  for (const [what, before, after, sentences] of cases) {
    it(`names ${what}`, () => {
      assert.deepEqual(said(before, after), sentences)
    })
  }

  it('is written in the language of its reader', () => {
    const after = template({ title: 'Well', overview: { gauges: [gauge('Level')] } })

    assert.deepEqual(said(template(), after, 'de'), [
      'Vorlage geändert: Name Pump → Well',
      'Messanzeige „Level“ hinzugefügt',
    ])
  })

  it('stays short, however much of one chart changed', () => {
    const many = (unit: string) =>
      charts(chart('A', ...Array.from({ length: 50 }, (_, n) => series(`f${n}`, { unit }))))

    const [line = ''] = said(many('m'), many('x'.repeat(200)))

    assert.equal(line.split('; ').length, 13)
    assert.ok(line.endsWith('; 38 more'))
    assert.ok(line.split('; ').every((detail) => detail.length < 300))
  })

  it('compares the largest templates within a moment', () => {
    const large = (name: string) =>
      charts(
        ...Array.from({ length: 50 }, (_, n) =>
          chart(`${name} ${n}`, ...Array.from({ length: 50 }, (_v, v) => series(`f${v}`))),
        ),
      )

    assert.equal(differencesOfTemplates(large('A'), large('B')).length, 50)
  })
})
