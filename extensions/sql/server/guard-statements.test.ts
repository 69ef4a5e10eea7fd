import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { createStatementGuard } from './guard-statements.ts'

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${body}\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(bytes.length + 4)
  return Buffer.concat([Buffer.from(type), length, bytes])
}

/** What came through, and the word that was refused. */
async function carry(
  bytes: Buffer,
  pieceBytes = bytes.length,
): Promise<{ passed: Buffer; refused: string | undefined }> {
  const passed: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const guard = createStatementGuard(resolve)
  guard.pipe(
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        passed.push(chunk)
        done()
      },
      final: (done) => {
        resolve(undefined)
        done()
      },
    }),
  )
  for (let at = 0; at < bytes.length; at += pieceBytes) guard.write(bytes.subarray(at, at + pieceBytes))
  guard.end()
  const refused = await promise
  return { passed: Buffer.concat(passed), refused }
}

const TAKEN = [
  'select 1',
  'SELECT * FROM units; select 2;',
  "select 'alter role current_user set work_mem = 1'",
  'select alter from listen where notify = 1 -- do it',
  '/* Metabase */ -- question 7\nselect 1; /* the end */',
  'begin; declare mine cursor for select 1; fetch 1 from mine; commit',
  'alternative',
  'do_not; alter_ego',
  ';;;; select 1 / 2 - 1; -1; /2',
  '',
]

const REFUSED: readonly (readonly [text: string, word: string])[] = [
  ['alter role current_user set search_path = x', 'alter'],
  ['  \t\n\f\v ALTER USER x', 'alter'],
  ['select 1;notify portal', 'notify'],
  ['/* ; */ listen portal', 'listen'],
  ['/* /* ; */ */ -- ;\n -- \r /**/ do $$ begin end $$', 'do'],
  ['/*/*/**/*/*/alter role x', 'alter'],
  ["select '; /* '; alter role x", 'alter'],
  ["select '; -- '; alter role x", 'alter'],
  [`select E'\\'; /* '; select $a$ ; /* $a$; alter/**/role x`, 'alter'],
  ['--\ralter role x', 'alter'],
  ['select 1;/***/LISTEN"portal"', 'listen'],
  ['notify', 'notify'],
  [`select '${'; /* '.repeat(20)}'`, ';'],
]

describe('statements of analysts', () => {
  for (const text of TAKEN) {
    it(`are carried: ${JSON.stringify(text)}`, async () => {
      const bytes = Buffer.concat([message('Q', text), message('P', `name\0${text}`), message('X', '')])

      assert.deepEqual(await carry(bytes), { passed: bytes, refused: undefined })
      assert.deepEqual(await carry(bytes, 1), { passed: bytes, refused: undefined })
    })
  }

  for (const [text, word] of REFUSED) {
    it(`are refused before PostgreSQL has all of ${JSON.stringify(text.slice(0, 60))}`, async () => {
      for (const bytes of [message('Q', text), message('P', `name\0${text}`)])
        for (const pieceBytes of [1, 3, 7, bytes.length]) {
          const before = message('Q', 'select 1')
          const { passed, refused } = await carry(Buffer.concat([before, bytes, before]), pieceBytes)

          assert.equal(refused, word)
          assert.ok(passed.length < before.length + bytes.length)
        }
    })
  }

  it('are not looked for in other messages', async () => {
    const bytes = Buffer.concat([message('d', 'alter role x'), message('B', 'notify x'), message('Q', 'select 1')])

    assert.deepEqual(await carry(bytes, 5), { passed: bytes, refused: undefined })
  })

  it('take no time that grows with the square of their length', async () => {
    const long = message('Q', `select '${'; -'.repeat(2_000_000)}'`)
    const begun = process.cpuUsage()

    await carry(long, 65_536)

    const { user } = process.cpuUsage(begun)
    assert.ok(user < 5_000_000, `${user} µs`)
  })
})
