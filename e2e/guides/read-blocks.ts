import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A block of code of a guide. */
export interface Block {
  /** Its path in the repository and its line. */
  readonly place: string
  readonly page: string
  /** Empty: none is named. */
  readonly language: string
  readonly text: string
}

const BLOCK = /^(?<indent> *)```(?<language>\w*)[^\n]*\n(?<text>.*?)^\k<indent>```$/gms

/** All blocks of all guides, of the pages of developers and of the pages of extensions, page by page. */
export function readBlocks(): readonly Block[] {
  return globSync(['docs/{guides,development}/**/*.md', 'extensions/*/docs/*.md'], { cwd: ROOT })
    .toSorted()
    .flatMap((page) => blocksOf(page, readFileSync(join(ROOT, page), 'utf8')))
}

function blocksOf(page: string, markdown: string): Block[] {
  return [...markdown.matchAll(BLOCK)].map(({ index, groups: { indent = '', language = '', text = '' } = {} }) => ({
    place: `${page}:${markdown.slice(0, index).split('\n').length}`,
    page,
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}
