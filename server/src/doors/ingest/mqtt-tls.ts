import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { DataId } from '@fieldwatch/contract/api/ids'
import { secureOptions } from '#platform/tls/secure-options.ts'
import type { ServedCertificate } from '#platform/tls/served-certificate.ts'

interface SecuredConnection {
  readonly stream: TLSSocket
  /** The unit that its certificate names; undefined when it has none. */
  readonly certified: DataId | undefined
}

export type MqttTls = ReturnType<typeof createMqttTls>

const HANDSHAKE_MS = 15_000

/** TLS for connections that were accepted, and counted, before. */
export function createMqttTls(certificate: ServedCertificate) {
  const waiting = new Map<string, (stream: TLSSocket | undefined) => void>()
  // It never listens itself.
  const server = createServer(
    {
      ...options(),
      requestCert: certificate.clientAuthority() !== undefined,
      // Units without a certificate sign in by their token.
      rejectUnauthorized: false,
      handshakeTimeout: HANDSHAKE_MS,
    },
    (stream) => waiting.get(nameOf(stream))?.(stream),
  )
  certificate.onChange(() => server.setSecureContext(options()))
  return {
    /** Does the handshake on a connection. Undefined when it fails, or the unit's certificate is not valid. */
    secure: async (socket: Socket): Promise<SecuredConnection | undefined> => {
      const stream = await handshake(socket)
      if (stream === undefined) return undefined
      const { subject } = stream.getPeerCertificate()
      if (subject === undefined) return { stream, certified: undefined }
      const named = DataId.safeParse(subject.CN)
      if (stream.authorized && named.success) return { stream, certified: named.data }
      stream.destroy()
      return undefined
    },
  }

  function handshake(socket: Socket): Promise<TLSSocket | undefined> {
    const name = nameOf(socket)
    return new Promise((resolve) => {
      waiting.set(name, (stream) => {
        waiting.delete(name)
        resolve(stream)
      })
      socket.once('close', () => waiting.get(name)?.(undefined))
      server.emit('connection', socket)
    })
  }

  function options() {
    const ca = certificate.clientAuthority()
    return { ...secureOptions(certificate), ...(ca === undefined ? {} : { ca }) }
  }
}

/** A connection has the same name before and after the handshake. */
function nameOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`
}
