import { PAGE_LANGUAGE } from '@fieldwatch/web/platform/texts/page-language.ts'
import { inLightScheme } from '@fieldwatch/web/platform/print/light-scheme.ts'
import styles from './incident-report.css?inline'

/** What a browser that opens the file may load: nothing but the pictures in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

const PAGE = 'body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; background: var(--fw-surface); }'

/**
 * The report on the page as one HTML file that loads nothing. The browser writes the texts, so they cannot become tags.
 * @param footer is added at the end
 */
export function exportReport(report: Element, { title, footer }: { title: string; footer: string }): Blob {
  const file = document.implementation.createHTMLDocument(title)
  file.documentElement.lang = PAGE_LANGUAGE.locale
  file.documentElement.dir = document.documentElement.dir
  file.head.append(
    element(file, 'meta', { charset: 'utf-8' }),
    element(file, 'meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element(file, 'meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    element(
      file,
      'style',
      {},
      `:root { color-scheme: light; ${lightVariables(`${styles} ${PAGE}`)} }\n${styles}\n${PAGE}`,
    ),
  )
  const copy = file.importNode(report, true)
  for (const part of copy.querySelectorAll('style, [data-screen-only]')) part.remove()
  // An address of the portal says nothing to who gets the file.
  for (const link of copy.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  copy.append(element(file, 'p', { class: 'quiet exported' }, footer))
  file.body.append(copy)
  return new Blob([`<!doctype html>\n${file.documentElement.outerHTML}\n`], { type: 'text/html;charset=utf-8' })
}

/** Resolves once the maps of a report are drawn. */
export function reportDrawn(report: Element): Promise<void> {
  const isDrawing = (): boolean => report.querySelector('[aria-busy="true"]') !== null
  if (!isDrawing()) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new MutationObserver(() => {
    if (!isDrawing()) resolve()
  })
  observer.observe(report, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  return promise.finally(() => observer.disconnect())
}

function element(file: Document, name: string, attributes: Record<string, string>, text = ''): Element {
  const made = file.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

const VARIABLE = /var\((--[\w-]+)\)/g
/** The variables of the theme that some styles use, as they are in the light theme. */
function lightVariables(css: string): string {
  const names = new Set([...css.matchAll(VARIABLE)].map(([, name = '']) => name))
  return inLightScheme(() => {
    const style = getComputedStyle(document.documentElement)
    return [...names].map((name) => `${name}: ${style.getPropertyValue(name).trim()};`).join(' ')
  })
}
