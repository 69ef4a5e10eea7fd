import { extensionImports } from './extension-imports.ts'
import { linearExpressions, listExpressions } from './linear-expressions.ts'
import { FLOORS, OF_TESTS, type Place, placeOf, targetOf } from './places.ts'
import { roomCircles } from './room-circles.ts'
import { textLiterals, textsWhenShown } from './text-literals.ts'

/** Where SQL is at home. */
const OF_STORES =
  /-store\.ts$|\/server\/src\/platform\/database\/|\/extensions\/[^/]+\/server\/(?:migrations\/|schema\.ts$)/

const STATEMENTS: ReadonlySet<string> = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

interface Source {
  readonly value: unknown
}

interface Node {
  readonly source?: Source | null
  readonly callee?: { readonly type: string; readonly property?: { readonly name?: string } }
}

interface Statement {
  readonly parent: { readonly type: string }
  readonly expression: { readonly type: string; readonly callee?: { readonly name?: string } }
}

interface Context {
  readonly filename: string
  report(problem: { node: unknown; message: string }): void
}

const floors = {
  create(context: Context) {
    const from = placeOf(context.filename)
    if (from?.floor === undefined || OF_TESTS.test(context.filename)) return {}
    const look = (node: Node) => {
      const target = typeof node.source?.value === 'string' ? targetOf(context.filename, node.source.value) : undefined
      const to = target === undefined ? undefined : placeOf(target)
      const message = to === undefined ? undefined : problemOf(from, to)
      if (message !== undefined) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
      ImportExpression: look,
      TSImportType: look,
    }
  },
}

const sqlInStores = {
  create(context: Context) {
    if (placeOf(context.filename)?.workspace !== 'server') return {}
    if (OF_TESTS.test(context.filename) || OF_STORES.test(context.filename)) return {}
    const message = 'SQL is at home in *-store.ts and in platform/database: move the statement there.'
    return {
      ImportDeclaration: (node: Node) => {
        if (node.source?.value === 'kysely') context.report({ node, message })
      },
      CallExpression: (node: Node) => {
        const called = node.callee?.type === 'MemberExpression' ? node.callee.property?.name : undefined
        if (called !== undefined && STATEMENTS.has(called)) context.report({ node, message })
      },
    }
  },
}

const hooksInSuites = {
  create(context: Context) {
    if (placeOf(context.filename)?.workspace !== 'server' || !context.filename.endsWith('.test.ts')) return {}
    const message =
      'Several files share a process: at the top level a hook runs for the tests of all. Put it into describe().'
    return {
      ExpressionStatement: ({ parent, expression }: Statement) => {
        const { type, callee } = expression
        if (parent.type !== 'Program' || type !== 'CallExpression') return
        if (callee?.name === 'beforeEach' || callee?.name === 'afterEach') context.report({ node: expression, message })
      },
    }
  },
}

interface Expression {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly object?: Expression
  readonly property?: Expression
}

interface Code {
  readonly callee?: Expression
  readonly arguments?: readonly Expression[]
  readonly left?: Expression
}

/** How a test could answer a request with what the contract's schemas have not parsed. */
const repliesByContract = {
  create(context: Context) {
    const place = placeOf(context.filename)
    if (place?.workspace !== 'web' || !OF_TESTS.test(context.filename)) return {}
    if (context.filename.endsWith('/web/src/testing/fake-server.ts')) return {}
    const message =
      'Answer with createFakeServer of testing/fake-server.ts: it parses requests and replies by the schemas of the contract.'
    return {
      NewExpression: (node: Code) => {
        if (node.callee?.name === 'Response') context.report({ node, message })
      },
      CallExpression: (node: Code) => {
        const isStub =
          ['stubGlobal', 'spyOn'].includes(node.callee?.property?.name ?? '') &&
          node.arguments?.some(({ value }) => value === 'fetch') === true
        if (isStub || node.callee?.object?.name === 'Response') context.report({ node, message })
      },
      AssignmentExpression: (node: Code) => {
        if (node.left?.property?.name === 'fetch') context.report({ node, message })
      },
    }
  },
}

export default {
  meta: { name: 'house' },
  rules: {
    floors,
    'extension-imports': extensionImports,
    'room-circles': roomCircles,
    'sql-in-stores': sqlInStores,
    'hooks-in-suites': hooksInSuites,
    'no-text-literals': textLiterals,
    'texts-when-shown': textsWhenShown,
    'replies-by-contract': repliesByContract,
    'linear-expressions': linearExpressions,
    'list-expressions': listExpressions,
  },
}

function problemOf(from: Place, to: Place): string | undefined {
  const order = FLOORS[from.workspace] ?? []
  if (to.floor === undefined) return `${from.floor} is put together above: it imports nothing from there.`
  if (order.indexOf(to.floor) > order.indexOf(from.floor ?? '')) {
    return `${from.floor} is below ${to.floor}, and imports nothing from it, types included.`
  }
  const betweenFeatures =
    from.workspace === 'web' && from.floor === 'features' && to.floor === 'features' && from.room !== to.room
  return betweenFeatures
    ? `What ${from.room} and ${to.room} share is at home in shared, on the floor below.`
    : undefined
}
