import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compileEquation, type Equation, EQUATION_MAX_LENGTH, formatVariable } from './equation.ts'
import { sentence } from '../text/sentence.ts'

function compiled(text: string): Equation {
  const { equation, problem } = compileEquation(text)
  assert.ok(equation, problem?.message)
  return equation
}

function valueOf(text: string, values: Readonly<Record<string, number>> = {}): number | undefined {
  const equation = compiled(text)
  return equation.evaluate(equation.variables.map((name) => values[name]))
}

describe('an equation', () => {
  for (const [text, expected] of [
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['24 / 4 / 2', 3],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['--3', 3],
    ['2*-3', -6],
    ['.5 + 1. + 2e-1', 1.7],
    ['min(3, 1, 2) + max(4, 5)', 6],
    ['abs(-2) + round(2.5) + floor(1.9) + ceil(1.1)', 8],
    ['sqrt(16) + log(exp(2)) + pow(2, 3)', 14],
  ] as const) {
    test(`${text} is ${expected}`, () => {
      assert.equal(valueOf(text), expected)
    })
  }

  test('lists its variables once, in order', () => {
    assert.deepEqual(compiled('pump.flow / tank.level + pump.flow').variables, ['pump.flow', 'tank.level'])
  })

  test('reads a dash as a minus, unless the variable is in braces', () => {
    assert.equal(valueOf('tank.level-pump.flow', { 'tank.level': 5, 'pump.flow': 3 }), 2)
    assert.equal(valueOf('{tank-1.level-max}-2', { 'tank-1.level-max': 5 }), 3)
  })

  for (const text of ['a.b / 0', 'a.b / (a.b - 1)', '0 ^ (1 / 0)', '1 / (1 / 0)', 'sqrt(-1)', 'log(0)', '10 ^ 999']) {
    test(`${text} with a.b = 1 has no value`, () => {
      assert.equal(valueOf(text, { 'a.b': 1 }), undefined)
    })
  }

  test('has no value while an input is missing', () => {
    assert.equal(valueOf('a.b * 0 + 1'), undefined)
    assert.equal(valueOf('pow(a.b, 0)'), undefined)
  })
})

describe('a problem of an equation has its position and its cause', () => {
  for (const [text, position, message] of [
    ['', 0, 'fields.equation.early'],
    ['1 +', 3, 'fields.equation.early'],
    ['1 2', 2, sentence('fields.equation.unexpected-number', { found: '2' })],
    ['(1 + 2', 0, 'fields.equation.open'],
    ['1 + )', 4, sentence('fields.equation.unexpected', { found: ')' })],
    ['tank + 1', 0, sentence('fields.equation.word', { name: 'tank' })],
    ['constructor(1)', 0, sentence('fields.equation.word', { name: 'constructor' })],
    ['1 + min 2', 4, sentence('fields.equation.no-inputs', { name: 'min' })],
    ['pow(1)', 0, sentence('fields.equation.inputs', { name: 'pow', count: 1 })],
    ['min(1', 0, sentence('fields.equation.open-call', { name: 'min' })],
    ['1 + {a b.c}', 4, sentence('fields.equation.variable', { name: 'a b.c' })],
    ['a.b.c', 3, sentence('fields.equation.character', { found: '.' })],
    ['1 ; 2', 2, sentence('fields.equation.character', { found: ';' })],
    ['1 + 🙂', 4, sentence('fields.equation.character', { found: '🙂' })],
    ['('.repeat(60), 50, 'fields.equation.deep'],
    ['1'.repeat(501), EQUATION_MAX_LENGTH, sentence('fields.equation-length', { count: 500 })],
  ] as const) {
    test(text === '' ? 'nothing' : text.slice(0, 20), () => {
      assert.deepEqual(compileEquation(text).problem, { position, message })
    })
  }
})

interface Sample {
  text: string
  value: number
}

const operators = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => (b === 0 ? Number.NaN : a / b),
} as const

/** Fully parenthesised texts with the values that they must have. */
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.integer({ min: 0, max: 1000 }).map((value) => ({ text: String(value), value })),
    fc.constantFrom({ text: 'tank.level', value: 7.25 }, { text: '{pump-1.flow}', value: -3 }),
    fc.tuple(tie('sample'), fc.constantFrom('+', '-', '*', '/'), tie('sample')).map(([left, sign, right]) => ({
      text: `(${left.text} ${sign} ${right.text})`,
      value: operators[sign](left.value, right.value),
    })),
    fc.tuple(tie('sample'), tie('sample')).map(([left, right]) => ({
      text: `max(${left.text}, -${right.text})`,
      value: Math.max(left.value, -right.value),
    })),
  ),
}))

test('Any nesting of operators has the value of plain arithmetic', () => {
  fc.assert(
    fc.property(sample, ({ text, value }) => {
      fc.pre(text.length <= EQUATION_MAX_LENGTH)
      const actual = valueOf(text, { 'tank.level': 7.25, 'pump-1.flow': -3 })
      assert.deepEqual(actual, Number.isFinite(value) ? value : undefined)
    }),
  )
})

test('Without parentheses, precedence is that of the language', () => {
  const term = fc.tuple(fc.constantFrom('+', '-', '*'), fc.integer({ min: 0, max: 99 }))
  fc.assert(
    fc.property(fc.array(term, { minLength: 1, maxLength: 30 }), (terms) => {
      const products: number[] = [1]
      for (const [sign, value] of terms) {
        if (sign === '*') products.push((products.pop() ?? 0) * value)
        else products.push(sign === '+' ? value : -value)
      }
      const text = `1${terms.map(([sign, value]) => `${sign}${value}`).join('')}`
      const expected = products.reduce((sum, product) => sum + product, 0)
      assert.equal((valueOf(text) ?? Number.NaN) - expected, 0)
    }),
  )
})

test('Any text whatever is either an equation or a problem within the text', () => {
  const pieces = fc.array(fc.constantFrom('a.b', '{', '}', '.', '(', ')', '-', '^', ',', 'min', '1', 'e', ' ', '$'))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((parts) => parts.join('')),
      ),
      (text) => {
        const { equation, problem } = compileEquation(text)
        const position = problem?.position ?? 0
        assert.ok((equation !== undefined) !== (problem !== undefined))
        assert.ok(position >= 0 && position <= text.length)
      },
    ),
  )
})

test('A variable as it is written is read back', () => {
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,20}$/)
  fc.assert(
    fc.property(name, name, (source, field) => {
      assert.deepEqual(compiled(`1 + ${formatVariable(source, field)}`).variables, [`${source}.${field}`])
    }),
  )
})
