import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const REPOSITORY = join(import.meta.dirname, '../../../..')

/** The pages of the extensions. */
export const EXTENSION_PAGES = globSync('extensions/*/docs/*.md', { cwd: REPOSITORY }).sort()

/** What is below a heading of the second level, without it; nothing where there is none. */
export function sectionOf(markdown: string, heading: string): string {
  const [, after = ''] = markdown.split(`\n## ${heading}\n`)
  return after.split('\n## ')[0] ?? ''
}

/** The rows of the addresses in the reference, and in the pages of extensions. */
export function addressRows(): string[][] {
  const ofExtensions = EXTENSION_PAGES.map((page) => sectionOf(readDocument(page), 'Addresses'))
  return [readDocument('docs/reference/http.md'), ...ofExtensions].flatMap(tableRows)
}

export function readDocument(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8')
}

/** Cells of every table row of a Markdown page but heads and rulers, without backticks around a whole cell. */
export function tableRows(markdown: string): string[][] {
  const lines = markdown.split('\n')
  return lines
    .filter((line, index) => line.startsWith('|') && !isRuler(line) && !isRuler(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) =>
          cell
            .trim()
            .replace(/^`([^`]*)`$/, '$1')
            .replaceAll('\\|', '|'),
        ),
    )
}

function isRuler(line: string): boolean {
  return /^\|(\s*:?-+:?\s*\|)+$/.test(line.trim())
}
