import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileEquation } from '@fieldwatch/contract/calculations/equation'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { KIND_NAMES, type KindName, KINDS } from '@fieldwatch/simulator/kinds/kinds'
import { DEMO_TEMPLATES } from '#demo/seed-demo.ts'

/** `source.field` of everything that a unit of the kind sends. */
function fieldsOf(kind: KindName): ReadonlySet<string> {
  const names = new Set<string>()
  for (const source of KINDS[kind]({ seed: 1, position: { lat: 55, lon: -1 } })) {
    for (const { fields } of source.recordsBetween(0, 86_400_000, 3600)) {
      for (const field of Object.keys(fields)) names.add(`${source.name}.${field}`)
    }
  }
  return names
}

interface Value {
  field?: string | undefined
  calculate?: { formula: string; denominators: readonly string[] } | undefined
}

/** Every `source.field` that a template reads, those of its formulas included. */
function readBy(template: TemplateDefinition): string[] {
  const { gauges = [], infoCards = [], statistics = [], tables = [], maps = [], eventLog } = template.overview ?? {}
  const widgets: { specifications: Record<string, readonly Value[]> }[] = [
    ...infoCards,
    ...statistics,
    ...tables,
    ...(eventLog === undefined ? [] : [eventLog]),
    ...(template.timeSeries?.charts ?? []),
  ]
  const values = [
    ...gauges.flatMap((gauge) => namesOf(gauge.source, gauge)),
    ...widgets.flatMap(({ specifications }) =>
      Object.entries(specifications).flatMap(([source, entries]) => entries.flatMap((value) => namesOf(source, value))),
    ),
    ...maps.flatMap(({ source, latitudeField, longitudeField }) => [
      `${source}.${latitudeField}`,
      `${source}.${longitudeField}`,
    ]),
  ]
  return values
}

function namesOf(source: string, { field, calculate }: Value): readonly string[] {
  if (calculate === undefined) return [`${source}.${field}`]
  const { equation, problem } = compileEquation(calculate.formula)
  assert.ok(equation, `${calculate.formula}: ${problem?.message}`)
  return [...equation.variables, ...calculate.denominators]
}

for (const kind of KIND_NAMES) {
  test(`The template of a ${kind} is valid and reads only what such a unit sends`, () => {
    const template = TemplateDefinition.parse(DEMO_TEMPLATES[kind])
    const sent = fieldsOf(kind)
    const read = readBy(template)
    assert.ok(read.length > 5)
    assert.deepEqual(
      read.filter((name) => !sent.has(name)),
      [],
    )
  })
}

describe('the demo templates together', () => {
  const all = KIND_NAMES.map((kind) => TemplateDefinition.parse(DEMO_TEMPLATES[kind]))
  const gauges = all.flatMap(({ overview }) => overview?.gauges ?? [])

  for (const part of ['gauges', 'infoCards', 'statistics', 'tables', 'maps', 'eventLog'] as const) {
    test(`use ${part}`, () => {
      assert.ok(all.some(({ overview }) => overview?.[part] !== undefined))
    })
  }

  for (const part of ['steps', 'delta', 'threshold', 'prefix', 'calculate', 'bgColor'] as const) {
    test(`have a gauge with ${part}`, () => {
      assert.ok(gauges.some((gauge) => gauge[part] !== undefined))
    })
  }
})
