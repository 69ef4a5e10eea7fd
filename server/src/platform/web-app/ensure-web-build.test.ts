import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { ensureWebBuild } from './ensure-web-build.ts'

const parent = await mkdtemp(join(tmpdir(), 'fieldwatch-build-'))
after(() => rm(parent, { recursive: true }))

/** A repository with these files, changed so many seconds after 1970. Returns whether it gets built. */
async function isBuilt(files: Readonly<Record<string, number>>): Promise<boolean> {
  const root = await mkdtemp(join(parent, 'root-'))
  for (const [name, changedAt] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), '')
    await utimes(join(root, name), changedAt, changedAt)
  }
  const builds: string[] = []
  await ensureWebBuild({ root, onBuild: () => builds.push('notified'), build: async (web) => void builds.push(web) })
  if (builds.length > 0) assert.deepEqual(builds, ['notified', join(root, 'web')])
  return builds.length > 0
}

for (const { title, files, expected } of [
  { title: 'A fresh clone is built', files: { 'web/src/main.tsx': 10 }, expected: true },
  {
    title: 'A build that is newer than its sources is taken',
    files: { 'web/src/pages/main.tsx': 10, 'contract/src/api/ids.ts': 10, 'web/dist/index.html': 11 },
    expected: false,
  },
  {
    title: 'A change of the web app makes a new build',
    files: { 'web/src/pages/main.tsx': 12, 'web/dist/index.html': 11 },
    expected: true,
  },
  {
    title: 'A change of the contract makes a new build',
    files: { 'web/src/main.tsx': 10, 'contract/src/api/ids.ts': 12, 'web/dist/index.html': 11 },
    expected: true,
  },
  { title: 'Without sources there is nothing to build', files: { 'web/dist/index.html': 11 }, expected: false },
]) {
  test(title, async () => {
    assert.equal(await isBuilt(files), expected)
  })
}
