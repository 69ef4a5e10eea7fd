import { connect } from 'node:net'
import { outcomeOf } from '../ask.ts'
import { ENDED, type HostileCase, type Outcome, type Target } from '../hostile-case.ts'

/** Sends bytes as they are and reads what comes until the other side ends, or until it has answered once. */
export function sendBytes(host: string, port: number, bytes: Buffer | string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(bytes))
    const parts: Buffer[] = []
    const finish = () => {
      clearTimeout(patience)
      socket.destroy()
      resolve(Buffer.concat(parts))
    }
    const patience = setTimeout(() => {
      socket.destroy()
      reject(new Error('the connection stays open without an answer'))
    }, 90_000)
    socket.on('data', (part) => {
      parts.push(part)
      finish()
    })
    socket.once('close', finish)
    socket.once('error', finish)
  })
}

async function sendHttp(target: Target, bytes: Buffer | string): Promise<Outcome> {
  const answer = (await sendBytes(target.host, target.httpPort, bytes)).toString()
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
  return status === undefined ? ENDED : outcomeOf(Number(status), answer.slice(answer.indexOf('\r\n\r\n') + 4))
}

const HOST = 'host: x\r\n'

const BYTES: Readonly<Record<string, string | Buffer>> = {
  'HTTP 0.9': 'GET /\r\n\r\n',
  'HTTP 9.9': `GET / HTTP/9.9\r\n${HOST}\r\n`,
  'no host': 'GET /api/v1/me HTTP/1.1\r\n\r\n',
  'two hosts': `GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`,
  'a method that is none': `FETCH / HTTP/1.1\r\n${HOST}\r\n`,
  'a line of 100 kB': `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`,
  'a header without a colon': `GET / HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`,
  'a header with a NUL': `GET / HTTP/1.1\r\n${HOST}x: a\u0000b\r\n\r\n`,
  'a header that continues on the next line': `GET / HTTP/1.1\r\n${HOST}x: a\r\n b\r\n\r\n`,
  'a length below nothing': `POST /api/v1/auth/sign-in HTTP/1.1\r\n${HOST}content-length: -1\r\n\r\n`,
  'a length that is no number': `POST /api/v1/auth/sign-in HTTP/1.1\r\n${HOST}content-length: x\r\n\r\n`,
  'a length beyond all numbers': `POST /api/v1/auth/sign-in HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 99999999999999999999\r\n\r\n`,
  'two lengths': `POST /api/v1/auth/sign-in HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
  'a length and chunks': `POST /api/v1/auth/sign-in HTTP/1.1\r\n${HOST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
  'chunks that are not the last encoding': `POST /api/v1/auth/sign-in HTTP/1.1\r\n${HOST}transfer-encoding: chunked, gzip\r\n\r\n`,
  'a chunk of no size': `POST /api/v1/auth/sign-in HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  'a chunk with an extension of 100 kB': `POST /api/v1/auth/sign-in HTTP/1.1\r\n${HOST}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`,
  TLS: Buffer.from('16030100dc010000d80303', 'hex'),
  'HTTP 2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  SSH: 'SSH-2.0-OpenSSH_9.9\r\n',
  NULs: Buffer.alloc(1000),
  'a full address of another host': `GET http://evil.example/ HTTP/1.1\r\n${HOST}\r\n`,
  'a tunnel': `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`,
  'a hundred requests at once': `GET /healthz HTTP/1.1\r\n${HOST}\r\n`.repeat(100),
  'a path of dots': `GET /../../../../etc/passwd HTTP/1.1\r\n${HOST}\r\n`,
  'a path of escaped dots': `GET /assets/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n${HOST}\r\n`,
}

/** What is no HTTP, or hardly. */
export function socketCases(): HostileCase[] {
  return Object.entries(BYTES).map(([what, bytes]) => ({
    kind: 'bytes on the HTTP port',
    name: what,
    expected: 'ended',
    send: (target) => sendHttp(target, bytes),
  }))
}
