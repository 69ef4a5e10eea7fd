import { OF_TESTS } from './places.ts'

/** Properties whose text people read, besides the text between tags. */
const READ = new Set([
  'advice',
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'ariaLabel',
  'busyText',
  'confirm',
  'description',
  'emptyText',
  'error',
  'heading',
  'kept',
  'label',
  'lead',
  'message',
  'nothingFoundMessage',
  'placeholder',
  'submit',
  'text',
  'title',
  'unclear',
])

interface Node {
  readonly type: string
  readonly value?: unknown
  readonly parent?: Node | null
  readonly name?: string | Node
  readonly key?: Node
  readonly callee?: Node
  readonly arguments?: readonly Node[]
  readonly expression?: Node
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
  readonly consequent?: Node
  readonly alternate?: Node
  readonly operator?: string
  readonly left?: Node
  readonly right?: Node
}

interface Context {
  readonly filename: string
  report(problem: { node: unknown; message: string }): void
}

const WORDS = /\p{L}/u
/** An id of the catalogue: `fleet.search.placeholder`. */
const ID = /^[a-z][a-z-]*(?:\.[\w-]+)+$/
const MESSAGE = 'People read this: move it to the catalogue (docs/development/texts.md).'
const TOO_EARLY = 'The texts may not have arrived yet: call t in a function, or keep the id here.'

/** Refuses texts in components. It is for folders that use the catalogue: `.oxlintrc.json` lists them. */
export const textLiterals = {
  create(context: Context) {
    if (OF_TESTS.test(context.filename)) return {}
    const refuse = (node: Node): void => {
      for (const text of textsIn(node)) context.report({ node: text, message: MESSAGE })
    }
    const refuseValue = (name: string, value: unknown): void => {
      if (READ.has(name) && value !== null && value !== undefined) refuse(value as Node)
    }
    return {
      JSXText: (node: Node) => {
        if (isRead(node.value)) context.report({ node, message: MESSAGE })
      },
      JSXExpressionContainer: ({ parent, expression }: Node) => {
        if (parent?.type !== 'JSXAttribute' && expression !== undefined) refuse(expression)
      },
      JSXAttribute: ({ name, value }: Node) => refuseValue(nameOf(name), value),
      Property: ({ key, value }: Node) => refuseValue(nameOf(key), value),
      CallExpression: (node: Node) => {
        if (node.callee?.name === 'usePageTitle') node.arguments?.forEach(refuse)
      },
    }
  },
}

/** Refuses texts that are read while a file is loaded: those of the language may not have arrived yet. */
export const textsWhenShown = {
  create(context: Context) {
    if (!context.filename.includes('/web/src/') || OF_TESTS.test(context.filename)) return {}
    return {
      CallExpression: (node: Node) => {
        const isText = node.callee?.type === 'Identifier' && node.callee.name === 't'
        if (isText && !isWithinFunction(node)) context.report({ node, message: TOO_EARLY })
      },
    }
  },
}

/** The literals of which one is shown. */
function textsIn(node: Node): Node[] {
  switch (node.type) {
    case 'Literal':
      return isRead(node.value) ? [node] : []
    case 'TemplateLiteral':
      return node.quasis?.some(({ value }) => isRead(value.cooked)) === true ? [node] : []
    case 'JSXExpressionContainer':
      return node.expression === undefined ? [] : textsIn(node.expression)
    case 'ConditionalExpression':
      return textsOf(node.consequent, node.alternate)
    case 'LogicalExpression':
      return textsOf(node.right)
    case 'BinaryExpression':
      return node.operator === '+' ? textsOf(node.left, node.right) : []
    default:
      return []
  }
}

function textsOf(...nodes: readonly (Node | undefined)[]): Node[] {
  return nodes.flatMap((node) => (node === undefined ? [] : textsIn(node)))
}

function isRead(text: unknown): boolean {
  return typeof text === 'string' && WORDS.test(text) && !ID.test(text)
}

function nameOf(name: string | Node | undefined): string {
  if (typeof name === 'string' || name === undefined) return name ?? ''
  return typeof name.name === 'string' ? name.name : typeof name.value === 'string' ? name.value : ''
}

function isWithinFunction(node: Node): boolean {
  for (let outer = node.parent; outer !== undefined && outer !== null; outer = outer.parent) {
    if (outer.type.includes('Function')) return true
  }
  return false
}
