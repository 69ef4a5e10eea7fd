import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** The texts of a room in one language. */
const TEXTS = /\/messages\/(?:src\/[a-z-]+\/)?([a-z]{2})\.(?:ts|json)$/
/** What a page begins with. */
const FIRST = new Set(['app', 'login'])

/**
 * Names in the page the files with the first texts, by language. `preload-texts.js` asks for those of the language of the page while the
 * app is on its way; the app itself would ask for them after it has arrived.
 */
export function preloadTexts(): Plugin {
  return {
    name: 'preload-texts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, filename }) {
        return /(page_blth_app|shared)\/index\.html$/.test(filename) ? [] : [textsTag(bundle)]
      },
    },
  }
}

/** @throws when no texts are in the bundle: their folder has moved */
export function textsTag(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const named = new Set(chunks.filter(({ name }) => FIRST.has(name)).flatMap(({ dynamicImports }) => dynamicImports))
  const files: Record<string, string[]> = {}
  for (const { fileName, facadeModuleId } of chunks) {
    const language = TEXTS.exec(facadeModuleId ?? '')?.[1]
    if (language !== undefined && named.has(fileName)) (files[language] ??= []).push(`/${fileName}`)
  }
  if (Object.keys(files).length === 0) throw new Error('the first texts are not built')
  return {
    tag: 'script',
    attrs: { async: true, src: '/preload-texts.js', 'data-files': JSON.stringify(files) },
    injectTo: 'head',
  }
}
