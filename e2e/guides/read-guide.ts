import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const GUIDES = join(import.meta.dirname, '../../docs/guides')
/** The page of an extension. */
export const pageOf = (extension: string): string => `../../extensions/${extension}/docs/${extension}.md`

/** A file of the folder `examples`. */
export function readExample(name: string): string {
  return readFileSync(join(GUIDES, 'examples', name), 'utf8')
}

/**
 * What a guide says that belongs into a file: the block whose first line names the file behind its language.
 * @throws Error when the guide has no such block
 */
export function readBlock(guide: string, file: string): string {
  const text = readFileSync(join(GUIDES, guide), 'utf8')
  const [, after] = text.split(new RegExp(`^\`\`\`\\w+ ${file.replaceAll(/[.[\]]/g, '\\$&')}\n`, 'm'))
  if (after === undefined) throw new Error(`${guide} does not show ${file}`)
  return after.slice(0, after.indexOf('\n```') + 1)
}

/** Puts in what is otherwise on this machine. @throws Error when something is not there to be replaced */
export function fillIn(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`there is no ${from} in it`)
    return filled.replaceAll(from, to)
  }, text)
}
