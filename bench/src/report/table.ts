import { type Figure, ratioOf, type Result, UNITS, type Unit, verdictOf } from './result.ts'

const HEADINGS = ['work', 'target', 'measured', 'yardstick (same run)', 'ratio', 'verdict'] as const

/** The results as a table for people: a row each, further yardsticks on lines of their own below it, notes at the end. */
export function formatTable(results: readonly Result[]): string {
  const notes = [...new Set(results.flatMap(({ note }) => (note === undefined ? [] : [note])))]
  const blocks = results.map((result) =>
    linesOf(result, result.note === undefined ? 0 : notes.indexOf(result.note) + 1),
  )
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...blocks.flat().map((line) => line[column]?.length ?? 0)),
  )
  const row = (line: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(line[column] ?? '', width, column)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  const lines = [row(HEADINGS), ...blocks.flatMap((block) => [rule, ...block.map(row)])]
  return [...lines, '', ...notes.map((note, index) => `(${index + 1}) ${note}`)].join('\n')
}

function linesOf(result: Result, note: number): string[][] {
  const [first, ...others] = (result.yardsticks ?? []).map(({ name, figure }) => [
    `${name}: ${formatFigure(figure, result.unit)}`,
    formatRatio(ratioOf(result, figure)),
  ])
  const work = `${result.work}${note === 0 ? '' : ` (${note})`}`
  const measured = formatFigure(result.measured, result.unit)
  return [
    [work, formatTarget(result), measured, ...(first ?? ['', '']), verdictOf(result) ?? ''],
    ...others.map((yardstick) => ['', '', '', ...yardstick, '']),
  ]
}

function formatTarget({ target, against, unit }: Result): string {
  const own = target === undefined ? [] : [`${UNITS[unit] === 'more' ? '≥' : '≤'} ${formatFigure(target, unit)}`]
  const other = against === undefined ? [] : [`≥ ${against.ratio} × ${against.yardstick}`]
  return [...own, ...other].join(', ')
}

function formatFigure(figure: Figure, unit: Unit): string {
  if (typeof figure === 'string') return figure
  return `${formatNumber(figure)} ${unit}`
}

/** Three digits, or all digits before the decimal point. */
function formatNumber(value: number): string {
  const magnitude = Math.abs(value)
  const maximumFractionDigits = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2
  return value.toLocaleString('en-GB', { maximumFractionDigits })
}

function formatRatio(ratio: number | undefined): string {
  if (ratio === undefined) return ''
  return ratio < 1 ? `${ratio.toLocaleString('en-GB', { maximumSignificantDigits: 2 })} ×` : `${formatNumber(ratio)} ×`
}

/** Ratios are aligned right, so that they compare at a glance. */
function pad(text: string, width: number, column: number): string {
  return column === HEADINGS.indexOf('ratio') ? text.padStart(width) : text.padEnd(width)
}
