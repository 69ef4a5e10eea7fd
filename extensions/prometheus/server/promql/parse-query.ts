import { say } from '../say.ts'
import type { SyntaxNode, Tree } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { createBreaks } from '@fieldwatch/server/records/store/breaks'
import { invalidQuery } from './query-times.ts'
import { createMatcher, MATCH_OPERATORS, type Matcher, METRIC } from './label-matchers.ts'
import { parseDuration, parseNumberLiteral, parseString } from './parse-literals.ts'
import {
  AGGREGATIONS,
  type Grouping,
  isScalar,
  type Operator,
  OPERATORS,
  type Query,
  RANGE_FUNCTIONS,
  type Selector,
} from './query.ts'

/** Expressions in expressions. */
const DEEPEST = 60
/** What a step of the parser costs, in values of `createBreaks`. */
const STEP_COST = 100

const strict = parser.configure({ strict: true })

/**
 * Reads an expression of PromQL. The grammar is that of Prometheus; what is not supported is named.
 * @throws DomainError query/invalid, query/unsupported
 */
export async function parseQuery(text: string): Promise<Query> {
  return readTree(text, await parseTree(text))
}

/**
 * Reads a selector without a range, as `match[]` has it.
 * @throws DomainError query/invalid, query/unsupported
 */
export async function parseSelector(text: string): Promise<Selector> {
  const query = await parseQuery(text)
  if (query.kind !== 'selector' || query.selector.offsetMs !== 0) {
    throw invalidQuery(say('prometheus.query.no-selector', { text: excerpt(text) }))
  }
  return query.selector
}

