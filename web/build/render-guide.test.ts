import { describe, expect, it } from 'vitest'
import { renderGuide } from './render-guide.ts'

const pages = new Map([
  ['first-unit.md', 'first-unit.html'],
  ['README.md', 'index.html'],
  ['../reference/mqtt.md', '../reference/mqtt.html'],
  ['examples/unit.py', 'examples/unit.py'],
])
const render = (markdown: string) => renderGuide(markdown, (link) => pages.get(link))

describe('a guide as a page', () => {
  it('has its heading as its title, and sections that links find', () => {
    const html = render("# A `unit`\n\n## What's refused\n")
    expect(html).toContain('<title>A unit · Fieldwatch</title>')
    expect(html).toContain('<h2 id="whats-refused">')
  })

  it.each([
    ['first-unit.md', 'first-unit.html'],
    ['README.md', 'index.html'],
    ['../reference/mqtt.md#records', '../reference/mqtt.html#records'],
    ['examples/unit.py', 'examples/unit.py'],
    ['#records', '#records'],
    ['https://caddyserver.com', 'https://caddyserver.com'],
  ])('links %s to %s', (link, target) => {
    expect(render(`[there](${link})`)).toContain(`<a href="${target}">there</a>`)
  })

  it('keeps the words of a link to what is no page', () => {
    expect(render('see [decisions](../decisions/README.md).')).toContain('<p>see decisions.</p>')
  })

  it('shows what is in code as it is', () => {
    expect(render('```sh\necho "$TOKEN" > <file>\n```')).toContain('echo &quot;$TOKEN&quot; &gt; &lt;file&gt;')
  })
})
