import { Marked } from 'marked'

/** Puts one page of Markdown into HTML. `addressOf` says where a file is that it links to; undefined for what is not shown. */
export function renderGuide(markdown: string, addressOf: (link: string) => string | undefined): string {
  const marked = new Marked()
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const target = targetOf(href, addressOf)
        return target === undefined ? words : `<a href="${target}">${words}</a>`
      },
    },
  })
  const title = (/^# (.+)$/m.exec(markdown)?.[1] ?? 'Guides').replaceAll('`', '')
  return PAGE.replace('{title}', () => title).replace('{body}', () => marked.parse(markdown, { async: false }))
}

/** As GitHub writes the heading of a section in an address. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Undefined for what is not shown as a page, such as what only developers read. */
function targetOf(link: string, addressOf: (link: string) => string | undefined): string | undefined {
  if (/^[a-z]+:|^#/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const address = addressOf(path)
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Fieldwatch</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/guides.css">
</head>
<body>
<header><nav aria-label="Main"><a href="/">Fieldwatch</a> <a href="/docs/guides/index.html">Guides</a></nav></header>
<main>
{body}</main>
</body>
</html>
`
