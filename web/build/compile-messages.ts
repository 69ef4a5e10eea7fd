import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileTexts } from '@fieldwatch/messages/compile-text'

/** The texts of a room in one language: the English ones are a module, the others JSON. */
const TEXTS = /\/messages\/(?:src\/[a-z-]+\/)?[a-z]{2}\.(ts|json)$/

/** Parses texts when the app is built: the browser gets what is left to format, and no parser. */
export function compileMessages(): Plugin {
  let changes = 0
  return {
    name: 'compile-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
    }),
    async transform(code, id) {
      const form = TEXTS.exec(id)?.[1]
      if (form === undefined) return undefined
      // A changed file is another module to Node.
      const { texts } = await import(`${pathToFileURL(join(dirname(id), 'en.ts')).href}?${changes++}`)
      if (form === 'ts') return { code: `export const texts = ${JSON.stringify(compileTexts(texts))}`, map: null }
      // What is not translated yet is in English.
      return { code: JSON.stringify(compileTexts({ ...texts, ...JSON.parse(code) })), map: null }
    },
  }
}
