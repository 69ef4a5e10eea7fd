import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { compileFunction } from 'node:vm'
import { SETTINGS } from '#config.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { ALL_EXTENSIONS, SETTINGS_OF_EXTENSIONS } from '#extension-settings.ts'
import { EXTENSION_PAGES, readDocument, REPOSITORY } from './document-tables.ts'

const EXAMPLES = 'docs/guides/examples'
const GUIDES = globSync('docs/guides/*.md', { cwd: REPOSITORY })
const OF_DEVELOPERS = globSync('docs/development/*.md', { cwd: REPOSITORY })
const PAGES = [
  'README.md',
  'docs/architecture.md',
  ...GUIDES,
  ...OF_DEVELOPERS,
  ...globSync('docs/decisions/*.md', { cwd: REPOSITORY }),
  ...globSync('docs/reference/*.md', { cwd: REPOSITORY }),
  ...EXTENSION_PAGES,
  ...globSync('extensions/*/README.md', { cwd: REPOSITORY }),
]

const SETTING = /\b(?:FIELDWATCH_[A-Z0-9_]*[A-Z0-9]|DATABASE_URL|NATS_URL|SMTP_URL)\b/g
/** The settings of the command line, which is no part of the server. */
const OF_COMMAND_LINE = new Set(['FIELDWATCH_URL', 'FIELDWATCH_TOKEN'])

describe('the guides', () => {
  for (const page of PAGES) {
    it(`have no link in ${page} that leads nowhere`, () => {
      const inside = linksOf(page)

      assert.deepEqual(
        inside.filter((link) => !leadsSomewhere(page, link)),
        [],
      )
    })
  }

  it('are all linked from another page', () => {
    const linked = PAGES.flatMap((page) => linksOf(page).map((link) => join(dirname(page), link.split('#')[0] ?? '')))

    assert.deepEqual(
      [...GUIDES, ...OF_DEVELOPERS].filter((page) => !linked.includes(page)),
      [],
    )
  })

  // Guides of the core name settings of extensions too.
  const skip = ALL_EXTENSIONS.length === 0 ? 'there are no extensions' : false
  it('name no setting that there is not', { skip }, () => {
    const named = [...GUIDES, ...EXTENSION_PAGES].flatMap((page) => readDocument(page).match(SETTING) ?? [])

    assert.deepEqual(
      [...new Set(named)].filter(
        (name) => !(name in SETTINGS || name in SETTINGS_OF_EXTENSIONS) && !OF_COMMAND_LINE.has(name),
      ),
      [],
    )
  })

  it('name no figure that /metrics has not', () => {
    const metrics = createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name)
      .concat(globSync('extensions/*/server/*-metrics.ts', { cwd: REPOSITORY }).flatMap(metricsIn))
    const named = [...GUIDES, ...EXTENSION_PAGES].flatMap(
      (page) => readDocument(page).match(/\bfieldwatch_[a-z_]+\b/g) ?? [],
    )

    assert.deepEqual(
      // The database of analysts.
      [...new Set(named)].filter((name) => !metrics.includes(name) && name !== 'fieldwatch_sql'),
      [],
    )
  })

  it('have a flow for Node-RED that can be imported', () => {
    const flow = JSON.parse(readDocument(`${EXAMPLES}/node-red-flow.json`)) as { func?: string }[]
    const functions = flow.flatMap(({ func }) => func ?? [])

    assert.equal(functions.length, 2)
    for (const body of functions) assert.doesNotThrow(() => compileFunction(body, ['msg', 'node', 'context', 'env']))
  })

  it('have programs in Python', { skip: hasPython() ? false : 'python3 is not installed' }, () => {
    const programs = globSync(`${EXAMPLES}/*.py`, { cwd: REPOSITORY })

    assert.equal(programs.length, 2)
    execFileSync('python3', ['-c', PARSE, ...programs], { cwd: REPOSITORY })
  })
})

const PARSE = 'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name).read(), name)'

function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0
}

/** What a source names as metrics. */
function metricsIn(path: string): readonly string[] {
  return readDocument(path).match(/\bfieldwatch_[a-z_]+\b/g) ?? []
}

/** Links within the repository. */
function linksOf(page: string): string[] {
  const links = [...withoutCode(readDocument(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

/** Code has brackets of its own. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[^]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(REPOSITORY, page) : join(REPOSITORY, dirname(page), path)
  if (!existsSync(target)) return false
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
}

/** Headings as they are written in addresses. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
