import type { SecureContextOptions } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { connectionOf } from '#platform/database/connection-of.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import type { HttpsOnly } from '#platform/http/https-only.ts'
import { limitConnections } from '#platform/http/limit-networks.ts'
import { createHttpsServer, type HttpsServer } from '#platform/http/https-server.ts'
import { every } from '#platform/time/every.ts'
import { CertificateError } from '#platform/tls/certificate.ts'
import type { Certificates } from '#platform/tls/certificate-source.ts'
import { readCertificateFiles } from '#platform/tls/certificate-files.ts'
import { serveCertificate, type ServedCertificate } from '#platform/tls/served-certificate.ts'
import { secureOptions } from '#platform/tls/secure-options.ts'
import type { TlsSettings } from '#platform/tls/tls-settings.ts'
import type { MqttListener } from '#doors/ingest/mqtt-listener.ts'

interface Parts extends Pick<Platform, 'clock' | 'metrics' | 'log'> {
  readonly tls: TlsSettings
  readonly host: string
  /** The most HTTPS connections of one address; undefined: not counted. */
  readonly connectionsPerAddress: number | undefined
  readonly publicUrl: string | undefined
}

interface Served {
  readonly app: FastifyInstance
  /** Undefined: this server does not serve units. */
  readonly mqtt: MqttListener | undefined
}

const LOOK_EVERY_MS = 60_000

/**
 * HTTPS and MQTT over TLS, beside the listeners without.
 * @throws CertificateError when files cannot be served
 */
export async function createSecureListeners({ tls, host, ...parts }: Parts) {
  const { clock, log } = parts
  const { source, clientCaPath } = tls
  const ports = { https: tls.httpsPort, mqtts: tls.mqttsPort }
  const stack = new AsyncDisposableStack()
  const serve = async (read: Parameters<typeof serveCertificate>[0]['read']): Promise<ServedCertificate> => {
    const certificate = await serveCertificate({ ...parts, read, clientCaPath })
    stack.defer(certificate.close)
    return certificate
  }
  const ofFiles = 'certPath' in source ? await serve(() => readCertificateFiles(source, clock())) : undefined
  let certificates: Certificates | undefined
  let https: HttpsServer | undefined
  let current = ofFiles
  const publicUrl = (): string => {
    const name = 'names' in source ? (source.names[0] ?? 'localhost') : 'localhost'
    return parts.publicUrl ?? `https://${name}${ports.https === 443 ? '' : `:${ports.https}`}`
  }
  return {
    /** Those that are listened on, once they are. */
    ports,
    /** Without a slash at the end. */
    publicUrl,
    /** How the listener without TLS answers; before the application is built. */
    prepare: (database: Database): HttpsOnly => {
      if ('names' in source) {
        const connection = { ...connectionOf(database.pool) }
        certificates = source.open({ ...parts, db: database.background.db, connection })
      }
      return {
        publicUrl: parts.publicUrl,
        isOurs: (host) => ('names' in source && source.names.includes(host)) || current?.current().isFor(host) === true,
        httpsPort: () => ports.https,
        plainUnits: tls.plainUnits,
        answerTo: certificates?.answerTo,
      }
    },

    /** Listens, or begins to once there is a certificate. */
    listen: async (served: Served): Promise<void> => {
      if (ofFiles !== undefined) await open(served, ofFiles)
      else if (certificates !== undefined) await openOnceThere(served, certificates)
    },

    /** With the certificate that is served; undefined as long as there is none. */
    tls: (): SecureContextOptions | undefined => current && secureOptions(current),
    /** Accepts no more connections by HTTPS. */
    stopListening: () => https?.stopListening(),
    /** Waits for requests that are under way; after streams were ended. */
    closeHttps: async () => https?.close(),
    close: () => stack.disposeAsync(),
  }

  async function open({ app, mqtt }: Served, certificate: ServedCertificate): Promise<void> {
    current = certificate
    const server = createHttpsServer(app, certificate)
    const { connectionsPerAddress } = parts
    if (connectionsPerAddress !== undefined) limitConnections(server.server, connectionsPerAddress)
    mqtt?.attach(server.server)
    ports.https = await server.listen({ host, port: ports.https })
    https = server
    if (mqtt !== undefined) ports.mqtts = await mqtt.listenSecurely({ host, port: ports.mqtts }, certificate)
    log.info({ httpsPort: ports.https, mqttsPort: ports.mqtts }, 'listening with TLS')
    const { hostname } = new URL(publicUrl())
    if (hostname !== 'localhost' && !certificate.current().isFor(hostname))
      log.warn({ host: hostname }, 'certificate does not match the host of FIELDWATCH_PUBLIC_URL')
  }

  /** An authority asks by plain HTTP, so that is served already. Units and people without TLS need not wait. */
  async function openOnceThere(served: Served, certificates: Certificates): Promise<void> {
    let opened: ServedCertificate | undefined
    const read = async () => {
      const found = await certificates.find()
      if (found === undefined) throw new CertificateError('There is no valid certificate.')
      return found
    }
    const look = async (): Promise<void> => {
      await certificates.look()
      if (opened !== undefined) return opened.look()
      if ((await certificates.find()) === undefined) return
      opened = await serve(read)
      await open(served, opened)
    }
    const first = look()
    const settled = first.catch((error: unknown) => log.error({ err: error }, 'starting TLS failed'))
    if ((await certificates.find()) !== undefined) await first
    const looking = every(LOOK_EVERY_MS, () => settled.then(look), log)
    // Does not wait: an authority may take minutes.
    stack.defer(async () => void looking.close())
  }
}
