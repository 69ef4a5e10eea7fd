import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { LOCKFILES, tidyLockfile } from './lockfile.ts'

for (const path of LOCKFILES) {
  test(`${path} holds nothing that depends on who wrote it: \`npm run lockfile\` takes that out`, async () => {
    const text = await readFile(new URL(`../${path}`, import.meta.url), 'utf8')
    assert.equal(text, tidyLockfile(text))
  })
}

test('A tidy lockfile asks for no Node and no registry, and keeps everything else', () => {
  const lockfile = {
    packages: {
      '': { name: 'portal', engines: { node: '>=24' } },
      'node_modules/pg': { version: '8.23.1', resolved: 'https://registry.example/pg.tgz', engines: { node: '>=16' } },
      'node_modules/@portal/server': { resolved: 'server', link: true },
    },
  }
  assert.deepEqual(JSON.parse(tidyLockfile(JSON.stringify(lockfile))), {
    packages: {
      '': { name: 'portal', engines: { node: '>=24' } },
      'node_modules/pg': { version: '8.23.1' },
      'node_modules/@portal/server': { resolved: 'server', link: true },
    },
  })
})
