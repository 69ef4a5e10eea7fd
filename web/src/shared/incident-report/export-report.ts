import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import styles from './incident-report.css?inline'

/** What a browser that opens the file may load: nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

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

function element(file: Document, name: string, attributes: Record<string, string>, text = ''): Element {
  const made = file.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

const VARIABLE = /var\((--[\w-]+)\)/g
const SCHEME = 'data-mantine-color-scheme'

/** The variables of the theme that some styles use, as they are in the light theme: paper is white. */
function lightVariables(css: string): string {
  const root = document.documentElement
  const before = root.getAttribute(SCHEME)
  // The browser draws nothing until this is put back.
  root.setAttribute(SCHEME, 'light')
  try {
    const style = getComputedStyle(root)
    const names = new Set([...css.matchAll(VARIABLE)].map(([, name = '']) => name))
    return [...names].map((name) => `${name}: ${style.getPropertyValue(name).trim()};`).join(' ')
  } finally {
    if (before === null) root.removeAttribute(SCHEME)
    else root.setAttribute(SCHEME, before)
  }
}
