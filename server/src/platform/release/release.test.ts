import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findCommit } from './release.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-git-'))
after(() => rm(folder, { recursive: true, force: true }))
const git = pathToFileURL(`${folder}/`)
const id = '0123456789abcdef0123456789abcdef01234567'

describe('the commit of a checkout', () => {
  it('is unknown without one', () => {
    assert.equal(findCommit(git), undefined)
  })

  it('is what was checked out by itself', async () => {
    await writeFile(join(folder, 'HEAD'), `${id}\n`)

    assert.equal(findCommit(git), '0123456789ab')
  })

  it('is the end of the branch, also when git has packed that', async () => {
    await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
    await writeFile(join(folder, 'packed-refs'), `# pack-refs\n${id} refs/heads/main\n`)
    assert.equal(findCommit(git), '0123456789ab')

    await mkdir(join(folder, 'refs/heads'), { recursive: true })
    await writeFile(join(folder, 'refs/heads/main'), `fedcba${id}\n`)
    assert.equal(findCommit(git), 'fedcba012345')
  })
})
