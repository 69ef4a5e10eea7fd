import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

const TESTS = `
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it, test } from 'node:test'

let before = 0
after(() => console.log('hooks:', before))
describe('outer', async () => {
  beforeEach(() => void (before += 1))
  await new Promise((resolve) => setTimeout(resolve, 5))
  describe('inner', () => {
    it('passes', async () => void (await null))
    it('throws in a timer', () => new Promise((resolve) => setTimeout(() => { setTimeout(resolve, 30); throw new Error() }, 5)))
    it('leaves a promise that rejects', () => {
      void Promise.reject(new Error())
      return new Promise((resolve) => setTimeout(resolve, 30))
    })
    it('has tests', async (context) => {
      await context.test('by its context', () => undefined)
      await test('by the function', () => undefined)
    })
    it('fails', () => assert.fail())
  })
  it('ends', () => undefined)
})
test('follows', () => undefined)
`
const FOLLOWED = `
import { executionAsyncId } from 'node:async_hooks'
import { it } from 'node:test'

it('awaits', async () => {
  await null
  console.log('followed:', executionAsyncId() !== 0)
})
`
const LIGHTLY = ['--import', join(import.meta.dirname, 'follow-tests-lightly.ts')]
const STOPWATCH = / \([\d.]+ms\)$/

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-tests-'))
after(() => rm(folder, { recursive: true, force: true }))

/** What tests print, without how long they took. */
async function outline(tests: string, options: readonly string[]): Promise<string[]> {
  const file = join(folder, 'tests.mjs')
  await writeFile(file, tests)
  const [printed = ''] = printedBy([...options, '--test-reporter=spec', file]).split(/^ℹ duration/m)
  return printed.split('\n').map((line) => line.replace(STOPWATCH, ''))
}

function printedBy(parameters: readonly string[]): string {
  const environment = { ...process.env }
  // It would print for the runner of this test.
  delete environment['NODE_TEST_CONTEXT']
  return spawnSync(process.execPath, parameters, { encoding: 'utf8', env: environment }).stdout
}

describe('node:test with a light way to follow tests', () => {
  it('finds the tests of nested tests, hooks and late errors as it does alone', async () => {
    const lines = await outline(TESTS, LIGHTLY)

    assert.deepEqual(lines, await outline(TESTS, []))
    assert.ok(lines.includes('    ✖ throws in a timer'))
    assert.ok(lines.includes('ℹ fail 3'))
  })

  it('follows no promise', async () => {
    assert.ok((await outline(FOLLOWED, LIGHTLY)).includes('followed: false'))
    assert.ok((await outline(FOLLOWED, [])).includes('followed: true'))
  })

  it('is what our runner follows them with', async () => {
    const file = join(folder, 'followed.test.mjs')
    await writeFile(file, FOLLOWED)

    const printed = printedBy([join(import.meta.dirname, 'grouped-tests.ts'), file])

    assert.match(printed, /^followed: false$/m)
    assert.match(printed, /^ℹ pass 1$/m)
  })
})
