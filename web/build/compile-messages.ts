import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileTexts } from '@fieldwatch/messages/compile-text'

/** The texts of a room in one language. */
const TEXTS = /\/messages\/(?:src\/[a-z-]+\/)?[a-z]{2}\.ts$/

/** Parses texts when the app is built: the browser gets what is left to format, and no parser. */
export function compileMessages(): Plugin {
  let changes = 0
  return {
    name: 'compile-messages',
    config: () => ({
      resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
    }),
    async transform(_code, id) {
      if (!TEXTS.test(id)) return undefined
      // A changed file is another module to Node.
      const { texts } = await import(`${pathToFileURL(id).href}?${changes++}`)
      return { code: `export const texts = ${JSON.stringify(compileTexts(texts))}`, map: null }
    },
  }
}
