import { buildPacket, bytes, login } from '../server/testing/frames.ts'
import { wrapPacket } from '../server/split-frames.ts'
import { ENDED, type HostileCase, type Target } from '@fieldwatch/e2e/hostile/hostile-case'
import { dripUntilEnded, STRANGERS } from '@fieldwatch/e2e/hostile/senders'
import { sendBytes } from '@fieldwatch/e2e/hostile/cases/socket-cases'

const TEN_MEGABYTES = 10_000_000

/** What something that is no tracker sends. */
const FOREIGN: Readonly<Record<string, Buffer | string>> = {
  HTTP: 'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
  TLS: Buffer.from('16030100dc010000d80303', 'hex'),
  'a login of 65,535 digits': Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.alloc(65_535, '1')]),
  'a login of letters': login('abcdefghijklmno'),
  'the login of an unknown tracker': login('356307042441999'),
  'a packet without a login': buildPacket([{}]),
  '10 MB of zeros': Buffer.alloc(TEN_MEGABYTES),
  '10 MB of keep-alive bytes': Buffer.alloc(TEN_MEGABYTES, 0xff),
}

/** What a tracker sends that someone has changed. */
const PACKETS: Readonly<Record<string, Buffer>> = {
  'a length of 4 GB': Buffer.concat([Buffer.from('00000000ffffffff08', 'hex'), Buffer.alloc(TEN_MEGABYTES)]),
  'a length of 17 KiB without an end': Buffer.concat([Buffer.from('000000000000440008', 'hex'), Buffer.alloc(17_000)]),
  '10 MB of keep-alive bytes': Buffer.alloc(TEN_MEGABYTES, 0xff),
  '10,000 packets with a wrong checksum': Buffer.concat(
    Array.from({ length: 10_000 }, () => Buffer.from('000000000000000308000000000000', 'hex')),
  ),
  'a codec that is none': wrapPacket(Buffer.from([0x77, 1, 1])),
  'records that are not there': wrapPacket(Buffer.from([0x08, 255, 255])),
  '255 values of a length of 64 KiB': wrapPacket(
    Buffer.concat([Buffer.from([0x8e, 1]), Buffer.alloc(400, 0xff), Buffer.from([1])]),
  ),
  'a command': wrapPacket(Buffer.from('0c010500000004616263640101', 'hex')),
  'an answer without a request': wrapPacket(Buffer.from('0c010600000004616263640101', 'hex')),
  '2,000 packets at once': Buffer.concat(
    Array.from({ length: 2_000 }, (_, index) => buildPacket([{ at: Date.now() - index, io: { 1: bytes(1, 1) } }])),
  ),
}

/** What comes to the port of trackers. */
export function hostileCases(): HostileCase[] {
  const strangers = Object.entries(FOREIGN).map(([what, sent]) => caseOf(what, () => sent))
  const packets = Object.entries(PACKETS).map(([what, packet]) =>
    caseOf(`${what} after a login`, ({ imei }) => Buffer.concat([login(imei), packet])),
  )
  const slow: HostileCase = {
    kind: STRANGERS,
    name: 'a login of a tracker that comes byte by byte',
    expected: 'ended',
    turn: 1,
    send: ({ host, ports }) => dripUntilEnded(host, ports['teltonika'] ?? 0, Buffer.from([0x00, 0x0f])),
  }
  return [...strangers, ...packets, slow]
}

function caseOf(name: string, write: (target: Target) => Buffer | string): HostileCase {
  return {
    kind: 'bytes on the port of trackers',
    name,
    expected: 'ended',
    send: async (target) => {
      await sendBytes(target.host, target.ports['teltonika'] ?? 0, write(target))
      return ENDED
    },
  }
}
