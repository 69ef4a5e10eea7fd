import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnswerParser, type HttpAnswer } from './answer-parser.ts'

const ANSWERS = {
  'with a length': 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-Kept: a: b\r\n\r\n0123\r\n\r\n89',
  'in chunks':
    'HTTP/1.1 200 OK\r\nX-Kept: a: b\r\nTransfer-Encoding: chunked\r\n\r\n3;of=7\r\n012\r\n7\r\n3\r\n\r\n89\r\n0\r\nTrailer: x\r\n\r\n',
} as const

function read(pieces: readonly Buffer[], room?: Buffer): HttpAnswer | undefined {
  const parse = createAnswerParser(room)
  const found = pieces.map((piece) => {
    const answer = parse(piece)
    // As the memory that a socket reads into.
    piece.fill('x')
    return answer
  })
  assert.deepEqual(new Set(found.slice(0, -1)), new Set(pieces.length > 1 ? [undefined] : []))
  return found.at(-1)
}

describe('an answer', () => {
  for (const [name, text] of Object.entries(ANSWERS)) {
    it(`${name} is read wherever it is cut`, () => {
      for (let size = 1; size <= text.length; size += 1) {
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
          Buffer.from(text.slice(index * size, (index + 1) * size)),
        )

        const answer = read(pieces)

        assert.equal(answer?.status, 200)
        assert.equal(answer.headers.get('x-kept'), 'a: b')
        assert.equal(answer.body.toString(), '0123\r\n\r\n89')
      }
    })
  }

  it('is put where there is room, and elsewhere if there is too little', () => {
    for (const size of [0, 4, 10, 20]) {
      const room = Buffer.alloc(size)

      const answer = read([Buffer.from(ANSWERS['in chunks'])], room)

      assert.equal(answer?.body.toString(), '0123\r\n\r\n89')
      assert.equal(answer.body.buffer === room.buffer && answer.body.byteOffset === room.byteOffset, size >= 10)
    }
  })

  it('that has no body is whole with its head', () => {
    for (const text of [
      'HTTP/1.1 204 No Content\r\n\r\n',
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    ]) {
      assert.equal(read([Buffer.from(text)])?.body.length, 0)
    }
  })

  it('without a length is refused', () => {
    assert.throws(() => read([Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')]), /without length/)
  })
})
