import { analyse, type Report } from 'scslre'

interface Node {
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: { readonly type: string; readonly name?: string }
}

interface Context {
  readonly filename: string
  report(problem: { node: unknown; message: string }): void
}

/** What a portal reads with expressions comes from others, and so does most of what a page shows. */
const CHECKED = /\/(?:contract|server|web|simulator)\/src\//
const OF_TESTS = /\.test\.tsx?$|\/testing\//

/**
 * Refuses regular expressions whose time grows faster than their input: by backtracking, or because the search begins again in the
 * middle of a repetition that it has looked through before.
 */
export const linearExpressions = {
  create(context: Context) {
    if (!CHECKED.test(context.filename) || OF_TESTS.test(context.filename)) return {}
    return {
      Literal(node: Node) {
        const message = node.regex === undefined ? undefined : problemOf(node.regex.pattern, node.regex.flags)
        if (message !== undefined) context.report({ node, message })
      },
      NewExpression(node: Node) {
        if (node.callee?.type !== 'Identifier' || node.callee.name !== 'RegExp') return
        context.report({ node, message: 'Write the expression as a literal: its time cannot be checked otherwise.' })
      },
    }
  },
}

/** Says each expression there is; what times them reads it (`expressions.ts`). */
export const listExpressions = {
  create: (context: Context) => ({
    Literal(node: Node) {
      if (node.regex !== undefined) context.report({ node, message: JSON.stringify(node.regex) })
    },
  }),
}

function problemOf(source: string, flags: string): string | undefined {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports
  if (report === undefined) return undefined
  const character = JSON.stringify(report.character.pick)
  return `The time of this expression grows faster than a row of ${character}: ${whyOf(report)}`
}

function whyOf(report: Report): string {
  switch (report.type) {
    case 'Trade':
      return `${report.startQuant.raw} and ${report.endQuant.raw} match the same.`
    case 'Self':
      return `${report.quant.raw} repeats within ${report.parentQuant.raw}.`
    default:
      return `${report.quant.raw} is looked for again from each of them. A look behind ends that.`
  }
}
