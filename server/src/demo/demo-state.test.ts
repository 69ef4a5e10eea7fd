import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readDemoState, writeDemoState } from './demo-state.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-demo-'))
after(() => rm(folder, { recursive: true }))

test('What is remembered can be read again, by its owner only', async () => {
  const dataFolder = join(folder, 'new')
  assert.equal(await readDemoState(dataFolder), undefined)
  const state = { tokens: { 'truck-01': 'fw_secret' }, filled: true }
  await writeDemoState(dataFolder, state)
  assert.deepEqual(await readDemoState(dataFolder), state)
  assert.equal((await stat(join(dataFolder, 'demo.json'))).mode & 0o077, 0)
})

test('A file that cannot be read stops the start and says what to do', async () => {
  await writeFile(join(folder, 'demo.json'), '{"tokens":')
  await assert.rejects(readDemoState(folder), /demo\.json cannot be read\. Delete it/)
})
