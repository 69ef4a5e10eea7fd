import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findEquationProblems, nameOfCalculation, nameOfValue } from './calculation-rules.ts'
import { CalculationDraft } from './calculations.ts'
import { formatVariable } from './equation.ts'
import { NAME_PATTERN } from '../api/ids.ts'
import { sentence } from '../text/sentence.ts'

const level = { source: 'tank', field: 'level' }
const flow = { source: 'pump-1', field: 'flow' }

describe('an equation over chosen values', () => {
  for (const [equation, values, problems] of [
    ['tank.level * 2', [level], []],
    ['tank.level + {pump-1.flow}', [level, flow], []],
    ['tank.level + x.y', [level], [sentence('fields.equation.not-chosen', { name: 'x.y' })]],
    ['tank.level', [level, flow], [sentence('fields.equation.unused', { name: 'pump-1.flow' })]],
    [
      'a.b + c.d',
      [level],
      [
        sentence('fields.equation.not-chosen', { name: 'a.b' }),
        sentence('fields.equation.not-chosen', { name: 'c.d' }),
        sentence('fields.equation.unused', { name: 'tank.level' }),
      ],
    ],
    ['tank.level +', [level], ['fields.equation.early']],
  ] as const) {
    // spec 1-5-05, 1-5-06, 1-5-07, 1-5-08
    it(`${equation} of ${values.map(nameOfValue).join(' and ')}: ${problems.join(' ') || 'fine'}`, () => {
      assert.deepEqual(findEquationProblems(equation, values), problems)
    })
  }

  // spec 1-5-07
  it('has no problem when it uses all of them, whatever they are called', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/)
    const values = fc.array(fc.record({ source: name, field: name }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(values, (chosen) => {
        const equation = chosen.map(({ source, field }) => formatVariable(source, field)).join(' + ')

        assert.deepEqual(findEquationProblems(equation, chosen), [])
      }),
    )
  })
})

describe('the name of a calculated source', () => {
  // spec 1-5-04
  it('has underscores where whitespace was typed', () => {
    assert.equal(nameOfCalculation('  tank \t share of  flow '), 'tank_share_of_flow')
  })

  it('never has whitespace', () => {
    fc.assert(fc.property(fc.string(), (typed) => assert.doesNotMatch(nameOfCalculation(typed), /\s/)))
  })
})

describe('a draft of a calculated source', () => {
  const draft = { name: 'share', equation: 'tank.level', unit: 'm', startDate: '2026-03-01', values: [level] }
  const problemsOf = (given: Record<string, unknown>): [string, string][] =>
    (CalculationDraft.safeParse({ ...draft, ...given }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ])

  // spec 1-3-48
  it('is read with its name and its start made plain', () => {
    const read = CalculationDraft.parse({ ...draft, name: ' my  share ', startDate: '2026-03-01T00:00:00+02:00' })

    assert.equal(read.name, 'my_share')
    assert.equal(new Date(read.startDate).toISOString(), '2026-02-28T22:00:00.000Z')
  })

  for (const [what, given, problem] of [
    ['a name is missing', { name: '' }, ['name', 'fields.name-required']],
    ['a name begins with a digit', { name: '1st' }, ['name', 'fields.name-shape']],
    ['the start is no date', { startDate: 'yesterday' }, ['startDate', 'fields.not-date']],
    ['the start lies before 1970', { startDate: '1969-12-31' }, ['startDate', 'fields.time-range']],
    [
      'the start lies in the year 10000 once it is UTC',
      { startDate: '9999-12-31T23:59:59-12:00' },
      ['startDate', 'fields.time-range'],
    ],
    ['a value is there twice', { values: [level, level] }, ['values', 'fields.value-twice']],
    [
      'the unit is too long',
      { unit: 'm'.repeat(51) },
      ['unit', sentence('fields.too-long', { field: 'fields.name.unit', count: 50 })],
    ],
  ] as const) {
    it(`is refused when ${what}`, () => {
      assert.deepEqual(problemsOf(given), [problem])
    })
  }

  it('is read only with names that a source may have', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const { data } = CalculationDraft.safeParse({ ...draft, name })

        assert.ok(data === undefined || NAME_PATTERN.test(data.name))
      }),
    )
  })
})
