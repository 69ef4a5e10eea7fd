import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getChromium, type Way } from './get-chromium.ts'

/** Any program that prints its version can replace a browser here. */
const RUNS = process.execPath
const DOES_NOT_RUN = '/no/such/browser'

const way = (what: string, path: string | undefined, isOpen = true): Way => ({
  what,
  isOpen: () => isOpen,
  fetch: () => Promise.resolve(path),
})
const fails = (what: string): Way => ({ ...way(what, undefined), fetch: () => Promise.reject(new Error('no network')) })

async function get(options: {
  installed?: string
  ways: readonly Way[]
}): Promise<{ path?: string; printed: string[] }> {
  const printed: string[] = []
  const path = await getChromium((sentence) => printed.push(sentence), {
    installed: options.installed ?? '',
    ...options,
  })
  return { ...(path === undefined ? {} : { path }), printed }
}

test('A browser that is installed and runs is taken, and nothing is fetched', async () => {
  assert.deepEqual(await get({ installed: RUNS, ways: [fails('one')] }), { path: RUNS, printed: [] })
})

test('Where none is installed, ways that are closed, fail, or bring one that does not run are passed over', async () => {
  const ways = [
    way('closed', RUNS, false),
    fails('failing'),
    way('other machine', DOES_NOT_RUN),
    way('good', RUNS),
    fails('late'),
  ]
  const { path, printed } = await get({ installed: DOES_NOT_RUN, ways })
  assert.equal(path, RUNS)
  assert.deepEqual(
    printed.map((sentence) => /fetching (.*)…/.exec(sentence)?.[1]),
    ['failing', 'other machine', 'good'],
  )
})

test('Where no way leads to a browser, there is none', async () => {
  assert.equal((await get({ installed: DOES_NOT_RUN, ways: [fails('one'), way('two', undefined)] })).path, undefined)
})
