interface PolicyOptions {
  /** Other origins from which maps load their style, tiles, fonts and icons. */
  mapOrigins: readonly string[]
  /** Whether maps are drawn by Google Maps, which brings code of its own. */
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
