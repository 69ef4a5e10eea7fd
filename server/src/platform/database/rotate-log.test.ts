import assert from 'node:assert/strict'
import { appendFile, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { LOG_BYTES, readEndOfLog, rotateLog } from './rotate-log.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-log-'))
after(() => rm(folder, { recursive: true, force: true }))

describe('a log that another process appends to', () => {
  it('is emptied once it has grown, and the lines before are kept beside it', async () => {
    const path = join(folder, 'grown.log')
    await writeFile(path, `${'x'.repeat(LOG_BYTES)}\n`, { mode: 0o600 })
    const writer = await open(path, 'a')
    assert.equal(await rotateLog(path), true)
    await writer.appendFile('after\n')
    await writer.close()
    assert.equal(await readFile(path, 'utf8'), 'after\n')
    const before = await stat(`${path}.1`)
    assert.deepEqual([before.size, before.mode & 0o777], [LOG_BYTES + 1, 0o600])
  })

  it('stays as it is while it is small, or missing', async () => {
    const path = join(folder, 'small.log')
    assert.equal(await rotateLog(path), false)
    await writeFile(path, 'x'.repeat(LOG_BYTES))
    assert.equal(await rotateLog(path), false)
  })

  it('shows its last lines, also where they are longer than what is read', async () => {
    const path = join(folder, 'end.log')
    assert.equal(await readEndOfLog(path, 2), undefined)
    await writeFile(path, 'one\ntwo\nthree\n')
    assert.equal(await readEndOfLog(path, 2), 'two\nthree')
    await appendFile(path, `${'y'.repeat(1_000_000)}\nlast\n`)
    assert.match((await readEndOfLog(path, 2)) ?? '', /^y{60000,}\nlast$/)
  })
})