async function parseTree(text: string): Promise<Tree> {
  const breaks = createBreaks()
  const parse = strict.startParse(text)
  try {
    while (true) {
      const tree = parse.advance()
      if (tree !== null) return tree
      await breaks.worked(STEP_COST)
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new DomainError('query/invalid', { message: syntaxMessage(text, parse.parsedPos), cause: error })
  }
}

function syntaxMessage(text: string, place: number): string {
  const rest = text.slice(place).trimStart()
  const position = text.length - rest.length + 1
  return rest === ''
    ? say('prometheus.query.ends')
    : say('prometheus.query.unexpected', { text: excerpt(rest, 20), position })
}

function readTree(text: string, tree: Tree): Query {
  const [expression] = partsOf(tree.topNode)
  if (expression === undefined) throw invalidQuery(say('prometheus.query.ends'))
  return read(expression, 0, true)

  function read(node: SyntaxNode, depth: number, isWhole = false): Query {
    if (depth > DEEPEST) throw unsupported(say('prometheus.query.deep', { most: DEEPEST }))
    switch (node.name) {
      case 'NumberDurationLiteral':
        return readNumber(node)
      case 'VectorSelector':
        return { kind: 'selector', selector: { matchers: matchersOf(node), offsetMs: 0 } }
      case 'MatrixSelector':
        if (!isWhole) throw invalidQuery(say('prometheus.query.range-alone', about(node)))
        return { kind: 'range', ...readRange(node) }
      case 'OffsetExpr':
        return readOffset(node, depth, isWhole)
      case 'ParenExpr':
        return read(only(node), depth + 1, isWhole)
      case 'UnaryExpr':
        return readSign(node, depth)
      case 'BinaryExpr':
        return readOperation(node, depth)
      case 'FunctionCall':
        return readFunction(node)
      case 'AggregateExpr':
        return readAggregation(node, depth)
      case 'SubqueryExpr':
        throw unsupported(say('prometheus.query.subquery', about(node)))
      case 'StepInvariantExpr':
        throw unsupported(say('prometheus.query.at', about(node)))
      case 'StringLiteral':
        throw unsupported(say('prometheus.query.string', about(node)))
      default:
        throw unsupported(say('prometheus.query.part', about(node)))
    }
  }

  function readNumber(node: SyntaxNode): Query {
    const value = parseNumberLiteral(textOf(node))
    if (value === undefined) throw unsupported(say('prometheus.query.number', about(node)))
    return { kind: 'number', value }
  }

  function readOffset(node: SyntaxNode, depth: number, isWhole: boolean): Query {
    const [of, , duration] = partsOf(node)
    if (of === undefined || duration === undefined) throw unsupported(say('prometheus.query.part', about(node)))
    const inner = read(of, depth + 1, isWhole)
    if (inner.kind !== 'selector' && inner.kind !== 'range')
      throw unsupported(say('prometheus.query.offset', about(node)))
    const offsetMs = inner.selector.offsetMs + durationOf(duration)
    return { ...inner, selector: { ...inner.selector, offsetMs } }
  }

  function readSign(node: SyntaxNode, depth: number): Query {
    const [sign, of] = partsOf(node)
    if (sign === undefined || of === undefined) throw unsupported(say('prometheus.query.part', about(node)))
    const inner = read(of, depth + 1)
    if (textOf(sign) === '+') return inner
    return { kind: 'operation', operator: '*', left: { kind: 'number', value: -1 }, right: inner }
  }

  function readOperation(node: SyntaxNode, depth: number): Query {
    const [left, sign, ...rest] = partsOf(node)
    const right = rest.at(-1)
    if (left === undefined || sign === undefined || right === undefined)
      throw unsupported(say('prometheus.query.part', about(node)))
    const operator = OPERATORS.find((known) => known === textOf(sign))
    if (operator === undefined) throw unsupported(say('prometheus.query.operator', about(sign)))
    if (rest.length > 1) throw unsupported(say('prometheus.query.matching', about(rest[0] ?? node)))
    const sides = { left: read(left, depth + 1), right: read(right, depth + 1) }
    if (!isScalar(sides.left) && !isScalar(sides.right))
      throw unsupported(say('prometheus.query.two-vectors', about(node)))
    return signedPower(left, operator, sides) ?? { kind: 'operation', operator, ...sides }
  }

  /** `-2 ^ 2` is -4, although the grammar takes the sign for that of the number. */
  function signedPower(left: SyntaxNode, operator: Operator, sides: { left: Query; right: Query }): Query | undefined {
    const isSigned = left.name === 'NumberDurationLiteral' && textOf(left).startsWith('-')
    if (operator !== '^' || !isSigned || sides.left.kind !== 'number') return undefined
    const power: Query = {
      kind: 'operation',
      operator,
      left: { kind: 'number', value: -sides.left.value },
      right: sides.right,
    }
    return { kind: 'operation', operator: '*', left: { kind: 'number', value: -1 }, right: power }
  }

  function readFunction(node: SyntaxNode): Query {
    const [identifier, body] = partsOf(node)
    const name = RANGE_FUNCTIONS.find((known) => identifier !== undefined && known === textOf(identifier))
    if (identifier === undefined || body === undefined || name === undefined) {
      throw unsupported(say('prometheus.query.function', about(identifier ?? node)))
    }
    const given = partsOf(body)
    const [argument] = given
    if (argument === undefined || given.length !== 1) throw invalidQuery(say('prometheus.query.argument', about(node)))
    const range = rangeIn(argument)
    if (range === undefined) throw invalidQuery(say('prometheus.query.argument', about(node)))
    return { kind: 'function', name, ...range }
  }

  function rangeIn(node: SyntaxNode): { selector: Selector; rangeMs: number } | undefined {
    if (node.name === 'SubqueryExpr') throw unsupported(say('prometheus.query.subquery', about(node)))
    if (!['MatrixSelector', 'OffsetExpr', 'ParenExpr', 'StepInvariantExpr'].includes(node.name)) return undefined
    const inner = read(node, 0, true)
    return inner.kind === 'range' ? { selector: inner.selector, rangeMs: inner.rangeMs } : undefined
  }

  function readAggregation(node: SyntaxNode, depth: number): Query {
    const parts = partsOf(node)
    const [operator] = parts
    const name = AGGREGATIONS.find((known) => operator !== undefined && known === textOf(operator).toLowerCase())
    if (name === undefined) throw unsupported(say('prometheus.query.aggregation', about(operator ?? node)))
    const body = parts.find((part) => part.name === 'FunctionCallBody')
    const given = body === undefined ? [] : partsOf(body)
    const [argument] = given
    if (argument === undefined || given.length !== 1)
      throw invalidQuery(say('prometheus.query.aggregated', about(node)))
    const of = read(argument, depth + 1)
    if (isScalar(of)) throw invalidQuery(say('prometheus.query.aggregated', about(node)))
    return { kind: 'aggregation', name, grouping: groupingOf(parts), of }
  }

  function groupingOf(parts: readonly SyntaxNode[]): Grouping {
    const modifier = parts.find((part) => part.name === 'AggregateModifier')
    if (modifier === undefined) return { kind: 'by', labels: [] }
    const [kind, list] = partsOf(modifier)
    const labels = list === undefined ? [] : partsOf(list).map(labelOf)
    return { kind: kind?.name === 'Without' ? 'without' : 'by', labels }
  }

  function labelOf(node: SyntaxNode): string {
    return node.name === 'QuotedLabelName' ? stringOf(only(node)) : textOf(node)
  }

  function readRange(node: SyntaxNode): { selector: Selector; rangeMs: number } {
    const [of, duration] = partsOf(node)
    if (of?.name !== 'VectorSelector' || duration === undefined)
      throw unsupported(say('prometheus.query.range-of', about(node)))
    const rangeMs = durationOf(duration)
    if (rangeMs <= 0) throw invalidQuery(say('prometheus.query.duration', about(duration)))
    return { selector: { matchers: matchersOf(of), offsetMs: 0 }, rangeMs }
  }

  function durationOf(node: SyntaxNode): number {
    const [sign, inner] = partsOf(node)
    if (sign?.name === 'UnaryOp' && inner !== undefined)
      return textOf(sign) === '-' ? -durationOf(inner) : durationOf(inner)
    const duration = parseDuration(textOf(node))
    if (Number.isNaN(duration) || duration > LONGEST_MS)
      throw invalidQuery(say('prometheus.query.duration', about(node)))
    return duration
  }

  function matchersOf(node: SyntaxNode): Matcher[] {
    const matchers = partsOf(node).flatMap((part) =>
      part.name === 'Identifier' ? [createMatcher(METRIC, '=', textOf(part))] : partsOf(part).map(readMatcher),
    )
    const isNamed = node.firstChild?.name === 'Identifier'
    if (isNamed && matchers.filter(({ label }) => label === METRIC).length > 1)
      throw invalidQuery(say('prometheus.query.two-names', about(node)))
    if (matchers.every((matcher) => matcher.matches('')))
      throw invalidQuery(say('prometheus.query.any-series', about(node)))
    return matchers
  }

  function readMatcher(node: SyntaxNode): Matcher {
    if (node.name === 'QuotedLabelName') return createMatcher(METRIC, '=', stringOf(only(node)))
    const [label, sign, value] = partsOf(node)
    const operator = MATCH_OPERATORS.find((known) => sign !== undefined && known === textOf(sign))
    if (label === undefined || operator === undefined || value === undefined)
      throw unsupported(say('prometheus.query.part', about(node)))
    return createMatcher(labelOf(label), operator, stringOf(value))
  }

  function stringOf(node: SyntaxNode): string {
    const value = parseString(textOf(node))
    if (value === undefined) throw invalidQuery(say('prometheus.query.text', about(node)))
    return value
  }

  function only(node: SyntaxNode): SyntaxNode {
    const [inner] = partsOf(node)
    if (inner === undefined) throw unsupported(say('prometheus.query.part', about(node)))
    return inner
  }

  function textOf({ from, to }: SyntaxNode): string {
    return text.slice(from, to)
  }

  /** What a message says of a part of the expression. */
  function about(node: SyntaxNode): { text: string; position: number } {
    return { text: excerpt(textOf(node)), position: node.from + 1 }
  }
}

function unsupported(message: string): DomainError {
  return new DomainError('query/unsupported', { message })
}

/** Five hundred years. */
const LONGEST_MS = 500 * 31_536_000_000

/** The children that are no comments. */
function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = []
  for (let part = node.firstChild; part !== null; part = part.nextSibling) {
    if (part.name !== 'LineComment') parts.push(part)
  }
  return parts
}

function excerpt(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
