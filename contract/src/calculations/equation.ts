import { sentence } from '../text/sentence.ts'
import { EquationFault, readTokens, type Sign, type Token } from './equation-tokens.ts'

export const EQUATION_MAX_LENGTH = 500
const MAX_DEPTH = 50

/** An equation that can be computed. */
export interface Equation {
  /** Its `source.field` variables, each once, in the order in which they first appear. */
  readonly variables: readonly string[]
  /**
   * Computes it for the values of `variables`, in their order. Undefined when an input is missing, something is divided by
   * zero, or the result is not a number that can be written down.
   */
  evaluate(values: readonly (number | undefined)[]): number | undefined
}

interface EquationProblem {
  /** Where it is, in characters from 0. */
  readonly position: number
  /** A sentence for the person who wrote the equation, before its language is known. */
  readonly message: string
}

export type CompiledEquation =
  | { readonly equation: Equation; readonly problem?: undefined }
  | { readonly problem: EquationProblem; readonly equation?: undefined }

/**
 * Reads an equation: numbers, `source.field` variables (in braces, `{tank-1.level}`, when a name has a dash), `+ - * / ^` with
 * the usual precedence, unary minus, parentheses, and the functions min, max, abs, round, floor, ceil, sqrt, log (natural), exp
 * and pow. Nothing else can be reached from it.
 */
export function compileEquation(text: string): CompiledEquation {
  try {
    if (text.length > EQUATION_MAX_LENGTH) {
      throw new EquationFault(EQUATION_MAX_LENGTH, sentence('fields.equation-length', { count: EQUATION_MAX_LENGTH }))
    }
    const parser = new Parser(readTokens(text))
    const compute = parser.readAll()
    const variables = parser.variables
    const evaluate = (values: readonly (number | undefined)[]): number | undefined => {
      const result = compute(values)
      return Number.isFinite(result) ? result : undefined
    }
    return { equation: { variables, evaluate } }
  } catch (error) {
    if (error instanceof EquationFault) return { problem: { position: error.at, message: error.message } }
    throw error
  }
}

/** Writes a variable so that an equation reads it back. */
export function formatVariable(source: string, field: string): string {
  const name = `${source}.${field}`
  return name.includes('-') ? `{${name}}` : name
}

/** Missing and impossible values are NaN, which stays NaN. */
type Compute = (values: readonly (number | undefined)[]) => number

const strictly = (value: number): number => (Number.isFinite(value) ? value : Number.NaN)

const power = (base: number, exponent: number): number =>
  Number.isNaN(base) || Number.isNaN(exponent) ? Number.NaN : strictly(base ** exponent)

const FUNCTIONS: Readonly<Record<string, { least: number; most: number; call: (...values: number[]) => number }>> = {
  min: { least: 1, most: 20, call: Math.min },
  max: { least: 1, most: 20, call: Math.max },
  abs: { least: 1, most: 1, call: Math.abs },
  round: { least: 1, most: 1, call: Math.round },
  floor: { least: 1, most: 1, call: Math.floor },
  ceil: { least: 1, most: 1, call: Math.ceil },
  sqrt: { least: 1, most: 1, call: Math.sqrt },
  log: { least: 1, most: 1, call: (value) => strictly(Math.log(value)) },
  exp: { least: 1, most: 1, call: (value) => strictly(Math.exp(value)) },
  pow: { least: 2, most: 2, call: power },
}

const divide = (left: number, right: number): number => (right === 0 ? Number.NaN : strictly(left / right))

/** Recursive descent: sum, product, minus in front, power, atom; each binds tighter than the one before. */
class Parser {
  readonly variables: string[] = []
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  readAll(): Compute {
    const compute = this.#readSum()
    const token = this.#peek()
    if (token.kind !== 'end') throw unexpected(token)
    return compute
  }

  #readSum(): Compute {
    let left = this.#readProduct()
    for (;;) {
      const before = left
      if (this.#takeSign('+')) left = binary(before, this.#readProduct(), (a, b) => strictly(a + b))
      else if (this.#takeSign('-')) left = binary(before, this.#readProduct(), (a, b) => strictly(a - b))
      else return left
    }
  }

  #readProduct(): Compute {
    let left = this.#readSigned()
    for (;;) {
      const before = left
      if (this.#takeSign('*')) left = binary(before, this.#readSigned(), (a, b) => strictly(a * b))
      else if (this.#takeSign('/')) left = binary(before, this.#readSigned(), divide)
      else return left
    }
  }

  /** Every recursion passes here, so the depth is bounded here. */
  #readSigned(): Compute {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new EquationFault(this.#peek().at, 'fields.equation.deep')
    const compute = this.#takeSign('-') ? negative(this.#readSigned()) : this.#readPower()
    this.#depth -= 1
    return compute
  }

  #readPower(): Compute {
    const base = this.#readAtom()
    return this.#takeSign('^') ? binary(base, this.#readSigned(), power) : base
  }

  #readAtom(): Compute {
    const token = this.#take()
    if (token.kind === 'number') return () => token.value
    if (token.kind === 'variable') return this.#variable(token.name)
    if (token.kind === 'word') return this.#readCall(token.name, token.at)
    if (token.kind === 'end') throw new EquationFault(token.at, 'fields.equation.early')
    if (token.sign === '(') return this.#readInner(token.at)
    throw unexpected(token)
  }

  #readInner(openedAt: number): Compute {
    const inner = this.#readSum()
    if (!this.#takeSign(')')) throw new EquationFault(openedAt, 'fields.equation.open')
    return inner
  }

  #readCall(name: string, at: number): Compute {
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (known === undefined) {
      throw new EquationFault(at, sentence('fields.equation.word', { name }))
    }
    if (!this.#takeSign('(')) throw new EquationFault(at, sentence('fields.equation.no-inputs', { name }))
    const inputs = [this.#readSum()]
    while (this.#takeSign(',')) inputs.push(this.#readSum())
    if (!this.#takeSign(')')) throw new EquationFault(at, sentence('fields.equation.open-call', { name }))
    if (inputs.length < known.least || inputs.length > known.most) {
      throw new EquationFault(at, sentence('fields.equation.inputs', { name, count: inputs.length }))
    }
    return (values) => known.call(...inputs.map((input) => input(values)))
  }

  #variable(name: string): Compute {
    if (!this.variables.includes(name)) this.variables.push(name)
    const place = this.variables.indexOf(name)
    return (values) => strictly(values[place] ?? Number.NaN)
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0 }
  }

  #take(): Token {
    const token = this.#peek()
    this.#next += 1
    return token
  }

  #takeSign(sign: Sign): boolean {
    const token = this.#peek()
    if (token.kind !== 'sign' || token.sign !== sign) return false
    this.#next += 1
    return true
  }
}

function binary(left: Compute, right: Compute, combine: (left: number, right: number) => number): Compute {
  return (values) => combine(left(values), right(values))
}

function negative(inner: Compute): Compute {
  return (values) => -inner(values)
}

function unexpected(token: Exclude<Token, { kind: 'end' }>): EquationFault {
  if (token.kind === 'number') {
    return new EquationFault(token.at, sentence('fields.equation.unexpected-number', { found: String(token.value) }))
  }
  const found = token.kind === 'sign' ? token.sign : token.name
  return new EquationFault(token.at, sentence('fields.equation.unexpected', { found }))
}
