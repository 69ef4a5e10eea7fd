import { NAME_PATTERN } from '../api/ids.ts'
import { sentence } from '../text/sentence.ts'

export type Token =
  | { kind: 'number'; at: number; value: number }
  | { kind: 'variable'; at: number; name: string }
  | { kind: 'word'; at: number; name: string }
  | { kind: 'sign'; at: number; sign: Sign }
  | { kind: 'end'; at: number }

const SIGNS = ['+', '-', '*', '/', '^', '(', ')', ','] as const
export type Sign = (typeof SIGNS)[number]

/** Thrown at the place where an equation is invalid. `at` counts characters from 0. */
export class EquationFault extends Error {
  override readonly name = 'EquationFault'
  readonly at: number

  constructor(at: number, problem: string) {
    super(problem)
    this.at = at
  }
}

const SPACE = /\s+/y
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const BRACED = /\{([^{}]*)\}/y
/** A dash is a minus here: names with dashes are in braces. */
const BARE = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?/y

/**
 * Cuts an equation into tokens, the last one an `end`.
 * @throws EquationFault
 */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text) ?? undefined
  }
  for (;;) {
    at += take(SPACE)?.[0].length ?? 0
    if (at >= text.length) return [...tokens, { kind: 'end', at: text.length }]
    const match = take(NUMBER) ?? take(BRACED) ?? take(BARE) ?? take(/./suy)
    const token = tokenOf(match ?? [''], at)
    tokens.push(token)
    at += match?.[0].length ?? 1
  }
}

function tokenOf([all = '', braced]: readonly string[], at: number): Token {
  if (braced !== undefined) return { kind: 'variable', at, name: checkedVariable(braced.trim(), at) }
  if (/^[\d.]/.test(all) && all !== '.') return { kind: 'number', at, value: Number(all) }
  if (/^[A-Za-z_]/.test(all)) {
    return all.includes('.')
      ? { kind: 'variable', at, name: checkedVariable(all, at) }
      : { kind: 'word', at, name: all }
  }
  const sign = SIGNS.find((candidate) => candidate === all)
  if (sign === undefined) throw new EquationFault(at, sentence('fields.equation.character', { found: all }))
  return { kind: 'sign', at, sign }
}

function checkedVariable(name: string, at: number): string {
  const [source = '', field = '', ...rest] = name.split('.')
  if (rest.length > 0 || !NAME_PATTERN.test(source) || !FIELD.test(field)) {
    throw new EquationFault(at, sentence('fields.equation.variable', { name }))
  }
  return name
}

/** Names of nested fields are joined and so may be longer than one name. */
const FIELD = /^[A-Za-z_][A-Za-z0-9_-]{0,199}$/
