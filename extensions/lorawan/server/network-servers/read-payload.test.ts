import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ActionPayload } from '@fieldwatch/contract/actions/action-messages'
import { findFrameProblem, readPayload } from './read-payload.ts'

/** Bytes as hexadecimal digits and their port, or what the codec gets. */
function read(payload: ActionPayload): unknown {
  const asked = readPayload(payload)
  if (asked.kind === 'bytes') return [asked.bytes.toString('hex'), asked.port]
  return asked.kind === 'values' ? asked.data : 'problem'
}

describe('the payload of a request to a LoRaWAN device', () => {
  const rows: readonly [payload: ActionPayload, expected: unknown][] = [
    ['01ff', ['01ff', undefined]],
    ['0x01FF', ['01ff', undefined]],
    ['01 FF-0a:0b', ['01ff0a0b', undefined]],
    ['01F', { '01F': true }],
    ['Reboot', { Reboot: true }],
    [{ hex: '01 FF', fPort: 2 }, ['01ff', 2]],
    [{ base64: 'Af8=' }, ['01ff', undefined]],
    [{ base64: 'Af8=', fPort: 0 }, 'problem'],
    [{ hex: 'zz' }, 'problem'],
    [{ hex: 1 }, 'problem'],
    [{ base64: 'A!' }, 'problem'],
    [{ SetReportInterval: 60 }, { SetReportInterval: 60 }],
    [{ UpdateConfig: { interval: 60 } }, { interval: 60 }],
  ]
  for (const [payload, expected] of rows)
    it(`${JSON.stringify(payload)} is ${JSON.stringify(expected)}`, () => assert.deepEqual(read(payload), expected))

  it('has 1 to 242 bytes, and a port from 1 to 223', () => {
    const problem = (length: number, port: number) => findFrameProblem({ bytes: Buffer.alloc(length), port })
    assert.deepEqual([problem(1, 1), problem(242, 223)], [undefined, undefined])
    for (const [length, port] of [
      [0, 1],
      [243, 1],
      [1, 0],
      [1, 224],
      [1, 1.5],
    ] as const)
      assert.notEqual(problem(length, port), undefined)
  })
})
