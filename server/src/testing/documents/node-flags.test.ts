import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { NODE_FLAGS } from '#platform/release/node-flags.ts'

const read = async (path: string): Promise<{ workspaces?: string[]; scripts: Record<string, string> }> =>
  JSON.parse(await readFile(new URL(`../../../../${path}package.json`, import.meta.url), 'utf8'))

const root = await read('')

test('The product and the demo are started with the flags that the whole-process tests and benchmarks use', () => {
  const beginning = `exec node scripts/launch.mjs node ${NODE_FLAGS.join(' ')} `
  for (const name of ['start', 'demo']) assert.ok(root.scripts[name]?.startsWith(beginning), name)
})

/** Plain JavaScript that says so. */
const RUN_ON_ANY_NODE = /^node scripts\/(?:install-tools|trim-modules)\.mjs$/

test('Every npm script finds the Node that comes with the project, whatever npm runs on', async () => {
  for (const [name, script] of Object.entries(root.scripts)) {
    if (RUN_ON_ANY_NODE.test(script)) continue
    assert.match(script, /^(node scripts\/install-tools\.mjs && )?((exec )?node scripts\/launch\.mjs|npm) /, name)
  }
  for (const workspace of root.workspaces?.filter((one) => one !== 'extensions/*') ?? []) {
    const { scripts } = await read(`${workspace}/`)
    for (const [name, script] of Object.entries(scripts)) {
      assert.ok(script.startsWith('node ../scripts/launch.mjs '), `${name} of ${workspace}`)
    }
  }
})
