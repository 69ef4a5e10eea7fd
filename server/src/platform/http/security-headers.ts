import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

interface HeaderOptions extends PolicyOptions {
  /** Whether browsers use TLS for the names below that of the portal too. */
  hstsSubdomains?: boolean | undefined
}

const HALF_A_YEAR_SECONDS = 182 * 24 * 60 * 60

/**
 * Sets the headers that browsers obey. Units are none: they would cost a tenth of a small message. Only what came by TLS says that
 * TLS is to be used from now on (RFC 6797, section 7.2).
 */
export function registerSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const policy = { contentSecurityPolicy: contentSecurityPolicy(options) }
  const { hstsSubdomains: includeSubDomains = false } = options
  const plain = helmet({ ...policy, strictTransportSecurity: false })
  const overTls = helmet({ ...policy, strictTransportSecurity: { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains } })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.endpoint?.access === 'unit') return done()
    const setHeaders = request.protocol === 'https' ? overTls : plain
    return setHeaders(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined))
  })
}

interface PolicyOptions {
  /** Other origins from which maps load their style, tiles, fonts and icons. */
  mapOrigins: readonly string[]
  /** Whether maps are drawn by Google Maps, which loads its own code. */
  googleMaps: boolean
  /** Where the apps run that are opened in frames; asked at each answer. */
  frameOrigins: () => readonly string[]
}

/** Content security policy of every page: only our own origin, those that maps load from, and frames of the apps. */
export function contentSecurityPolicy({ mapOrigins, googleMaps, frameOrigins }: PolicyOptions) {
  const google = googleMaps ? GOOGLE_MAPS : NO_GOOGLE_MAPS
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...google.script],
      // Components set widths and positions as inline styles.
      styleSrc: ["'self'", "'unsafe-inline'", ...google.style],
      imgSrc: ["'self'", 'data:', 'blob:', ...mapOrigins, ...google.image],
      fontSrc: ["'self'", 'data:', ...mapOrigins, ...google.font],
      connectSrc: ["'self'", ...mapOrigins, ...google.connect],
      workerSrc: ["'self'", 'blob:'],
      frameSrc: ["'self'", () => frameOrigins().join(' ')],
      frameAncestors: ["'self'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
    },
  }
}

const NO_GOOGLE_MAPS = { script: [], style: [], image: [], font: [], connect: [] }

/** The allow list that Google gives for its Maps JavaScript API, without inline code. */
const GOOGLE_MAPS = {
  script: ['https://*.googleapis.com', 'https://*.gstatic.com'],
  style: ['https://fonts.googleapis.com'],
  image: [
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.google.com',
    'https://*.googleusercontent.com',
    'https://*.ggpht.com',
  ],
  font: ['https://fonts.gstatic.com'],
  connect: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com', 'data:', 'blob:'],
}
