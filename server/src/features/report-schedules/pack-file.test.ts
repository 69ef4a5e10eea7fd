import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { packFile } from './pack-file.ts'

const { signal } = new AbortController()

describe('packing a file', () => {
  it('keeps what was written, with the mark of a file for people, and counts its rows', async () => {
    async function* pieces() {
      yield 'Start,Tag\r\n'
      yield '1,ü\r\n2,'
      yield '€\r\n'
    }

    const file = await packFile(pieces(), { mostBytes: 1_000, signal })

    assert.ok(file)
    const unpacked = zstdDecompressSync(file.packed)
    assert.equal(unpacked.toString(), '\uFEFFStart,Tag\r\n1,ü\r\n2,€\r\n')
    assert.deepEqual([file.rows, file.bytes], [2, unpacked.length])
  })

  it('has another part at its end, whose lines are no rows', async () => {
    async function* pieces() {
      yield 'Start\r\n1\r\n'
    }
    const end = '\r\nNote\r\nü\r\n'

    const file = await packFile(pieces(), { mostBytes: 1_000, end, signal })

    assert.equal(file?.rows, 1)
    assert.equal(zstdDecompressSync(file?.packed ?? '').toString(), `\uFEFFStart\r\n1\r\n${end}`)
    assert.equal(await packFile(pieces(), { mostBytes: 20, end, signal }), undefined)
  })

  it('does not write a file to its end that is too long', async () => {
    let written = 0
    async function* pieces() {
      for (;;) {
        written += 1
        yield 'x'.repeat(100)
      }
    }

    assert.equal(await packFile(pieces(), { mostBytes: 1_000, signal }), undefined)
    assert.equal(written, 10)
  })

  it('ends when it is aborted', async () => {
    const gone = new AbortController()
    async function* pieces() {
      for (;;) {
        yield 'x\r\n'
        gone.abort(new Error('closing'))
      }
    }

    await assert.rejects(packFile(pieces(), { mostBytes: Infinity, signal: gone.signal }))
  })
})
