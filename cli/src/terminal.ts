import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'

/** What a command reads from and writes to. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: NodeJS.ReadableStream
  /** A person answers questions. */
  readonly isInteractive: boolean
  readonly output: NodeJS.WritableStream
  /** For what is not the result: progress, questions, failures. */
  readonly errors: NodeJS.WritableStream
  readonly signal: AbortSignal
}

export function print({ output }: Pick<Terminal, 'output'>, lines: string): void {
  output.write(lines.endsWith('\n') ? lines : `${lines}\n`)
}

export function note({ errors }: Pick<Terminal, 'errors'>, line: string): void {
  errors.write(`${line}\n`)
}

export function printJson(terminal: Pick<Terminal, 'output'>, value: unknown): void {
  print(terminal, JSON.stringify(value, undefined, 2))
}

/** Asks a person for one line; a hidden one is not shown while it is typed. */
export async function ask(
  { input, errors, signal }: Pick<Terminal, 'input' | 'errors' | 'signal'>,
  question: string,
  { hidden = false } = {},
): Promise<string> {
  errors.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: hidden ? silence : errors, terminal: hidden })
  try {
    return await lines.question('', { signal })
  } finally {
    lines.close()
    if (hidden) errors.write('\n')
  }
}

export function readAll({ input }: Pick<Terminal, 'input'>): Promise<string> {
  return text(input)
}

/**
 * A table for people: columns as wide as their widest cell. Texts of the portal keep their place: what would move the cursor of the terminal is
 * left out.
 */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(plain))]
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)))
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A text in one line, without control characters. */
export function plain(words: string): string {
  return words.replaceAll(/\p{Cc}+/gu, ' ')
}
