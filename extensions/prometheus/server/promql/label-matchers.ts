import { say } from '../say.ts'
import { RE2JS } from 're2js'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'

/** The label that names the metric. */
export const METRIC = '__name__'

/** What a selector asks of one label; a label that a series does not have is empty. */
export interface Matcher {
  readonly label: string
  /** The only values that match, where they are known; undefined: any may. */
  readonly values: readonly string[] | undefined
  readonly matches: (value: string) => boolean
  /** Whether `matches` runs a regular expression. */
  readonly isPattern: boolean
}

export const MATCH_OPERATORS = ['=', '!=', '=~', '!~'] as const
type MatchOperator = (typeof MATCH_OPERATORS)[number]

/** Longer ones are refused, and so are those with more states: a match takes at most some milliseconds. */
const PATTERN_STATES_MAX = 300
const PATTERN_LENGTH_MAX = 1_000

/** @throws DomainError query/invalid, query/unsupported */
export function createMatcher(label: string, operator: MatchOperator, value: string): Matcher {
  if (operator === '=') return anyOf(label, [value])
  if (operator === '!=') return { label, values: undefined, matches: (other) => other !== value, isPattern: false }
  const literals = literalsOf(value)
  const wanted = literals === undefined ? pattern(label, value) : anyOf(label, literals)
  return operator === '=~' ? wanted : { ...wanted, values: undefined, matches: (other) => !wanted.matches(other) }
}

function anyOf(label: string, list: readonly string[]): Matcher {
  const values = new Set(list)
  return { label, values: [...values], matches: (value) => values.has(value), isPattern: false }
}

/** Characters that mean something in a regular expression. */
const SPECIAL = /[.*+?()[\]{}^$|\\]/

/** The texts of a pattern like `pump-1|pump-2`, which Grafana writes for variables with several values; undefined for other ones. */
function literalsOf(text: string): string[] | undefined {
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text
  const literals = ['']
  for (let index = 0; index < inner.length; index += 1) {
    let character = inner.charAt(index)
    if (character === '|') {
      literals.push('')
      continue
    }
    if (character === '\\') {
      index += 1
      character = inner.charAt(index)
      if (!SPECIAL.test(character) && character !== '-' && character !== '/') return undefined
    } else if (SPECIAL.test(character)) return undefined
    literals[literals.length - 1] += character
  }
  return literals
}

function pattern(label: string, text: string): Matcher {
  if (text === '.*') return { label, values: undefined, matches: () => true, isPattern: false }
  if (text === '.+') return { label, values: undefined, matches: (value) => value !== '', isPattern: false }
  const compiled = compile(text)
  const known = new Map<string, boolean>()
  return {
    label,
    values: undefined,
    isPattern: true,
    matches: (value) => {
      const before = known.get(value)
      if (before !== undefined) return before
      const answer = compiled.matches(value)
      known.set(value, answer)
      return answer
    },
  }
}

/** A pattern of RE2, as Prometheus has it: it matches in linear time, and a line break is a character. */
function compile(text: string): RE2JS {
  if (text.length > PATTERN_LENGTH_MAX) throw tooLarge(text)
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(text, RE2JS.DOTALL)
  } catch (error) {
    throw new DomainError('query/invalid', {
      message: say('prometheus.query.pattern', { pattern: text }),
      cause: error,
    })
  }
  if (compiled.programSize() > PATTERN_STATES_MAX) throw tooLarge(text)
  return compiled
}

function tooLarge(text: string): DomainError {
  return new DomainError('query/unsupported', {
    message: say('prometheus.query.pattern-large', { pattern: text.slice(0, 100) }),
  })
}
