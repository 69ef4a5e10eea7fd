import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { NODE_FLAGS } from '../node-flags.ts'

test('The product and the demo are started with the flags that the whole-process tests and benchmarks use', async () => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }

  for (const name of ['start', 'demo']) assert.ok(scripts[name]?.startsWith(`node ${NODE_FLAGS.join(' ')} `), name)
})
